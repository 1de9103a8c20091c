// The page of both calendar games: a week's calendar, and a form with questions about it.
import { main, send, note, el } from '/kit/kit.js';

const HOUR = 96;
const clock = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const calendar = ({ days, events, first, last }) => {
  const hours = Array.from({ length: last - first }, (_, n) => first + n);
  const event = ([, start, end, title]) => el('div', {
    class: 'event', style: { top: `${(start / 60 - first) * HOUR}px`, height: `${(end - start) / 60 * HOUR - 2}px` },
  }, el('strong', {}, title), ' ', el('span', { class: 'when' }, `${clock(start)} – ${clock(end)}`));
  return el('section', { class: 'card week', 'aria-label': 'Calendar' },
    el('div', { class: 'hours', style: { paddingTop: '34px' } }, ...hours.map((hour) => el('div', { style: { height: `${HOUR}px` } }, clock(60 * hour)))),
    ...days.map((name, day) => el('section', { class: 'day', 'aria-label': name },
      el('h3', {}, name),
      el('div', { class: 'slots', style: { height: `${HOUR * hours.length}px`, backgroundSize: `100% ${HOUR}px` } },
        ...events.filter(([on]) => on === day).map(event)))));
};

export const play = ({ week, questions }) => {
  const fields = questions.map(({ text, form }, n) => el('div', { class: 'question' },
    el('label', { for: `answer${n}` }, `${n + 1}. ${text} `, el('span', { class: 'soft' }, `(${form})`)),
    el('input', { id: `answer${n}`, class: 'answer', autocomplete: 'off' })));
  const check = async (event) => {
    event.preventDefault();
    const answers = questions.map((_, n) => document.getElementById(`answer${n}`).value);
    const { wrong } = await send('check', { answers });
    if (wrong) note(wrong === true ? 'Not all answers are right.' : `Wrong answers: ${wrong.join(', ')}.`, 'bad');
  };
  main.append(calendar(week), el('form', { class: 'card stack questions', onsubmit: check },
    ...fields, el('button', { class: 'first' }, 'Check all')));
};
