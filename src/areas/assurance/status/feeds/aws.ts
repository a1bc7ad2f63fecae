import { z } from 'zod';
import { jsonFeed } from './decode.ts';
import { Body, incidentsOf, Name, updatesOf } from './fields.ts';
import { activeOf, levelIn, worstOf, type Component, type Incident, type Level } from './report.ts';

const levelOfStatus: Readonly<Record<string, Level>> = { 0: 'operational', 1: 'degraded', 2: 'partialOutage', 3: 'majorOutage' };
const RESOLVED = '0';

const Seconds = z.union([z.number(), z.string().regex(/^\d{1,12}$/)]).transform(seconds => Number(seconds) * 1000);
const Status = z.union([z.number(), z.string()]).transform(String);
const Entry = z.object({ summary: Body, message: Body, status: Status.nullish(), timestamp: Seconds.nullish() });
const Event = z.object({
  date: Seconds, arn: z.string().regex(/^arn:aws[\w-]*:health:[\w-]*:/).max(400), status: Status.nullish(), service_name: Name.nullish(), summary: Body,
  event_log: updatesOf(Entry).nullish(),
});

/** `currentevents` of AWS, in UTF-16 with a byte order mark: what is affected now, each service of each region. */
export const readAws = jsonFeed(incidentsOf(Event), events => {
  const incidents = events.map(incidentOf);
  const components = activeOf(incidents).map(({ id, impact, components: [name], regions: [region] }): Component => ({ id, name: name!, group: null, region: region ?? null, level: impact }));
  return { level: worstOf(['operational', ...components.map(({ level }) => level)]), components, incidents, maintenances: [] };
});

function incidentOf({ date, arn, status, service_name: serviceName, summary, event_log: log }: z.output<typeof Event>): Incident {
  const [, , , region = '', , path = ''] = arn.split(':');
  const [, service = ''] = /:event\/([^/]+)\//.exec(arn) ?? [];
  const updates = (log ?? []).map(({ summary: title, message, status: word, timestamp }) => (
    { at: timestamp ?? null, status: word === RESOLVED ? 'resolved' as const : 'investigating' as const, body: message || title })).toReversed();
  const now = status ?? log?.at(-1)?.status ?? '';
  return {
    id: arn.slice(0, 200), title: summary || path, status: now === RESOLVED ? 'resolved' : 'investigating', impact: levelIn(levelOfStatus, now),
    startedAt: date, resolvedAt: now === RESOLVED ? log?.at(-1)?.timestamp ?? null : null, url: null,
    components: [serviceName ?? (service || 'AWS')], regions: region === '' || region === 'global' ? [] : [region], updates,
  };
}
