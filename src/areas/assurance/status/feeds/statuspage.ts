import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Link, Name, partsOf, stateIn, Time, updatesOf } from './fields.ts';
import { levelIn, worstOf, type Incident, type Level, type Maintenance } from './report.ts';

const pageLevels: Readonly<Record<string, Level>> = { none: 'operational', minor: 'degraded', major: 'partialOutage', critical: 'majorOutage', maintenance: 'maintenance' };
const componentLevels: Readonly<Record<string, Level>> = {
  operational: 'operational', degraded_performance: 'degraded', partial_outage: 'partialOutage', major_outage: 'majorOutage', full_outage: 'majorOutage', under_maintenance: 'maintenance',
};
const maintenanceStates: Readonly<Record<string, Maintenance['status']>> = { scheduled: 'scheduled', in_progress: 'inProgress', verifying: 'inProgress', completed: 'completed' };

const Status = z.object({ indicator: z.string() });
const Named = z.object({ name: Name });
const Component = z.object({ id: Id, name: Name, status: z.string(), group: z.boolean().nullish(), group_id: Id.nullish() });
const Update = z.object({ status: z.string(), body: Body, display_at: Time, created_at: Time });
const Incident = z.object({
  id: Id, name: Name, status: z.string(), impact: z.string().nullish(), started_at: Time, created_at: Time, resolved_at: Time, shortlink: Link,
  incident_updates: updatesOf(Update).nullish(), components: partsOf(Named).nullish(),
});
const Maintenance = Incident.pick({ id: true, name: true, status: true, shortlink: true, components: true }).extend({ scheduled_for: Time, scheduled_until: Time });
const Summary = z.object({
  page: z.object({ name: z.string() }), status: Status, components: partsOf(Component),
  incidents: incidentsOf(Incident).nullish(), scheduled_maintenances: incidentsOf(Maintenance).nullish(),
});

/** `/api/v2/summary.json` of Statuspage, which pages of incident.io answer as well. The level of the page is raised to that of its worst component. */
export const readStatuspage = jsonFeed(Summary, ({ status, components: all, incidents, scheduled_maintenances: maintenances }) => {
  const groups = new Map(all.map(({ id, name }) => [id, name]));
  const components = all.filter(({ group }) => group !== true)
    .map(({ id, name, status: word, group_id: group }) => ({ id, name, group: group ? groups.get(group) ?? null : null, region: null, level: levelIn(componentLevels, word) }));
  return {
    level: worstOf([levelIn(pageLevels, status.indicator), ...components.map(({ level }) => level)]),
    components, incidents: (incidents ?? []).map(incidentOf), maintenances: (maintenances ?? []).map(maintenanceOf),
  };
});

/** `/api/v2/status.json` of pages that have no summary: the level alone. */
export const readStatuspageStatus = jsonFeed(z.object({ page: z.object({ name: z.string() }), status: Status, components: z.undefined().optional() }), ({ status }) => ({
  level: levelIn(pageLevels, status.indicator), components: [], incidents: [], maintenances: [],
}));

function incidentOf({ id, name, status, impact, started_at: started, created_at: created, resolved_at: resolved, shortlink, incident_updates: updates, components }: z.output<typeof Incident>): Incident {
  return {
    id, title: name, status: stateIn(status), impact: levelIn(pageLevels, impact ?? ''), startedAt: started ?? created, resolvedAt: resolved, url: shortlink,
    components: (components ?? []).map(component => component.name), regions: [],
    updates: (updates ?? []).map(update => ({ at: update.display_at ?? update.created_at, status: stateIn(update.status), body: update.body })),
  };
}

function maintenanceOf({ id, name, status, shortlink, components, scheduled_for: startsAt, scheduled_until: endsAt }: z.output<typeof Maintenance>): Maintenance {
  return { id, title: name, status: Object.hasOwn(maintenanceStates, status) ? maintenanceStates[status]! : 'unknown', startsAt, endsAt, url: shortlink, components: (components ?? []).map(component => component.name) };
}
