// Shared by games with several rounds: a line with the round number, and feedback on an answer.
import { el, showStatus } from '/kit/kit.js';

export const roundLine = el('p', { class: 'muted small', id: 'round' });

// Show the round number; the argument is the data from `materials/rounds.py`.
export const showRound = ({ round, rounds }) => {
  roundLine.hidden = rounds === 1;
  roundLine.textContent = `Round ${round} of ${rounds}: answer ${rounds} rounds in a row correctly.`;
};

// Show whether an answer that did not win was correct, before the next round is shown.
export const showFeedback = (reply, problem) => {
  if (reply.wrong) showStatus(`${problem} Here is a new one.`, 'bad');
  else showStatus('Correct. Here is the next one.', 'good');
};
