import type { SearchData } from '../../../core/outside/search-data.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { Sealer } from '../../platform/notifications/index.ts';
import type { AnalysisThreads } from './threads/threads.ts';

/** What the operations and jobs of this area work with. */
export interface DeepSeoServices extends DomainsServices {
  analysisThreads: AnalysisThreads;
  searchData: SearchData;
  sealer: Sealer;
  /** Waits, such as for a provider that asks for patience; rejects when `signal` fires. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}
