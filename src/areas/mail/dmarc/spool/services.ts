import type { AreaServices } from '../../../services.ts';
import type { Counters, Queue } from '../../../../store/index.ts';
import type { RecordMemory } from '../parse/xml-repeats.ts';
import type { KeepMeans } from '../store/shapes.ts';
import type { SpoolContent } from './content.ts';

/** What the spool works with. */
export interface SpoolServices extends AreaServices, KeepMeans {
  queue: Queue;
  counters: Counters;
  spool: SpoolContent;
  /** Of all reports that this process reads, of whatever account: nothing but what the same bytes say again comes from it. */
  memory: RecordMemory;
}
