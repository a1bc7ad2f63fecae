import { askEverything } from './authorization.ts';

askEverything('postgresql', { byClass: true });
