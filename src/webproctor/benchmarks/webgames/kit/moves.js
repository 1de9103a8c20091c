// Mouse moves for games that are simulated in steps, and judged by repeating the simulation.
import { clock, eventPosition, on } from '/kit/kit.js';

const RATE = 60;  // Steps per second, as in materials/moves.py.

// Record the mouse over an element. A move takes effect in the step at whose time it happened, even if a
// busy page handles it later, but never in a step that has already been simulated.
// `restart(time)` forgets all moves; step 0 is at `time` on the clock, in milliseconds.
// `newPosition(step)` returns the mouse position to simulate this step with, if it has changed.
// `moves` are all moves so far: step, position in pixels from the element's corner, and position in the
// viewport (the two differ by another distance when the page is scrolled).
export const trackMouse = (node) => {
  let start = null, moves = [], usedMoves = 0, simulatedSteps = 0;
  on(window, 'pointermove', (event) => {
    if (start === null) return;
    const { x, y } = eventPosition(event, node);
    const step = Math.floor((clock.timeOf(event) - start) * RATE / 1000 + 1e-6);
    moves.push([Math.max(step, simulatedSteps, moves.at(-1)?.[0] ?? 0), x, y, event.clientX, event.clientY]);
  });
  return {
    restart: (time) => { [start, moves, usedMoves, simulatedSteps] = [time, [], 0, 0]; },
    newPosition: (step) => {
      let last = null;
      while (usedMoves < moves.length && moves[usedMoves][0] <= step) last = moves[usedMoves++];
      simulatedSteps = step + 1;
      return last && { x: last[1], y: last[2] };
    },
    get moves() { return moves; },
  };
};
