import type { Browse } from '../../../core/outside/browse.ts';
import type { PageFetch } from '../../../core/outside/page-fetch.ts';
import type { Print } from '../../../core/outside/print.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { NotificationsServices } from '../../platform/notifications/index.ts';
import type { AuditThreads } from './threads/tasks.ts';

/** What the operations, runs and schedules of this area work with. */
export interface SiteAuditServices extends DomainsServices, Pick<NotificationsServices, 'sealer'> {
  fetchPage: PageFetch;
  browse: Browse;
  print: Print;
  crawlManners: CrawlManners;
  auditThreads: AuditThreads;
  /** The program itself, for documents that name what made them. */
  program: { version: string };
}

/** What one host has to bear, from all accounts and all processes together. */
export interface CrawlManners {
  /** Of hosts of proven domains, and of all others. */
  requestsPerSecond: number;
  foreignRequestsPerSecond: number;
  connections: number;
}

export const standardCrawlManners: CrawlManners = { requestsPerSecond: 5, foreignRequestsPerSecond: 1, connections: 4 };
