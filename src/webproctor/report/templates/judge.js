const failures = await (await fetch("failures")).json();
const by = (id) => document.getElementById(id);
let position = Math.max(0, failures.findIndex(({ verdict }) => !verdict));

function show() {
  const { key, answer, verdict, history } = failures[position];
  const judged = failures.filter((failure) => failure.verdict).length;
  by("where").textContent = judged === failures.length
    ? `All ${failures.length} steps are judged. You can close this page.`
    : `Step ${key}, ${position + 1} of ${failures.length}; ${judged} judged`;
  by("instruction").textContent = answer.instruction;
  by("plan").textContent = answer.plan || "(none)";
  by("history").replaceChildren(...history.map((entry) => {
    const item = document.createElement("li");
    item.textContent = entry;
    return item;
  }));
  by("history").scrollTop = by("history").scrollHeight; // The latest step.
  by("prediction").textContent = answer.point
    ? "Red: the prediction of the grounding model."
    : `No point was given. The grounding model's answer: ${answer.said || "(empty)"}`;
  by("picture").src = `picture/${key}`;
  by("right").ariaPressed = verdict === "grounding";
  by("wrong").ariaPressed = verdict === "reasoning";
  by("before").disabled = position === 0;
  by("after").disabled = position === failures.length - 1;
}

function go(offset) {
  position = Math.min(failures.length - 1, Math.max(0, position + offset));
  show();
}

let sending = false;

async function judge(verdict) {
  if (sending) return; // A double click judges one step.
  sending = true;
  try {
    const failure = failures[position];
    const body = JSON.stringify({ key: failure.key, verdict });
    const response = await fetch("judge", { method: "POST", body }).catch(() => null);
    if (!response?.ok) {
      by("where").textContent = `Step ${failure.key}: the server did not store this. Judge it again.`;
      return;
    }
    failure.verdict = verdict;
    go(1);
  } finally {
    sending = false;
  }
}

by("right").onclick = () => judge("grounding");
by("wrong").onclick = () => judge("reasoning");
by("before").onclick = () => go(-1);
by("after").onclick = () => go(1);
const keys = { r: by("right"), w: by("wrong"), ArrowLeft: by("before"), ArrowRight: by("after") };
addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, repeat }) => {
  if (ctrlKey || metaKey || altKey || repeat) return; // Ctrl+R loads the page again.
  keys[key.length === 1 ? key.toLowerCase() : key]?.click();
});
if (failures.length) show();
else by("where").textContent = "No step failed.";
