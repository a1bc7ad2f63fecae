import type { StatusFeeds } from '../../../core/outside/status-feeds.ts';
import type { RunsServices } from '../../platform/runs/index.ts';

/** What the operations and jobs of this area work with. */
export interface StatusServices extends RunsServices {
  statusFeeds: StatusFeeds;
}
