import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { oneLine } from '../../../core/inputs.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { periodInput, periodOf } from '../../../core/period.ts';
import { Problem } from '../../../core/problem.ts';
import { several } from '../../../core/several.ts';
import { lockAccount } from '../../platform/account/index.ts';
import { settleAlerts } from '../../platform/alerts/index.ts';
import { statusAlerts } from './alerts.ts';
import { services as catalogue } from './catalogue/services.ts';
import { feedKinds, type FeedKind } from './feeds/kinds.ts';
import type { Component, Level } from './feeds/report.ts';
import { findFeed, type FoundFeed } from './find-feed.ts';
import { tellFollower, wantsOf, type FollowRow } from './follow-levels.ts';
import { addFeed, addFollow, countFollows, endFollow, eventsFrom, feedByUrl, feedOfCatalogue, findFollow, followsOf, idOfFollow, removeFeedIfUnused, saveFollow, type EventRow, type FollowedRow } from './follow-store.ts';
import { levelFor, levelNow } from './level.ts';
import type { StatusServices } from './services.ts';
import { LevelName, timeOf } from './shapes.ts';
import { listFeeds, unread, type FeedRow } from './store.ts';

const MAX_FOLLOWS = 200;
const PARTS = z.array(z.string().trim().min(1).max(300)).max(50);
const components = PARTS.describe('Only these components, by name or id; none means all');
const regions = PARTS.describe('Only these regions, as the status page names them; none means all');
const EXAMPLE = { id: 'flw_01hzy3v4qk8m0p2r5s7t9w1x3z' };

const FollowRecord = z.object({
  id: z.string(),
  service: z.string().nullable().describe('The slug in the catalogue; null for one that was added by its address'),
  name: z.string(),
  pageUrl: z.string(),
  components: z.array(z.string()),
  regions: z.array(z.string()),
  level: LevelName.describe('Of what is followed'),
  levelSince: z.string().nullable(),
  kind: z.enum(feedKinds),
  readAt: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: z.string(),
}).meta({ id: 'StatusFollow' });
const FollowReply = z.object({ success: z.literal(true), data: FollowRecord });

const EventRecord = z.object({
  id: z.string(), followId: z.string(), name: z.string(), before: LevelName, after: LevelName, affected: z.array(z.string()).describe('Components, at most 20'), at: z.string(),
}).meta({ id: 'StatusEvent' });

/** Something that the account follows, by its id. */
const follow: Resource<StatusServices, FollowedRow> = { type: 'followed service', load: ({ db }, accountId, id) => findFollow(db, accountId, id) };

const listFollows = operationIn<StatusServices>()({
  id: 'status.follows.list',
  summary: 'List followed services',
  description: 'The services that the account follows, each with the level of the components and regions it selected.',
  method: 'GET',
  path: '/api/status/follows',
  access: { scope: 'status' },
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(FollowRecord),
  examples: [{ input: {}, says: 'All of them, newest first' }],
  run: async ({ caller, now }, { db }, { limit, cursor }) => {
    const rows = await followsOf(db, known(caller).account.id, decodeCursor('status.follows.list', cursor), limit + 1);
    return cutPage('status.follows.list', rows, limit, ({ created_at: at, id }) => ({ at, id }), row => presentFollow(row, now));
  },
});

const showFollow = operationIn<StatusServices>()({
  id: 'status.follows.get',
  summary: 'Show a followed service',
  description: 'One service that the account follows, with its level.',
  method: 'GET',
  path: '/api/status/follows/{id}',
  access: { scope: 'status' },
  allowance: 'none',
  owns: { id: follow },
  input: z.strictObject({ id: z.string() }),
  output: FollowReply,
  examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
  run: ({ owned, now }) => Promise.resolve({ success: true as const, data: presentFollow(owned.id, now) }),
});

