import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Name, partsOf, Time, updatesOf } from './fields.ts';
import { worstOf, type Component, type Incident, type Level, type Maintenance } from './report.ts';

const Impact = z.object({ startTime: Time, endTime: Time, severity: z.string().nullish() });
const Event = z.object({ createdAt: Time, message: Body });
const Trouble = z.object({ id: Id, createdAt: Time, IncidentImpacts: updatesOf(Impact).nullish(), IncidentEvents: updatesOf(Event).nullish(), serviceKeys: partsOf(Name).nullish() });
const Planned = z.object({ id: Id, name: Name.nullish(), plannedStartTime: Time, plannedEndTime: Time, MaintenanceImpacts: updatesOf(Impact).nullish() });
const Instance = z.object({ key: Name, location: Name.nullish(), environment: z.string(), isActive: z.boolean(), status: z.string(), Incidents: incidentsOf(Trouble), Maintenances: incidentsOf(Planned).nullish() });

/** `/v1/instances` of Salesforce Trust: each instance is a component, and its location the region. Retired ones are left out. */
export const readSalesforce = jsonFeed(partsOf(Instance).min(1), all => {
  const instances = all.filter(({ isActive }) => isActive);
  const components = instances.map(({ key, location, environment, status }): Component => ({ id: key, name: key, group: environment, region: location || null, level: levelOf(status) }));
  const incidents = new Map<string, Incident>();
  for (const { key, location, status, Incidents } of instances) {
    for (const trouble of Incidents) {
      const known = incidents.get(trouble.id) ?? incidentOf(trouble, levelOf(status));
      incidents.set(trouble.id, { ...known, components: [...known.components, key], regions: [...new Set([...known.regions, ...(location ? [location] : [])])] });
    }
  }
  return { level: worstOf(components.map(({ level }) => level)), components, incidents: [...incidents.values()], maintenances: maintenancesOf(instances) };
});

/** Words such as `MAJOR_INCIDENT_CORE` and `MAINTENANCE_NONCORE`. */
function levelOf(status: string): Level {
  if (status === 'OK' || status === 'INFORMATIONAL') return 'operational';
  const [, word] = /^(MAJOR_INCIDENT|MINOR_INCIDENT|MAINTENANCE)_(?:NON)?CORE$/.exec(status) ?? [];
  return word === undefined ? 'unknown' : ({ MAJOR_INCIDENT: 'majorOutage', MINOR_INCIDENT: 'degraded', MAINTENANCE: 'maintenance' } as const)[word as 'MAINTENANCE'];
}

function incidentOf({ id, createdAt, IncidentImpacts: impacts, IncidentEvents: events, serviceKeys }: z.output<typeof Trouble>, level: Level): Incident {
  const ends = (impacts ?? []).map(({ endTime }) => endTime);
  const isOver = ends.length > 0 && ends.every(end => end !== null);
  return {
    id, title: serviceKeys?.length ? `Incident ${id}: ${serviceKeys.slice(0, 5).join(', ')}` : `Incident ${id}`, status: isOver ? 'resolved' : 'investigating',
    impact: level, startedAt: impacts?.[0]?.startTime ?? createdAt, resolvedAt: isOver ? Math.max(...ends) : null,
    url: `https://status.salesforce.com/incidents/${encodeURIComponent(id)}`, components: [], regions: [],
    updates: (events ?? []).map(({ createdAt: at, message }) => ({ at, status: 'unknown', body: message })),
  };
}

function maintenancesOf(instances: readonly z.output<typeof Instance>[]): Maintenance[] {
  const found = new Map<string, Maintenance>();
  for (const { key, status, Maintenances } of instances) {
    for (const { id, name, plannedStartTime: startsAt, plannedEndTime: endsAt } of Maintenances ?? []) {
      const known = found.get(id) ?? { id, title: name ?? `Maintenance ${id}`, status: 'scheduled' as const, startsAt, endsAt, url: `https://status.salesforce.com/maintenances/${encodeURIComponent(id)}`, components: [] };
      found.set(id, { ...known, status: levelOf(status) === 'maintenance' ? 'inProgress' : known.status, components: [...known.components, key] });
    }
  }
  return [...found.values()];
}
