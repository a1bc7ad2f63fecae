import { z } from 'zod';
import { operationIn, type Call } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { periodInput, periodOf } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import { categories } from './catalogue/service.ts';
import { services } from './catalogue/services.ts';
import { levels, type Component, type Level, type Maintenance } from './feeds/report.ts';
import { DAY_MS, daysOf, HISTORY_DAYS, levelSpans } from './history.ts';
import { levelNow } from './level.ts';
import type { StatusServices } from './services.ts';
import { ComponentRecord, IncidentRecord, LevelName, presentIncident, ServiceRecord, timeOf } from './shapes.ts';
import { activeIncidents, catalogueFeeds, incidentsOfCatalogue, type FeedRow } from './store.ts';

const MAX_AFFECTED = 50;
const MAX_COMPONENTS = 1000;
const MAX_MAINTENANCES = 10;
const Slug = z.enum(services.map(({ slug }) => slug));

const listServices = operationIn<StatusServices>()({
  id: 'status.services',
  summary: 'Show the status of third-party services',
  description: 'Is it us or them? The current status of cloud, hosting, DNS, e-mail, payment and other services as reported by their status pages, with affected components and scheduled maintenance. '
    + 'A page that cannot be read is `unknown`, never operational. Public.',
  method: 'GET',
  path: '/api/status/services',
  access: 'public',
  agent: { everyday: true },
  allowance: 'none',
  input: z.strictObject({
    category: several(z.enum(categories)).optional().describe('Only services of these kinds'),
    level: several(LevelName).optional().describe('Only services that have one of these levels'),
    service: several(Slug).optional().describe('Only these, by slug'),
    q: z.string().trim().min(1).max(100).optional().describe('Only services whose name has this in it'),
  }),
  output: z.object({
    success: z.literal(true),
    data: z.object({ summary: z.object(Object.fromEntries(levels.map(level => [level, z.number().int()])) as Record<Level, z.ZodNumber>).describe('How many of the services that match have each level'), services: z.array(ServiceRecord) }),
  }),
  examples: [{ input: {}, says: 'All services' }, { input: { category: ['dnsCdn'], level: ['degraded', 'partialOutage', 'majorOutage'] }, says: 'Trouble of DNS hosts and CDNs' }],
  run: async (call, { db }, { category, level, service, q }) => {
    const feeds = await catalogueFeeds(db);
    const active = await activeIncidents(db, [...feeds.keys()]);
    const records = services
      .filter(one => (!category || category.includes(one.category)) && (!service || service.includes(one.slug)) && (!q || one.name.toLowerCase().includes(q.toLowerCase())))
      .map(one => recordOf(one, feeds.get(one.slug) ?? null, active.get(one.slug) ?? 0, call.now))
      .filter(one => !level || level.includes(one.level));
    const summary = Object.fromEntries(levels.map(one => [one, records.filter(record => record.level === one).length])) as Record<Level, number>;
    return cached(call, { success: true as const, data: { summary, services: records } });
  },
});

const showService = operationIn<StatusServices>()({
  id: 'status.service',
  summary: 'Show the status of one third-party service',
  description: 'The current status of one service as reported by its status page, with all components by the names that an account can follow. Public.',
  method: 'GET',
  path: '/api/status/services/{slug}',
  access: 'public',
  allowance: 'none',
  input: z.strictObject({ slug: Slug }),
  output: z.object({
    success: z.literal(true),
    data: ServiceRecord.extend({ components: z.array(ComponentRecord).describe('All that the page names, at most 1,000, those with trouble first; some pages name only what is affected') }).meta({ id: 'StatusServiceDetails' }),
  }),
  examples: [{ input: { slug: 'github' }, says: 'By its slug' }],
  run: async (call, { db }, { slug }) => {
    const row = (await catalogueFeeds(db)).get(slug) ?? null;
    const active = await activeIncidents(db, [slug]);
    const record = recordOf(services.find(one => one.slug === slug)!, row, active.get(slug) ?? 0, call.now);
    const all = row === null || record.level === 'unknown' ? [] : JSON.parse(row.components) as Component[];
    const components = all.toSorted((one, other) => Number(one.level === 'operational') - Number(other.level === 'operational')).slice(0, MAX_COMPONENTS);
    return cached(call, { success: true as const, data: { ...record, components } });
  },
});

