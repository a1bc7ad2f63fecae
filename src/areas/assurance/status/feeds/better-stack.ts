import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, Id, incidentsOf, Name, partsOf, Time } from './fields.ts';
import { levelIn, worstOf, type Component, type Level, type StatusReport } from './report.ts';

const states: Readonly<Record<string, Level>> = { operational: 'operational', resolved: 'operational', degraded: 'degraded', downtime: 'majorOutage', maintenance: 'maintenance' };

const Page = z.object({ id: Id, type: z.literal('status_page'), attributes: z.object({ aggregate_state: z.string() }) });
const Resource = z.object({ id: Id, type: z.literal('status_page_resource'), attributes: z.object({ public_name: Name, status: z.string() }) });
const Affected = z.object({ status_page_resource_id: Id });
const Report = z.object({
  id: Id, type: z.literal('status_report'),
  attributes: z.object({
    title: Name, report_type: z.string().nullish(), starts_at: Time, ends_at: Time, aggregate_state: z.string(), message: Body,
    affected_resources: partsOf(Affected).nullish(),
  }),
});
const Other = z.object({ type: z.string().refine(type => !['status_page', 'status_page_resource', 'status_report'].includes(type)) });
const Index = z.object({ data: Page, included: incidentsOf(z.union([Resource, Report, Other])).nullish() });

/** `/index.json` of Better Stack (JSON:API). */
export const readBetterStack = jsonFeed(Index, ({ data, included }): StatusReport => {
  const all = included ?? [];
  const components = all.filter(one => isOf(one, 'status_page_resource')).map(({ id, attributes }): Component => ({ id, name: attributes.public_name, group: null, region: null, level: levelIn(states, attributes.status) }));
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const reports = all.filter(one => isOf(one, 'status_report')).map(({ id, attributes: report }) => (
    { id, ...report, components: (report.affected_resources ?? []).flatMap(({ status_page_resource_id: resource }) => names.get(resource) ?? []) }));
  return {
    level: worstOf([levelIn(states, data.attributes.aggregate_state), ...components.map(({ level }) => level)]),
    components,
    incidents: reports.filter(({ report_type: type }) => type !== 'maintenance').map(({ id, title, aggregate_state: state, starts_at: startedAt, ends_at: resolvedAt, components: affected }) => ({
      id, title, status: resolvedAt === null && state !== 'resolved' ? 'investigating' : 'resolved', impact: levelIn(states, state), startedAt, resolvedAt, url: null, components: affected, regions: [], updates: [],
    })),
    maintenances: reports.filter(({ report_type: type }) => type === 'maintenance').map(({ id, title, aggregate_state: state, starts_at: startsAt, ends_at: endsAt, components: affected }) => (
      { id, title, status: state === 'maintenance' ? 'inProgress' : 'unknown', startsAt, endsAt, url: null, components: affected })),
  };
});

type Included = z.output<typeof Resource> | z.output<typeof Report> | z.output<typeof Other>;

function isOf<Type extends 'status_page_resource' | 'status_report'>(one: Included, type: Type): one is Extract<Included, { type: Type; attributes: object }> {
  return one.type === type;
}
