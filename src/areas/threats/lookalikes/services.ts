import type { BulkServices } from '../../../core/outside/bulk-lookup.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { PublicSweep } from './public-sweep.ts';

/** What the operations, runs and jobs of this area work with. */
export interface LookalikesServices extends DomainsServices, BulkServices {
  /** The likeliest lookalikes of any domain, for visitors. */
  lookalikeChecks(domain: string, signal: AbortSignal): Promise<PublicSweep>;
}
