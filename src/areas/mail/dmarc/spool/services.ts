import type { AreaServices } from '../../../services.ts';
import type { Counters, Queue } from '../../../../store/index.ts';
import type { Plans } from '../../../platform/account/index.ts';
import type { ReportReader } from '../reading/shapes.ts';
import type { KeepMeans } from '../store/shapes.ts';
import type { SpoolContent } from './content.ts';

/** What the spool works with. */
export interface SpoolServices extends AreaServices, KeepMeans {
  queue: Queue;
  counters: Counters;
  spool: SpoolContent;
  plans: Plans;
  /** Reads messages apart from the thread that answers requests. */
  reportReader: ReportReader;
}
