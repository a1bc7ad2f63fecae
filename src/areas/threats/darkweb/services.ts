import type { Darkweb } from '../../../core/outside/darkweb.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { Sealer } from '../../platform/notifications/index.ts';

/** What the operations, runs and schedules of this area work with. */
export interface DarkwebServices extends DomainsServices {
  darkweb: Darkweb;
  sealer: Sealer;
}
