import { z } from 'zod';
import { oneLine } from '../../../core/inputs.ts';
import { Condition, operators } from './conditions/condition.ts';
import { checkKinds, dnsTypes, httpMethods } from './kinds/kinds.ts';
import { causes } from './machine/outcome.ts';
import { checkStates } from './machine/state.ts';

const MAX_TEXT = 10_000;
const TIME = z.string().nullable();

/** Of one header that is sent: secret values are encrypted and never shown again. */
const HeaderInput = z.strictObject({
  name: z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'This is no name of a header.'),
  value: z.string().max(4000).regex(/^[^\r\n\0]*$/, 'A value has no line breaks.').optional().describe('Left out, the secret value that is kept stays'),
  secret: z.boolean().default(false).describe('Encrypted, and never shown again; Authorization, Cookie and the like always are'),
});
const HeaderRecord = z.object({ name: z.string(), value: z.string().nullable().describe('Null where it is secret'), secret: z.boolean() });

/** A time in which failures are expected. */
const MaintenanceWindow = z.strictObject({
  from: z.iso.datetime({ offset: true }).describe('Start; of a repeated window, its first'),
  minutes: z.int().min(1).max(7 * 24 * 60),
  every: z.enum(['once', 'day', 'week']).default('once'),
});
export type MaintenanceWindow = z.output<typeof MaintenanceWindow>;

const request = {
  method: z.enum(httpMethods).describe('http, keyword and json'),
  requestBody: z.string().max(MAX_TEXT).nullable().describe('http, keyword and json'),
  followRedirects: z.boolean().describe('Up to 5, each one checked like the target itself'),
  keyword: oneLine(500).nullable().describe('keyword: the text that the body must have'),
  keywordAbsent: z.boolean().describe('keyword: the body must not have it'),
  recordType: z.enum(dnsTypes).describe('dns'),
  service: z.string().max(200).describe('grpc: the service that is asked for; empty for the server'),
  tls: z.boolean().describe('grpc, imap: TLS from the start'),
  graceSeconds: z.int().min(0).max(86_400).describe('push: how late a call may be'),
};

const writable = {
  name: oneLine(120),
  target: z.string().trim().max(2000).describe('A URL for http, keyword, json and websocket; host:port for tcp, tls, grpc, smtp and imap; a host for icmp, a name for dns; empty for push'),
  key: z.string().regex(/^[\w.:/-]{1,120}$/).nullable().describe('What a file of checks calls it'),
  intervalSeconds: z.int().min(10).max(86_400).describe('From the shortest of the plan to 24 hours'),
  timeoutMs: z.int().min(500).max(60_000).describe('For everything together: DNS, connecting, TLS, the reply'),
  ...request,
  headers: z.array(HeaderInput).max(30),
  conditions: z.array(Condition).max(30).describe('All must hold; none means a status of 200 to 399, or that the target answers'),
  failAfter: z.int().min(1).max(10).describe('So many failures in a row make it down'),
  recoverAfter: z.int().min(1).max(10).describe('So many successes in a row make it up again'),
  degradedMs: z.int().min(1).max(60_000).nullable().describe('Slower replies count as degraded'),
  tlsDays: z.int().min(1).max(90).nullable().describe('A certificate that expires within so many days counts as degraded'),
  dependsOn: z.string().nullable().describe('The check without which this one cannot work: while that is down, this one raises nothing'),
  maintenance: z.array(MaintenanceWindow).max(20),
  enabled: z.boolean(),
};

const standards = {
  key: null, intervalSeconds: 300, timeoutMs: 10_000, method: 'GET', requestBody: null, followRedirects: true, keyword: null, keywordAbsent: false, recordType: 'A', service: '', tls: true, graceSeconds: 60,
  failAfter: 3, recoverAfter: 2, degradedMs: null, tlsDays: null, dependsOn: null, enabled: true,
} as const;
const lists = { headers: [], conditions: [], maintenance: [] };
const defaults: Record<string, unknown> = { ...standards, ...lists };

type Writable = typeof writable;
type Defaulted = { [Name in keyof Writable]: Name extends keyof typeof standards | keyof typeof lists ? z.ZodDefault<Writable[Name]> : Writable[Name] };

const withDefaults = Object.fromEntries(Object.entries(writable).map(([name, schema]) => [name, name in defaults ? (schema as z.ZodType).default(defaults[name] as never) : schema])) as unknown as Defaulted;

/** A check as it is created, and as files have it. */
export const NewCheck = z.strictObject({ kind: z.enum(checkKinds), ...withDefaults, target: writable.target.default('') });
export type NewCheck = z.output<typeof NewCheck>;

/** What can be changed of a check. */
export const checkChanges = z.strictObject(writable).partial().shape;

const Outcome = z.enum(['up', 'degraded', 'down', 'unknown', 'maintenance']);
export const State = z.enum(checkStates);
const Cause = z.enum(causes).nullable();

const LastResult = z.object({
  at: z.string(), outcome: Outcome, durationMs: z.int().nullable(), status: z.int().nullable(), cause: Cause, error: z.string().nullable(),
});

