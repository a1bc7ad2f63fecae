import type { LocalSearch } from '../../../core/outside/local-search.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';

/** What the operations, runs and schedules of this area work with. */
export interface LocalSeoServices extends DomainsServices {
  localSearch: LocalSearch;
  /** Waits, such as for a turn at a provider; rejects when `signal` fires. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}
