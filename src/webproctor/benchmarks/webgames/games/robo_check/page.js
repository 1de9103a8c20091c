import { view, baseUrl, main, send, el, clock, fileUrl } from '/kit/kit.js';

const showWidget = () => {
  const box = el('button', { class: 'checkbox', 'data-id': 'human', 'aria-label': 'I am not a robot', onclick: start });
  const state = el('span', { role: 'status' }, 'I am not a robot');
  const body = el('div', { class: 'images' });
  document.body.classList.add('inner');
  main.append(el('div', { class: 'widget' }, el('div', { class: 'row bar' }, box, state, el('span', { class: 'brand' }, 'realperson')), body));

  async function start() {
    box.disabled = true;
    showReply(await send('check_box'));
  }

  let stopTimer = () => {};
  const showReply = (reply) => {
    if (!reply.wait && reply.number === undefined) return;
    stopTimer();
    body.replaceChildren();
    if (reply.wait) {
      box.classList.add('busy');
      state.textContent = 'Checking …';
      clock.after(reply.wait, async () => {
        await send('finish');
        box.className = 'checkbox checked';
        state.textContent = 'You are verified.';
      });
    } else showRound(reply);
  };

  const showRound = ({ number, columns, target, time_limit: timeLimit, wrong, late, correct_in_row: correct, rounds }) => {
    const tile = (_, i) => el('button', {
      class: 'tile', 'data-id': `tile-${i}`, 'aria-label': `Image ${i + 1}`, 'aria-pressed': 'false',
      style: {
        width: `${view.side}px`, height: `${view.side}px`, backgroundImage: `url(${fileUrl(`round-${number}.png`)})`,
        backgroundPosition: `${-(i % columns) * view.side}px ${-Math.floor(i / columns) * view.side}px`,
      },
      onclick: (event) => {
        const { ariaPressed } = event.currentTarget;
        event.currentTarget.ariaPressed = String(ariaPressed !== 'true');
      },
    });
    const verify = async (event) => {
      if (event.detail > 1) return; // A double click verifies one round, not two.
      check.disabled = true;
      const tiles = [...body.querySelectorAll('.tile')];
      const selected = tiles.flatMap((node, i) => node.ariaPressed === 'true' ? [i] : []);
      showReply(await send('verify', { number, selected }));
    };
    const check = el('button', { class: 'primary', id: 'verify', onclick: verify }, 'Verify');
    const remaining = el('span', { class: 'muted' });
    // Short enough for one line, so that the frame shows everything below it.
    const instruction = wrong ? 'Incorrect. New images: select' : late ? 'Time is up. New images: select' : 'Select';
    state.textContent = `Round ${correct + 1} of ${rounds}`;
    body.append(
      el('p', { class: 'instruction', role: 'status' }, `${instruction} every image with `, el('b', {}, target), '.'),
      el('div', { class: 'tiles', style: { gridTemplateColumns: `repeat(${columns}, max-content)` } }, Array.from({ length: columns ** 2 }, tile)),
      el('div', { class: 'row' }, check, remaining));
    if (!timeLimit) return;
    const end = clock.now() + timeLimit * 1000;
    const showTime = () => { remaining.textContent = `${Math.max(0, Math.ceil((end - clock.now()) / 1000))} s left`; };
    showTime();
    stopTimer = clock.every(1000, showTime);
  };
};

if (view.widget) showWidget();
else main.append(el('iframe', { class: 'frame', src: `${baseUrl}widget`, title: 'Human verification' }));
