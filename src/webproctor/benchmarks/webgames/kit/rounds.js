// Shared by games with several rounds: a line with the round number, and feedback on an answer.
import { el, note } from '/kit/kit.js';

export const roundLine = el('p', { class: 'soft small', id: 'round' });

// Show the round number; the argument is the data from `materials/rounds.py`.
export const showRound = ({ round, rounds }) => {
  roundLine.hidden = rounds === 1;
  roundLine.textContent = `Round ${round} of ${rounds}: all must be right in a row.`;
};

// Show whether an answer that did not win was correct, before the next round is shown.
export const noteAnswer = (reply, wrong) => note(reply.wrong ? `${wrong} Here is a new one.` : 'Right. Here is the next one.', reply.wrong ? 'bad' : 'good');
