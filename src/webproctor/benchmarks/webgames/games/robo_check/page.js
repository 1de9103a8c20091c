import { view, base, main, send, el, clock, fileUrl } from '/kit/kit.js';

const ask = () => {
  const box = el('button', { class: 'tick', 'data-id': 'human', 'aria-label': 'I am not a robot', onclick: start });
  const state = el('span', { role: 'status' }, 'I am not a robot');
  const body = el('div', { class: 'pictures' });
  document.body.classList.add('inner');
  main.append(el('div', { class: 'widget' }, el('div', { class: 'row bar' }, box, state, el('span', { class: 'brand' }, 'realperson')), body));

  async function start() {
    box.disabled = true;
    follow(await send('tick'));
  }

  let stop = () => {};
  const follow = (reply) => {
    if (!reply.wait && reply.round === undefined) return;
    stop();
    body.replaceChildren();
    if (reply.wait) {
      box.classList.add('busy');
      state.textContent = 'Checking …';
      clock.after(reply.wait, async () => {
        await send('finish');
        box.className = 'tick done';
        state.textContent = 'You are a person.';
      });
    } else show(reply);
  };

  const show = ({ round, across, wanted, limit, wrong, late, done, rounds }) => {
    const tile = (_, i) => el('button', {
      class: 'tile', 'data-id': `tile-${i}`, 'aria-label': `Picture ${i + 1}`, 'aria-pressed': 'false',
      style: {
        width: `${view.side}px`, height: `${view.side}px`, backgroundImage: `url(${fileUrl(`round-${round}.png`)})`,
        backgroundPosition: `${-(i % across) * view.side}px ${-Math.floor(i / across) * view.side}px`,
      },
      onclick: (event) => {
        const { ariaPressed } = event.currentTarget;
        event.currentTarget.ariaPressed = String(ariaPressed !== 'true');
      },
    });
    const verify = async () => {
      check.disabled = true;
      const tiles = [...body.querySelectorAll('.tile')];
      const selected = tiles.flatMap((one, i) => one.ariaPressed === 'true' ? [i] : []);
      follow(await send('verify', { number: round, selected }));
    };
    const check = el('button', { class: 'first', id: 'verify', onclick: verify }, 'Verify');
    const left = el('span', { class: 'soft' });
    const news = wrong ? 'That was not right. Here are others. ' : late ? 'Time is up. Here are others. ' : '';
    state.textContent = `Show it: ${done + 1} of ${rounds}`;
    body.append(
      el('p', { class: 'asked', role: 'status' }, news, 'Pick every picture with ', el('b', { id: 'wanted' }, wanted), '.'),
      el('div', { class: 'tiles', style: { gridTemplateColumns: `repeat(${across}, max-content)` } }, Array.from({ length: across ** 2 }, tile)),
      el('div', { class: 'row' }, check, left));
    if (!limit) return;
    const end = clock.now() + limit * 1000;
    const tick = () => { left.textContent = `${Math.max(0, Math.ceil((end - clock.now()) / 1000))} s left`; };
    tick();
    stop = clock.every(1000, tick);
  };
};

if (view.widget) ask();
else main.append(el('iframe', { class: 'frame', src: `${base}widget`, title: 'Human verification' }));