const createFollow = operationIn<StatusServices>()({
  id: 'status.follows.create',
  summary: 'Follow a service',
  description: 'Follows a service of the catalogue by its slug, or any other by the URL of its status page, whose format is detected. Changes of its level become events and notifications.',
  method: 'POST',
  path: '/api/status/follows',
  access: { scope: 'status' },
  allowance: 'none',
  status: 201,
  idempotent: true,
  input: z.strictObject({
    service: z.enum(catalogue.map(({ slug }) => slug)).optional().describe('The slug of a service of the catalogue'),
    url: z.url({ protocol: /^https?$/ }).max(500).optional().describe('The status page of another service'),
    name: oneLine(100).optional().describe('What to call it; by default the name in the catalogue, or the host'),
    components: components.default([]), regions: regions.default([]),
  }),
  output: FollowReply,
  examples: [{ input: { service: 'github', components: ['Actions'] }, says: 'One component of a service of the catalogue' }],
  audit: ({ output: { data } }) => ({ action: 'status_follow.created', resource: { type: 'status_follow', id: data.id }, details: { service: data.service, pageUrl: data.pageUrl } }),
  prepare: async ({ signal }, { statusFeeds }, { service, url }) => {
    if ((service === undefined) === (url === undefined)) throw invalid([{ path: ['service'], message: 'Give either a service of the catalogue or the url of a status page.' }]);
    if (url === undefined) return null;
    if (!statusFeeds.enabled) throw invalid([{ path: ['url'], message: 'Reading status pages is turned off on this installation. Ask its operator.' }]);
    const found = await findFeed(statusFeeds, url, signal);
    if (found === null) throw invalid([{ path: ['url'], message: 'No readable status page was found. Give the URL of the page or its feed, on a public host.' }]);
    return found;
  },
  run: async ({ caller, now, prepared }, services, { service, url, name, ...wanted }) => {
    const { db, newId } = services;
    const accountId = known(caller).account.id;
    await lockAccount(db, accountId);
    if (await countFollows(db, accountId) >= MAX_FOLLOWS) throw new Problem('limit_reached', `The account follows ${MAX_FOLLOWS} services, which is the limit. Unfollow one first.`, { limit: MAX_FOLLOWS });
    const feed = prepared === null ? await catalogueFeed(db, service!, now) : await feedOf(services, prepared, now);
    const listed = catalogue.find(({ slug }) => slug === feed.id);
    const row = await addFollow(db, {
      id: newId('flw'), account_id: accountId, feed_id: feed.id, name: name ?? listed?.name ?? new URL(url!).host, page: listed?.page ?? url!,
      components: JSON.stringify(wanted.components), regions: JSON.stringify(wanted.regions), level: null, level_at: null, created_at: now,
    });
    if (!row) throw new Problem('already_exists', 'The account follows this service already. Change what it follows instead.', { id: await idOfFollow(db, accountId, feed.id) });
    return settled(services, row, feed, now);
  },
});

const changeFollow = operationIn<StatusServices>()({
  id: 'status.follows.update',
  summary: 'Change a followed service',
  description: 'Changes the name of a followed service, and which of its components and regions count.',
  method: 'PATCH',
  path: '/api/status/follows/{id}',
  access: { scope: 'status' },
  allowance: 'none',
  owns: { id: follow },
  input: z.strictObject({ id: z.string(), name: z.string().trim().min(1).max(100).optional(), components: components.optional(), regions: regions.optional() }),
  output: FollowReply,
  examples: [{ input: { ...EXAMPLE, regions: ['eu-central-1'] }, says: 'One region alone' }],
  audit: ({ output: { data } }) => ({ action: 'status_follow.changed', resource: { type: 'status_follow', id: data.id } }),
  run: async ({ caller, owned, now }, services, { id, name, components: newComponents, regions: newRegions }) => {
    const row = await saveFollow(services.db, known(caller).account.id, id, {
      ...(name === undefined ? {} : { name }), ...(newComponents === undefined ? {} : { components: JSON.stringify(newComponents) }), ...(newRegions === undefined ? {} : { regions: JSON.stringify(newRegions) }), level: null, level_at: null,
    });
    return settled(services, row, owned.id.feed, now);
  },
});

