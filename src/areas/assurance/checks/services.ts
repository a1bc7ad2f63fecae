import type { EndpointProbes } from '../../../core/outside/endpoint-probes.ts';
import type { NotificationsServices } from '../../platform/notifications/index.ts';
import type { Plans } from '../../platform/account/index.ts';
import type { RunsServices } from '../../platform/runs/index.ts';
import type { CrawlManners } from '../../web/site-audit/index.ts';

/** What the operations and the engine of this area work with. */
export interface ChecksServices extends RunsServices, Pick<NotificationsServices, 'sealer' | 'baseUrl'> {
  plans: Plans;
  /** Asks targets of checks. */
  endpoints: EndpointProbes;
  /** What hosts of others bear, from checks and crawls together. */
  crawlManners: CrawlManners;
}
