import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Link, Name, partsOf, stateIn, Time, updatesOf } from './fields.ts';
import { levelIn, worstOf, type Component, type Incident, type Level } from './report.ts';

const colours: Readonly<Record<string, Level>> = { green: 'operational', yellow: 'degraded', red: 'majorOutage', blue: 'maintenance' };

const Update = z.object({ contents: Body, created_at: Time, update_type: z.string().nullish() });
const System = z.object({ system: Name, status: z.string() });
const Event = z.object({ id: Id, title: Name, created_at: Time, state: z.string().nullish(), full_url: Link, updates: updatesOf(Update).nullish(), systems: partsOf(Name).nullish() });
const Current = z.object({ status: partsOf(System).min(1), incidents: incidentsOf(Event), scheduled: incidentsOf(Event) });

/** `/api/v4/current-status` of Heroku. */
export const readHeroku = jsonFeed(Current, ({ status, incidents, scheduled }) => {
  const components = status.map(({ system, status: colour }): Component => ({ id: system, name: system, group: null, region: null, level: levelIn(colours, colour) }));
  const level = worstOf(components.map(one => one.level));
  return {
    level, components,
    incidents: incidents.map(event => incidentOf(event, level)),
    maintenances: scheduled.map(({ id, title, created_at: startsAt, full_url: url, systems }) => ({ id, title, status: 'unknown', startsAt, endsAt: null, url, components: systems ?? [] })),
  };
});

/** Its incidents have no level of their own. */
function incidentOf({ id, title, created_at: startedAt, state, full_url: url, updates, systems }: z.output<typeof Event>, level: Level): Incident {
  const status = stateIn(state ?? 'active');
  return {
    id, title, status: status === 'unknown' ? 'investigating' : status, impact: level === 'operational' ? 'unknown' : level, startedAt, resolvedAt: null, url, components: systems ?? [], regions: [],
    updates: (updates ?? []).map(({ contents, created_at: at, update_type: type }) => ({ at, status: stateIn(type ?? ''), body: contents })),
  };
}
