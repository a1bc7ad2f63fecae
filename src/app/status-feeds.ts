import { systemClock as clock } from '../core/clock.ts';
import type { StatusFeeds } from '../core/outside/status-feeds.ts';
import { createStatusFeeds } from '../wire/status-feeds.ts';
import { composeHttpGet, type Outside } from './compose.ts';
import type { Config } from './config.ts';

/** The status pages of others, at public addresses only, whatever the operator allows scans to reach. */
export function composeStatusFeeds({ DSS_STATUS_FEEDS: from }: Config, outside: Outside): StatusFeeds {
  return createStatusFeeds({ get: composeHttpGet({ ...outside, allow: [] }), clock, from });
}