const removeFollow = operationIn<StatusServices>()({
  id: 'status.follows.delete',
  summary: 'Unfollow a service',
  description: 'Ends events and notifications of a followed service, and deletes its events.',
  method: 'DELETE',
  path: '/api/status/follows/{id}',
  access: { scope: 'status' },
  allowance: 'none',
  owns: { id: follow },
  input: z.strictObject({ id: z.string() }),
  output: FollowReply,
  examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
  audit: ({ output: { data } }) => ({ action: 'status_follow.deleted', resource: { type: 'status_follow', id: data.id } }),
  run: async ({ caller, owned, now }, services, { id }) => {
    const accountId = known(caller).account.id;
    await settleAlerts(services.db, services, statusAlerts, { accountId, domainId: null, subject: { type: 'statusService', id, label: owned.id.name } }, [], now);
    await endFollow(services.db, accountId, id);
    await removeFeedIfUnused(services.db, owned.id.feed_id);
    return { success: true as const, data: presentFollow(owned.id, now) };
  },
});

const listEvents = operationIn<StatusServices>()({
  id: 'status.events',
  summary: 'List changes of followed services',
  description: 'Level changes of followed services, newest first. A page that could not be read is not a change.',
  method: 'GET',
  path: '/api/status/events',
  access: { scope: 'status' },
  allowance: 'none',
  owns: { follow },
  input: z.strictObject({ ...pageInput, ...periodInput, follow: several(z.string()).optional().describe('Only of these followed services') }),
  output: pageOf(EventRecord),
  examples: [{ input: {}, says: 'The newest' }],
  run: async ({ caller }, { db }, { limit, cursor, follow: followIds, ...period }) => {
    const rows = await eventsFrom(db, known(caller).account.id, { followIds, ...periodOf(period) }, decodeCursor('status.events', cursor), limit + 1);
    return cutPage('status.events', rows, limit, ({ at, id }) => ({ at, id }), presentEvent);
  },
});

export const followOperations = [listFollows, showFollow, createFollow, changeFollow, removeFollow, listEvents] as const;

async function catalogueFeed(db: StatusServices['db'], slug: string, now: number): Promise<FeedRow> {
  const readable = catalogue.find(one => one.slug === slug)?.feed;
  if (!readable) throw invalid([{ path: ['service'], message: 'Its status page has no machine-readable feed, so it cannot be followed.' }]);
  await listFeeds(db, now);
  return feedOfCatalogue(db, slug);
}

/** The feed at that address, which other accounts may follow already. */
async function feedOf({ db, newId }: StatusServices, { url, kind, report, validators }: FoundFeed, now: number): Promise<FeedRow> {
  await listFeeds(db, now);
  return await feedByUrl(db, url) ?? addFeed(db, {
    id: newId('fed'), listed_url: url, url, kind, due_at: now, ...unread, read_at: now, tried_at: now, etag: validators.etag, last_modified: validators.lastModified,
    level: report.level, components: JSON.stringify(report.components), maintenances: JSON.stringify(report.maintenances.slice(0, 100)),
  });
}

/** The follow with its level, where the feed was read already. */
async function settled(services: StatusServices, row: FollowRow, feed: FeedRow, now: number): Promise<z.output<typeof FollowReply>> {
  if (levelNow(feed, now) !== 'unknown') await tellFollower(services.db, services, { feed, components: JSON.parse(feed.components) as Component[], follow: row }, now);
  return { success: true, data: presentFollow((await findFollow(services.db, row.account_id, row.id))!, now) };
}

function presentFollow({ feed, ...row }: FollowedRow, now: number): z.output<typeof FollowRecord> {
  const wanted = wantsOf(row);
  const kind = feed.kind as FeedKind;
  return {
    id: row.id, service: catalogue.some(({ slug }) => slug === row.feed_id) ? row.feed_id : null, name: row.name, pageUrl: row.page, ...wanted,
    level: levelNow(feed, now) === 'unknown' ? 'unknown' : levelFor(kind, feed.level as Level, JSON.parse(feed.components) as Component[], wanted),
    levelSince: timeOf(row.level_at), kind, readAt: timeOf(feed.read_at), failure: feed.failure, createdAt: new Date(row.created_at).toISOString(),
  };
}

function presentEvent({ id, follow_id: followId, name, before, after, affected, at }: EventRow): z.output<typeof EventRecord> {
  return { id, followId, name, before: before as Level, after: after as Level, affected: JSON.parse(affected) as string[], at: new Date(at).toISOString() };
}
