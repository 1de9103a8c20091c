// Starts the only episode of a page, in the page's own world, and returns its instruction.
// limit: milliseconds; null for the page's own time limit.
async ({ seed, limit }) => {
  // Images of style sheets, such as icons under the mouse. Elements have no size before their image
  // is there, so the first observation and the first click would depend on the machine's speed.
  const images = [...document.styleSheets].flatMap(({ href, cssRules }) =>
    [...cssRules].flatMap(({ cssText }) =>
      [...cssText.matchAll(/url\("([^"]*)"\)/g)].map(([, url]) => {
        const image = new Image();
        image.src = new URL(url, href ?? location.href);
        return image;
      })
    )
  );
  await Promise.allSettled(images.map((image) => image.decode()));
  // Rewards, the remaining time and a picture of the clicks, next to the task's area.
  core.hideDisplay();
  document.getElementById("click-canvas").style.display = "none";
  if (limit !== null) core.EPISODE_MAX_TIME = limit;
  Math.seedrandom(seed);
  core.startEpisodeReal();
  // The hidden countdown would change the page every second.
  core.clearTimer();
  // At the end the page shows START, which would begin another problem and reset the reward. The
  // function also keeps the images in memory.
  core.startEpisodeReal = () => images;
  while (!WOB_TASK_READY) await new Promise((done) => setTimeout(done, 10));
  const asked = core.getUtterance();
  return typeof asked === "string" ? asked : asked.utterance;
}
