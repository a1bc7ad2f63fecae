// The operator sees half of all pages.
import { walkPages } from './walk.ts';

walkPages(['operator']);
