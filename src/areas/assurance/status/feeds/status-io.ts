import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Name, partsOf, stateIn, Time, updatesOf } from './fields.ts';
import { levelIn, worstOf, type Component as Part, type Level, type Maintenance } from './report.ts';

/** Security events are shown as degraded: what is affected still answers. */
const codes: Readonly<Record<string, Level>> = { 100: 'operational', 200: 'maintenance', 300: 'degraded', 400: 'partialOutage', 500: 'majorOutage', 600: 'degraded' };

const Message = z.object({ details: Body, datetime: Time, state: z.number().nullish() });
const Named = z.object({ name: Name });
const Container = z.object({ id: Id, name: Name, status_code: z.number() });
const Component = z.object({ id: Id, name: Name, status_code: z.number(), containers: partsOf(Container).nullish() });
const Event = z.object({ _id: Id, name: Name, messages: updatesOf(Message).nullish(), components_affected: partsOf(Named).nullish(), containers_affected: partsOf(Named).nullish() });
const Incident = Event.extend({ datetime_open: Time, status_code: z.number().nullish() });
const Planned = Event.extend({ datetime_planned_start: Time, datetime_planned_end: Time });
const Reply = z.object({
  result: z.object({
    status_overall: z.object({ status_code: z.number() }), status: partsOf(Component),
    incidents: incidentsOf(Incident).nullish(), maintenance: z.object({ active: incidentsOf(Planned).nullish(), upcoming: incidentsOf(Planned).nullish() }).nullish(),
  }),
});

const states: Readonly<Record<number, string>> = { 100: 'investigating', 200: 'identified', 300: 'monitoring', 400: 'resolved' };

/** `/1.0/status/<page>` of status.io; a component in several containers is one for each, which is the region. */
export const readStatusIo = jsonFeed(Reply, ({ result }) => {
  const components = result.status.flatMap(({ id, name, status_code: code, containers }): Part[] => {
    const own = { id, name, group: null, region: null, level: levelIn(codes, String(code)) };
    return containers && containers.length > 1 ? containers.map(container => ({ ...own, id: `${id}/${container.id}`, region: container.name, level: levelIn(codes, String(container.status_code)) })) : [own];
  });
  const planned = (given: readonly z.output<typeof Planned>[] | null | undefined, status: Maintenance['status']) =>
    (given ?? []).map(({ _id: id, name, datetime_planned_start: startsAt, datetime_planned_end: endsAt, components_affected: affected }) => (
      { id, title: name, status, startsAt, endsAt, url: null, components: (affected ?? []).map(component => component.name) }));
  return {
    level: worstOf([levelIn(codes, String(result.status_overall.status_code)), ...result.status.map(({ status_code: code }) => levelIn(codes, String(code)))]),
    components,
    incidents: (result.incidents ?? []).map(incidentOf),
    maintenances: [...planned(result.maintenance?.active, 'inProgress'), ...planned(result.maintenance?.upcoming, 'scheduled')],
  };
});

function incidentOf({ _id: id, name, messages, datetime_open: startedAt, status_code: code, components_affected: components, containers_affected: containers }: z.output<typeof Incident>) {
  const updates = (messages ?? []).map(({ details, datetime, state }) => ({ at: datetime, status: stateIn(states[state ?? 0] ?? ''), body: details })).toReversed();
  return {
    id, title: name, status: updates[0]?.status ?? 'unknown' as const, impact: levelIn(codes, String(code ?? '')), startedAt, resolvedAt: null, url: null,
    components: (components ?? []).map(component => component.name), regions: (containers ?? []).map(container => container.name), updates,
  };
}
