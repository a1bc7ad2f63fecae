import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { AnalysisThreads } from './threads/threads.ts';

/** What the operations and jobs of this area work with. */
export interface DeepSeoServices extends DomainsServices {
  analysisThreads: AnalysisThreads;
}
