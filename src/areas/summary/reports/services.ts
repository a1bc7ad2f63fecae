import type { Print } from '../../../core/outside/print.ts';
import type { ReportSection } from '../../report-section.ts';
import type { AreaServices } from '../../services.ts';
import type { Queue } from '../../../store/index.ts';

/** What the operations and jobs of this area work with. */
export interface ReportsServices extends AreaServices {
  queue: Queue;
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  print: Print;
  /** What areas add to the report on a domain. */
  reportSections: readonly ReportSection[];
}
