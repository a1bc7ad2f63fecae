import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Id, incidentsOf, Link, Name, stateIn, Time } from './fields.ts';
import { levelIn, worstOf, type Level, type Maintenance } from './report.ts';

const impacts: Readonly<Record<string, Level>> = {
  OPERATIONAL: 'operational', DEGRADEDPERFORMANCE: 'degraded', MINOROUTAGE: 'degraded', PARTIALOUTAGE: 'partialOutage', MAJOROUTAGE: 'majorOutage', UNDERMAINTENANCE: 'maintenance',
};
const maintenanceStates: Readonly<Record<string, Maintenance['status']>> = { NOTSTARTEDYET: 'scheduled', INPROGRESS: 'inProgress', VERIFYING: 'inProgress', COMPLETED: 'completed' };

const Entry = z.object({ id: Id.nullish(), name: Name, status: z.string(), url: Link });
const Incident = Entry.extend({ started: Time, impact: z.string() });
const Maintenance = Entry.extend({ start: Time });
const State = z.enum(['UP', 'HASISSUES', 'UNDERMAINTENANCE']);
const Summary = z.object({
  page: z.object({ name: z.string(), status: State.optional() }), status: z.object({ type: State }).optional(),
  activeIncidents: incidentsOf(Incident).nullish(), activeMaintenances: incidentsOf(Maintenance).nullish(),
}).refine(({ page, status }) => page.status ?? status, { path: ['page', 'status'] });

/** `/summary.json` of Instatus: the state stands at the page or besides it. */
export const readInstatus = jsonFeed(Summary, ({ page, status, activeIncidents, activeMaintenances }) => {
  const incidents = (activeIncidents ?? []).map(({ id, name, status: word, started, impact, url }) => ({
    id: id ?? url ?? name, title: name, status: stateIn(word), impact: levelIn(impacts, impact), startedAt: started, resolvedAt: null, url, components: [], regions: [], updates: [],
  }));
  return {
    level: levelOf(page.status ?? status!.type, incidents.map(({ impact }) => impact)), components: [], incidents,
    maintenances: (activeMaintenances ?? []).map(({ id, name, status: word, start, url }) => (
      { id: id ?? url ?? name, title: name, status: Object.hasOwn(maintenanceStates, word) ? maintenanceStates[word]! : 'unknown' as const, startsAt: start, endsAt: null, url, components: [] })),
  };
});

function levelOf(state: z.output<typeof State>, ofIncidents: readonly Level[]): Level {
  const ofPage = { UP: 'operational', HASISSUES: 'degraded', UNDERMAINTENANCE: 'maintenance' } as const;
  return worstOf([ofPage[state], ...ofIncidents]);
}
