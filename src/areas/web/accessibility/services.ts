import type { Browse } from '../../../core/outside/browse.ts';
import type { Print } from '../../../core/outside/print.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { NotificationsServices } from '../../platform/notifications/index.ts';
import type { CrawlManners } from '../site-audit/index.ts';

/** What the operations and runs of this area work with. */
export interface AccessibilityServices extends DomainsServices, Pick<NotificationsServices, 'sealer'> {
  browse: Browse;
  /** What hosts bear, from audits and crawls together. */
  crawlManners: CrawlManners;
  print: Print;
  /** The program itself, for documents that name what made them. */
  program: { version: string };
}
