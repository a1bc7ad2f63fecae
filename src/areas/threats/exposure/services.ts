import type { OpenTarget } from '../../../core/outside/scan-target.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { Websites } from './web/find.ts';

/** What the operations, runs and schedules of this area work with. */
export interface ExposureServices extends DomainsServices {
  /** Reaches one vetted address. */
  openTarget: OpenTarget;
  manners: Manners;
  websites: Websites;
}

/** What one address has to bear, from all accounts and all processes together. */
export interface Manners {
  connectsPerSecond: number;
  openAtOnce: number;
  /** Connections over which a service is asked what it is. */
  dialoguesPerSecond: number;
  /** Pages and TLS handshakes. */
  requestsPerSecond: number;
}

export const standardManners: Manners = { connectsPerSecond: 50, openAtOnce: 20, dialoguesPerSecond: 10, requestsPerSecond: 2 };
