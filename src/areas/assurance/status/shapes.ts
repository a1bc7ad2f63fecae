import { z } from 'zod';
import { categories } from './catalogue/service.ts';
import { feedKinds } from './feeds/kinds.ts';
import { incidentStates, levels, type Incident } from './feeds/report.ts';
import type { IncidentRow } from './store.ts';

export const LevelName = z.enum(levels).describe('`unknown` where the status page was not read: never a state of the service');

export const ComponentRecord = z.object({ id: z.string(), name: z.string(), group: z.string().nullable(), region: z.string().nullable(), level: LevelName }).meta({ id: 'StatusComponent' });

export const ServiceRecord = z.object({
  slug: z.string(),
  name: z.string(),
  category: z.enum(categories),
  level: LevelName,
  pageUrl: z.string().describe('Its status page, for people'),
  affected: z.array(ComponentRecord).describe('The components that are not operational, at most 50'),
  affectedCount: z.number().int(),
  maintenances: z.array(z.object({ id: z.string(), title: z.string(), status: z.enum(['scheduled', 'inProgress', 'completed', 'unknown']), startsAt: z.string().nullable(), endsAt: z.string().nullable(), url: z.string().nullable() })).describe('Announced by the operator, at most 10'),
  activeIncidents: z.number().int(),
  feed: z.object({
    kind: z.enum(feedKinds),
    readAt: z.string().nullable().describe('When it last could be read'),
    failure: z.string().nullable().describe('Why the last try gave nothing'),
  }).nullable().describe('Null where the page has none that programs can read: then the level is `unknown`'),
}).meta({ id: 'StatusService' });

export const IncidentRecord = z.object({
  id: z.string(),
  service: z.string().describe('The slug of the service'),
  title: z.string(),
  status: z.enum(incidentStates),
  impact: LevelName,
  startedAt: z.string(),
  resolvedAt: z.string().nullable(),
  url: z.string().nullable(),
  components: z.array(z.string()),
  regions: z.array(z.string()),
  updates: z.array(z.object({ at: z.string().nullable(), status: z.enum(incidentStates), body: z.string() })).describe('As the operator wrote them, the newest first'),
}).meta({ id: 'StatusIncident' });

const MAX_UPDATES = 20;

export function presentIncident({ id, feed_id: service, started_at: startedAt, resolved_at: resolvedAt, incident: text }: IncidentRow): z.output<typeof IncidentRecord> {
  const { title, status, impact, url, components, regions, updates } = JSON.parse(text) as Incident;
  return {
    id, service, title, status: resolvedAt === null ? status : 'resolved', impact, startedAt: new Date(startedAt).toISOString(), resolvedAt: timeOf(resolvedAt), url, components: [...components], regions: [...regions],
    updates: updates.slice(0, MAX_UPDATES).map(({ at, status: state, body }) => ({ at: timeOf(at), status: state, body })),
  };
}

/** ISO 8601; null for no time, and for one that no calendar has. */
export function timeOf(at: number | null): string | null {
  return at === null || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();
}
