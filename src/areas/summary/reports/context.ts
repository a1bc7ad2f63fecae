import type { Print } from '../../../core/outside/print.ts';
import type { AreaContext, Queue } from '../../../store/index.ts';

/** What the operations and jobs of this area work with. */
export interface ReportsContext extends AreaContext {
  queue: Queue;
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  print: Print;
}
