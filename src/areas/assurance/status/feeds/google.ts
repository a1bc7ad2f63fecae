import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Name, partsOf, stateIn, Time, updatesOf } from './fields.ts';
import { activeOf, levelIn, worstOf, type Component, type Incident, type Level, type StatusReport } from './report.ts';

const impacts: Readonly<Record<string, Level>> = { SERVICE_INFORMATION: 'degraded', SERVICE_DISRUPTION: 'partialOutage', SERVICE_OUTAGE: 'majorOutage', AVAILABLE: 'operational' };
const states: Readonly<Record<string, string>> = { SERVICE_INFORMATION: 'identified', SERVICE_DISRUPTION: 'identified', SERVICE_OUTAGE: 'identified', AVAILABLE: 'resolved' };
/** Older incidents are in the operator's own archive. */
const MAX_KEPT = 50;

const Product = z.object({ id: Id, title: Name });
const Location = z.object({ title: Name, id: Id });
const Update = z.object({ when: Time, created: Time, text: Body, status: z.string().nullish() });
const Event = z.object({
  id: Id, begin: Time.refine(at => at !== null), end: Time, external_desc: Body, status_impact: z.string(), service_name: Name.nullish(),
  affected_products: partsOf(Product).nullish(), currently_affected_locations: partsOf(Location).nullish(), updates: updatesOf(Update).nullish(),
});

/** `incidents.json` of Google Cloud and Google Workspace: every incident of the last years; active are those without an end. */
export const readGoogle = jsonFeed(incidentsOf(Event), (events): StatusReport => {
  const incidents = events.map(incidentOf).toSorted((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0));
  const active = activeOf(incidents);
  const components = events.filter(({ end }) => end === null).flatMap(componentsOf);
  const ended = incidents.filter(({ status }) => status === 'resolved');
  return { level: worstOf(['operational', ...active.map(({ impact }) => impact)]), components, incidents: [...active, ...ended].slice(0, MAX_KEPT), maintenances: [] };
});

function componentsOf({ affected_products: products, currently_affected_locations: locations, status_impact: impact }: z.output<typeof Event>): Component[] {
  const regions = locations && locations.length > 0 ? locations.map(location => location.id) : [null];
  return (products ?? []).flatMap(({ id, title }) => regions.map(region => ({ id: region === null ? id : `${id}/${region}`, name: title, group: null, region, level: levelIn(impacts, impact) })));
}

function incidentOf({ id, begin, end, external_desc: title, status_impact: impact, affected_products: products, currently_affected_locations: locations, updates, service_name: service }: z.output<typeof Event>): Incident {
  return {
    id, title: title.slice(0, 300), status: end === null ? 'identified' : 'resolved', impact: levelIn(impacts, impact), startedAt: begin, resolvedAt: end,
    url: null,
    components: products?.map(product => product.title) ?? (service ? [service] : []), regions: (locations ?? []).map(location => location.id),
    updates: (updates ?? []).map(({ when, created, text, status }) => ({ at: when ?? created, status: stateIn(states[status ?? ''] ?? ''), body: text })),
  };
}