/** Uptime of a period in per cent; unknown time and maintenance are left out, null where nothing is left. */
const Uptime = z.object({ day: z.number().nullable(), week: z.number().nullable(), month: z.number().nullable(), quarter: z.number().nullable() }).describe('Per cent over 1, 7, 30 and 90 days; unknown time and maintenance are left out');

/** As replies have them. */
const ConditionRecord = z.object({ source: z.string(), op: z.enum(operators), value: z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))]) }).meta({ id: 'CheckCondition' });
const MaintenanceRecord = z.object({ from: z.string(), minutes: z.int(), every: z.enum(['once', 'day', 'week']) }).meta({ id: 'CheckMaintenance' });

export const CheckRecord = z.object({
  id: z.string(), kind: z.enum(checkKinds), name: z.string(), target: z.string(), key: z.string().nullable(),
  domainId: z.string().nullable().describe('The domain whose uptime it is; null for one that was added by itself'),
  intervalSeconds: z.int(), timeoutMs: z.int(), ...request, keyword: z.string().nullable(), headers: z.array(HeaderRecord), conditions: z.array(ConditionRecord),
  failAfter: z.int(), recoverAfter: z.int(), degradedMs: z.int().nullable(), tlsDays: z.int().nullable(), dependsOn: z.string().nullable(), maintenance: z.array(MaintenanceRecord), enabled: z.boolean(),
  state: State, stateSince: TIME, last: LastResult.nullable(), incidentId: z.string().nullable(), tlsExpiresAt: TIME,
  uptime: Uptime, p50Ms: z.int().nullable(), p95Ms: z.int().nullable().describe('Of the last day'),
  days: z.array(z.object({
    date: z.string(), uptime: z.number().nullable().describe('Per cent; null where nothing is known'), downSeconds: z.int(), degradedSeconds: z.int(), unknownSeconds: z.int(), p95Ms: z.int().nullable(),
  })).describe('One for each day that was asked for, oldest first; days without a result are left out'),
  pushUrl: z.string().nullable().describe('push: shown once, when it is made or made new'),
  createdAt: z.string(), updatedAt: z.string(), version: z.int(),
}).meta({ id: 'CustomCheck' });
export type CheckRecord = z.output<typeof CheckRecord>;
export const CheckReply = z.object({ success: z.literal(true), data: CheckRecord });

const bucket = {
  from: z.string(), results: z.int(), failed: z.int(),
  upSeconds: z.int(), degradedSeconds: z.int(), downSeconds: z.int(), unknownSeconds: z.int(), maintenanceSeconds: z.int(),
  uptime: z.number().nullable(), minMs: z.int().nullable(), p50Ms: z.int().nullable(), p95Ms: z.int().nullable(), p99Ms: z.int().nullable(), maxMs: z.int().nullable(),
};
/** One result, or what the results of a minute, an hour or a day add up to. */
export const ResultRecord = z.discriminatedUnion('resolution', [
  z.object({ resolution: z.literal('raw'), ...LastResult.omit({ error: true }).shape }),
  z.object({ resolution: z.literal('minute'), ...bucket }),
  z.object({ resolution: z.literal('hour'), ...bucket }),
  z.object({ resolution: z.literal('day'), ...bucket }),
]).meta({ id: 'CheckResults' });
export type ResultRecord = z.output<typeof ResultRecord>;

/** What a single try of a check saw. */
export const TryRecord = z.object({
  ...LastResult.shape,
  address: z.string().nullable(), tlsExpiresAt: TIME,
  phases: z.object({ dnsMs: z.number().nullable(), connectMs: z.number().nullable(), tlsMs: z.number().nullable(), firstByteMs: z.number().nullable(), totalMs: z.number() }).describe('Each in milliseconds; null for one that was not reached'),
  conditions: z.array(z.object({ condition: z.string(), holds: z.boolean(), observed: z.string() })),
  reply: z.string().nullable().describe('The first 4 kB of the reply, without secrets'),
}).meta({ id: 'CheckTry' });
export type TryRecord = z.output<typeof TryRecord>;

export const FailureRecord = z.object({ ...TryRecord.shape, id: z.string() }).meta({ id: 'CheckFailure' });

export const IncidentRecord = z.object({
  id: z.string(), state: z.enum(['open', 'resolved']), title: z.string(), host: z.string(), cause: z.string(),
  startedAt: z.string(), resolvedAt: TIME, acknowledgedAt: TIME, acknowledgedBy: z.string().nullable(), note: z.string().nullable(),
  checks: z.array(z.object({ id: z.string(), name: z.string(), from: z.string(), until: TIME })),
  services: z.array(z.object({ name: z.string(), level: z.string(), title: z.string(), since: TIME, url: z.string() })).describe('What followed third-party services reported when it began'),
  timeline: z.array(z.object({ at: z.string(), kind: z.enum(['opened', 'joined', 'recovered', 'resolved', 'acknowledged', 'noted', 'service']), text: z.string() })),
}).meta({ id: 'CheckIncident' });
export type IncidentRecord = z.output<typeof IncidentRecord>;
export const IncidentReply = z.object({ success: z.literal(true), data: IncidentRecord });

/** The checks of one domain. */
export const DomainUptime = z.object({
  website: CheckRecord.nullable().describe('Null where it is switched off'),
  mail: CheckRecord.nullable(),
}).meta({ id: 'DomainUptime' });
