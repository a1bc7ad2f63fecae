import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Link, Name, partsOf, stateIn, Time, updatesOf } from './fields.ts';
import { activeOf, levelIn, worstOf, type Component, type Incident, type Level } from './report.ts';

const types: Readonly<Record<string, Level>> = { notice: 'degraded', incident: 'partialOutage', outage: 'majorOutage', maintenance: 'maintenance' };

const Note = z.object({ date_created: Time, body: Body });
const Event = z.object({ id: Id, date_created: Time, title: Name, type: z.string(), status: z.string(), url: Link, services: partsOf(Name).nullish(), notes: updatesOf(Note).nullish() });
const Current = z.object({ status: z.enum(['ok', 'active']), date_updated: z.string(), active_incidents: incidentsOf(Event) });

/** `/api/v2.0.0/current` of Slack: what is affected now. */
export const readSlack = jsonFeed(Current, ({ status, active_incidents: events }) => {
  const incidents = events.map(incidentOf);
  const active = activeOf(incidents);
  const services = [...new Set(active.flatMap(({ components }) => components))];
  const components = services.map((name): Component => ({ id: name, name, group: null, region: null, level: worstOf(active.filter(one => one.components.includes(name)).map(({ impact }) => impact)) }));
  return { level: worstOf([status === 'ok' ? 'operational' : 'unknown', ...active.map(({ impact }) => impact)]), components, incidents, maintenances: [] };
});

function incidentOf({ id, title, type, status, url, services, notes, date_created: startedAt }: z.output<typeof Event>): Incident {
  const state = stateIn(status);
  return {
    id, title, status: state, impact: levelIn(types, type), startedAt, resolvedAt: null, url, components: services ?? [], regions: [],
    updates: (notes ?? []).map(({ date_created: at, body }) => ({ at, status: 'unknown', body })),
  };
}
