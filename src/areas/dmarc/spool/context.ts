import type { AreaContext, Counters, Queue } from '../../../store/index.ts';
import type { KeepMeans } from '../store/shapes.ts';
import type { SpoolContent } from './content.ts';

/** What the spool works with. */
export interface SpoolContext extends AreaContext, KeepMeans {
  queue: Queue;
  counters: Counters;
  spool: SpoolContent;
}
