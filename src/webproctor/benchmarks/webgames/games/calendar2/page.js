import { view } from '/kit/kit.js';
import { play } from '/kit/week.js';

play(view);
