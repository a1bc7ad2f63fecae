import type { LocalSearch } from '../../../core/outside/local-search.ts';
import type { PageFetch } from '../../../core/outside/page-fetch.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { NotificationsServices } from '../../platform/notifications/index.ts';
import type { AuditThreads, CrawlManners } from '../site-audit/index.ts';

/** What the operations, runs and schedules of this area work with. */
export interface LocalSeoServices extends DomainsServices, Pick<NotificationsServices, 'sealer'> {
  localSearch: LocalSearch;
  fetchPage: PageFetch;
  auditThreads: AuditThreads;
  crawlManners: CrawlManners;
  /** Waits, such as for a turn at a provider; rejects when `signal` fires. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}
