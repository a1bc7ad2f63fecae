import type { Selectable } from 'kysely';
import type { Db, NewJob } from '../../../store/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { settleAlerts } from '../../platform/alerts/index.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import { severityOf, statusAlerts } from './alerts.ts';
import { services as catalogue } from './catalogue/services.ts';
import type { FeedKind } from './feeds/kinds.ts';
import type { Component, Level } from './feeds/report.ts';
import { levelFor, wantedOf } from './level.ts';
import type { StatusServices } from './services.ts';
import type { FeedRow } from './store.ts';
import { tables, type StatusTables } from './tables.ts';
import { statusTexts, type StatusTexts } from './texts.ts';

export type FollowRow = Selectable<StatusTables['status_follow']>;
export const CHANGED = 'status.service.changed';
const MAX_AFFECTED = 20;

/** Tells every account that follows the feed what has changed for it, in the transaction that keeps what was read. What is unknown is no change. */
export async function tellFollowers(tx: Db, services: StatusServices, feed: FeedRow, now: number): Promise<void> {
  const components = JSON.parse(feed.components) as Component[];
  const follows = await tables(tx).selectFrom('status_follow').selectAll().where('feed_id', '=', feed.id).orderBy('id').execute();
  for (const follow of follows) await tellFollower(tx, services, { feed, components, follow }, now);
}

interface Followed {
  feed: Pick<FeedRow, 'kind' | 'level'>;
  components: readonly Component[];
  follow: FollowRow;
}

/** Tells one account; a service that has just been followed is compared with nothing. */
export async function tellFollower(tx: Db, services: StatusServices, { feed, components, follow }: Followed, now: number): Promise<void> {
  const wanted = wantsOf(follow);
  const level = levelFor(feed.kind as FeedKind, feed.level as Level, components, wanted);
  if (level === 'unknown' || level === follow.level) return;
  const affected = wantedOf(components, wanted).filter(one => one.level !== 'operational').slice(0, MAX_AFFECTED).map(({ name, region }) => (region === null ? name : `${name} (${region})`));
  await tables(tx).updateTable('status_follow').set({ level, level_at: now }).where('id', '=', follow.id).execute();
  const texts = await textsOfAccount({ db: tx, speak: services.speak }, statusTexts, follow.account_id);
  const severity = severityOf(level);
  const title = texts.changed(follow.name, texts.levels[level]);
  await settleAlerts(tx, services, statusAlerts, { accountId: follow.account_id, domainId: null, subject: { type: 'statusService', id: follow.id, label: follow.name } },
    severity === null ? [] : [{ kind: 'status.service', cause: 'level', severity, title, detail: texts.causeDetail(follow.page), path: pathOf(follow.feed_id), notified: true }], now);
  if (follow.level === null) return;
  const id = services.newId('ste');
  await tables(tx).insertInto('status_event').values({ id, account_id: follow.account_id, follow_id: follow.id, name: follow.name, before: follow.level, after: level, affected: JSON.stringify(affected), at: now }).execute();
  await services.queue.add(tx, follow.account_id, [changeNotice(texts, follow, { before: follow.level as Level, after: level, affected })]);
}

interface Change {
  before: Level;
  after: Level;
  affected: readonly string[];
}

/** The job that tells people of a change of what they follow. */
export function changeNotice(texts: StatusTexts, { id, feed_id: feedId, name, page }: Pick<FollowRow, 'id' | 'feed_id' | 'name' | 'page'>, { before, after, affected }: Change): NewJob {
  return notificationJob({
    kind: CHANGED, severity: severityOf(after) ?? 'info', subjectType: 'statusService', subjectId: id, title: texts.changed(name, texts.levels[after]),
    body: [texts.before(texts.levels[before]), ...(affected.length > 0 ? [texts.affected(affected.join(', '))] : []), texts.seePage(page)].join('\n'),
    data: { path: pathOf(feedId), before, after, affected: [...affected], page, occasion: after === 'operational' ? 'resolved' : 'changed' },
  });
}

/** The page that shows it: its own where it is of the catalogue. */
function pathOf(feedId: string): string {
  return catalogue.some(({ slug }) => slug === feedId) ? `/status/services/${feedId}` : '/status';
}

/** What the account wants of the service. */
export function wantsOf({ components, regions }: Pick<FollowRow, 'components' | 'regions'>): { components: string[]; regions: string[] } {
  return { components: JSON.parse(components) as string[], regions: JSON.parse(regions) as string[] };
}
