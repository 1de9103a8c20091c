// Mouse moves for games that are simulated in steps and judged by simulating them again.
import { at, clock, on } from '/kit/kit.js';

const RATE = 60;  // Steps per second, as in materials/moves.py.

// Record the mouse over an element. A move counts from the step at whose time it happened, even if a
// busy page handles it later, but never in a step that is already simulated.
// `restart(began)` forgets all moves; step 0 is at `began` on the clock, in milliseconds.
// `reach(step)` returns the last position, if there is a new one, from which this step is simulated.
// `moves` are all moves so far: step, and position in pixels from the element's corner.
export const tracked = (node) => {
  let began = null, moves = [], used = 0, reached = 0;
  on(window, 'pointermove', (event) => {
    if (began === null) return;
    const { x, y } = at(event, node);
    const due = Math.floor((clock.of(event) - began) * RATE / 1000 + 1e-6);
    moves.push([Math.max(due, reached, moves.at(-1)?.[0] ?? 0), x, y]);
  });
  return {
    restart: (time) => { [began, moves, used, reached] = [time, [], 0, 0]; },
    reach: (step) => {
      let last = null;
      while (used < moves.length && moves[used][0] <= step) last = moves[used++];
      reached = step + 1;
      return last && { x: last[1], y: last[2] };
    },
    get moves() { return moves; },
  };
};
