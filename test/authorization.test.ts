import { askEverything } from './authorization.ts';

askEverything('sqlite');
