// The page of both calendar games: a week's calendar, and a form with questions about it.
import { main, send, showStatus, el } from '/kit/kit.js';

const HOUR_HEIGHT = 96;  // Pixels per hour.
// Format minutes of the day as HH:MM.
const formatTime = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const calendar = ({ days, events, first, last }) => {
  const hours = Array.from({ length: last - first }, (_, n) => first + n);
  const eventBlock = ([, start, end, title]) => el('div', {
    class: 'event',
    style: { top: `${(start / 60 - first) * HOUR_HEIGHT}px`, height: `${(end - start) / 60 * HOUR_HEIGHT - 2}px` },
  }, el('strong', {}, title), ' ', el('span', { class: 'time' }, `${formatTime(start)} – ${formatTime(end)}`));
  return el('section', { class: 'card week', 'aria-label': 'Calendar' },
    el('div', { class: 'hours', style: { paddingTop: '34px' } },
      ...hours.map((hour) => el('div', { style: { height: `${HOUR_HEIGHT}px` } }, formatTime(60 * hour)))),
    ...days.map((name, day) => el('section', { class: 'day', 'aria-label': name },
      el('h3', {}, name),
      el('div', { class: 'events', style: { height: `${HOUR_HEIGHT * hours.length}px`, backgroundSize: `100% ${HOUR_HEIGHT}px` } },
        ...events.filter(([eventDay]) => eventDay === day).map(eventBlock)))));
};

export const showCalendar = ({ week, questions }) => {
  const fields = questions.map(({ text, form }, n) => el('div', { class: 'question' },
    el('label', { for: `answer${n}` }, `${n + 1}. ${text} `, el('span', { class: 'muted' }, `(${form})`)),
    el('input', { id: `answer${n}`, class: 'answer', autocomplete: 'off' })));
  const check = async (event) => {
    event.preventDefault();
    const answers = questions.map((_, n) => document.getElementById(`answer${n}`).value);
    // This costs no try: Enter in a field sends the whole form.
    if (answers.some((answer) => !answer.trim())) return void showStatus('Answer all questions.', 'bad');
    const { wrong } = await send('check', { answers });
    if (wrong) showStatus(wrong === true ? 'Not all answers are correct.' : `Incorrect answers: ${wrong.join(', ')}.`, 'bad');
  };
  main.append(calendar(week), el('form', { class: 'card stack', onsubmit: check },
    ...fields, el('button', { class: 'primary' }, 'Check all')));
};