const listIncidents = operationIn<StatusServices>()({
  id: 'status.incidents',
  summary: 'List incidents of third-party services',
  description: 'Incidents that services report on their status pages, newest first, with updates. An incident that disappears from its status page counts as resolved.',
  method: 'GET',
  path: '/api/status/incidents',
  access: 'public',
  allowance: 'none',
  input: z.strictObject({ ...pageInput, ...periodInput, service: several(Slug).optional().describe('Only of these services, by slug'), active: z.stringbool().optional().describe('Only those that go on, or only those that are over') }),
  output: pageOf(IncidentRecord),
  examples: [{ input: {}, says: 'The newest' }, { input: { service: ['github'], active: 'true' }, says: 'What goes on at GitHub' }],
  run: async (call, { db }, { limit, cursor, service, active, ...period }) => {
    const rows = await incidentsOfCatalogue(db, { feedIds: service ?? services.map(({ slug }) => slug), active, ...periodOf(period) }, decodeCursor('status.incidents', cursor), limit + 1);
    return cached(call, cutPage('status.incidents', rows, limit, row => ({ at: row.started_at, id: row.id }), presentIncident));
  },
});

const showHistory = operationIn<StatusServices>()({
  id: 'status.history',
  summary: 'Show the history of a third-party service',
  description: 'The worst level that a service reported on each day, and for how long. Time when its status page was not read is unknown, and excluded from uptime.',
  method: 'GET',
  path: '/api/status/history',
  access: 'public',
  allowance: 'none',
  input: z.strictObject({ service: Slug, days: z.coerce.number().int().min(1).max(HISTORY_DAYS).default(HISTORY_DAYS).describe('How many days, UTC, today included') }),
  output: z.object({
    success: z.literal(true),
    data: z.object({
      service: z.string(),
      uptimePercent: z.number().nullable().describe('Share of the known time without a partial or major outage; null where nothing is known'),
      days: z.array(z.object({
        date: z.string(), worstLevel: LevelName, uptimePercent: z.number().nullable(),
        outageSeconds: z.number().int(), degradedSeconds: z.number().int(), maintenanceSeconds: z.number().int(), unknownSeconds: z.number().int(),
      })).describe('The oldest first'),
    }).meta({ id: 'StatusHistory' }),
  }),
  examples: [{ input: { service: 'github' }, says: 'The last 90 days' }],
  run: async (call, { db }, { service, days }) => {
    const today = Math.floor(call.now / DAY_MS) * DAY_MS;
    const spans = await levelSpans(db, service, today - (days - 1) * DAY_MS);
    return cached(call, { success: true as const, data: { service, ...daysOf(spans, { from: today - (days - 1) * DAY_MS, to: call.now }) } });
  },
});

export const publicOperations = [listServices, showService, listIncidents, showHistory] as const;

/** Lets callers keep the reply for a minute. */
function cached<Body>({ respond }: Pick<Call, 'respond'>, body: Body): Body {
  respond.headers['cache-control'] = 'public, max-age=60';
  return body;
}

function recordOf({ slug, name, category, page, feed }: (typeof services)[number], row: FeedRow | null, activeCount: number, now: number): z.output<typeof ServiceRecord> {
  const level = row === null ? 'unknown' : levelNow(row, now);
  const isKnown = row !== null && level !== 'unknown';
  const affected = isKnown ? (JSON.parse(row.components) as Component[]).filter(one => one.level !== 'operational') : [];
  const maintenances = isKnown ? (JSON.parse(row.maintenances) as Maintenance[]).filter(({ status }) => status !== 'completed').slice(0, MAX_MAINTENANCES) : [];
  return {
    slug, name, category, level, pageUrl: page, affected: affected.slice(0, MAX_AFFECTED), affectedCount: affected.length,
    maintenances: maintenances.map(({ id, title, status, startsAt, endsAt, url }) => ({ id, title, status, startsAt: timeOf(startsAt), endsAt: timeOf(endsAt), url })),
    activeIncidents: activeCount,
    feed: feed === null ? null : { kind: (row?.kind ?? feed.kind) as typeof feed.kind, readAt: timeOf(row?.read_at ?? null), failure: row?.failure ?? null },
  };
}
