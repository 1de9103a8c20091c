import { view } from '/kit/kit.js';
import { showCalendar } from '/kit/week.js';

showCalendar(view);
