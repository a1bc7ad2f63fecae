import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import { plainText } from '../../../core/inputs.ts';
import { darkwebSources, type DarkwebSource } from '../../../core/outside/darkweb.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { periodInput } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import { isoOf } from '../../domains/inventory/index.ts';
import { titleOf, whatToDo } from './sentences.ts';
import type { AddressRow } from './store/addresses.ts';
import type { Appeared } from './store/address-list.ts';
import type { ListedEvent } from './store/events.ts';
import type { ListedIncident } from './store/incident-list.ts';
import type { IncidentAnswer } from './store/incidents.ts';
import { stateOfSource, type SourceRow } from './store/sources.ts';
import { inEnglish } from './in-english.ts';
import { answerStates, eventKinds, incidentKinds, incidentStates, sourceStates, sourceWords, type IncidentKind } from './words.ts';

const MAX_EMAILS = 100;

const Count = z.number().int();
const Time = z.string().nullable();
const Withheld = Count.describe('Sensitive breaches, which no other figure counts: owners see them with `POST /api/darkweb/emails`');
const KindCounts = z.object(Object.fromEntries(incidentKinds.map(kind => [kind, Count])) as Record<IncidentKind, typeof Count>);
const domainFilter = several(DomainReference).optional().describe('Only of these domains, by name or id');
// oxlint-disable-next-line no-control-regex
export const Reason = plainText(1000, 3);

export const DarkwebSourceState = z.object({
  id: z.enum(darkwebSources),
  title: z.string(),
  state: z.enum(sourceStates).describe('`notConfigured`: nothing is asked; `notAsked`: it may be asked, and nobody has yet'),
  configured: z.boolean().describe('Whether the settings of the service name it, and the key that it needs'),
  termsAccepted: z.boolean(),
  terms: z.object({ url: z.string(), says: z.string() }),
  setting: z.string(),
  coverage: z.string(),
  sends: z.string().describe('Which names leave the service'),
  lastOk: Time.describe('When it answered last'),
  lastError: z.string().nullable(),
  limitedUntil: Time.describe('Until when it asks to be left alone'),
}).meta({ id: 'DarkwebSource' });

export function presentSource(id: DarkwebSource, row: SourceRow | undefined, { isConfigured, isAccepted, now }: { isConfigured: boolean; isAccepted: boolean; now: number }): z.output<typeof DarkwebSourceState> {
  const { title, coverage, setting, sends, terms: { url, says } } = sourceWords[id];
  const limitedUntil = row?.limited_until ?? null;
  return {
    id, title, state: stateOfSource(row, isConfigured && isAccepted, now), configured: isConfigured, termsAccepted: isAccepted, terms: { url, says }, setting, coverage, sends,
    lastOk: isoOf(row?.answered_at ?? null), lastError: row?.failure ?? null, limitedUntil: limitedUntil !== null && limitedUntil > now ? isoOf(limitedUntil) : null,
  };
}

const DomainAnswer = z.object({
  source: z.enum(darkwebSources),
  state: z.enum(answerStates).describe('Only after `ok` is anything known; `notAllowed`: the key does not reach this domain'),
  cause: z.string().nullable().describe('Why there was no answer, and what to do'),
  askedAt: Time,
  answeredAt: Time.describe('How old what is known is; null: nothing is known'),
});

const DomainState = z.object({
  domainId: z.string(),
  domain: z.string(),
  ownership: z.object({ verified: z.boolean(), by: z.string().nullable().describe('The domain of the account whose proof covers it'), url: z.string().describe('Where to prove it') }),
  state: z.enum(['idle', 'queued', 'running']),
  runId: z.string().nullable(),
  lastScan: Time.describe('When a source was asked last'),
  nextScan: Time,
  counts: z.object({
    breachedAccounts: Count.describe('Addresses of the domain that appear anywhere'), breaches: Count, stealerEmployees: Count, stealerCustomers: Count, leaks: Count, ransomClaims: Count, open: Count,
    withheld: Withheld,
  }).nullable().describe('Null while no source has answered: nothing is known then'),
  sources: z.array(DomainAnswer),
}).meta({ id: 'DarkwebDomain' });
export type DomainState = z.output<typeof DomainState>;

export const StatusQuery = z.strictObject({ domain: domainFilter, ...pageInput });
export const StatusReply = z.object({
  success: z.literal(true),
  data: z.object({ domains: z.array(DomainState), sources: z.array(DarkwebSourceState) }),
  nextCursor: z.string().nullable().describe('Give it as `cursor` for the next domains; null on the last page'),
});

const Answer = z.object({ reason: z.string().nullable(), by: z.string(), at: z.string() });

export const Incident = z.object({
  id: z.string(),
  domainId: z.string(),
  domain: z.string().describe('Its name'),
  kind: z.enum(incidentKinds).describe('A `ransomClaim` is what a group says, not what is known'),
  isClaim: z.boolean().describe('Whether it is a claim of criminals, and no more'),
  source: z.enum(darkwebSources),
  name: z.string().describe('What the source calls it'),
  title: z.string(),
  severity: z.enum(severities),
  occurredOn: z.string().nullable().describe('`YYYY-MM-DD` or `YYYY-MM`'),
  fields: z.array(z.string()).describe('The kinds of data that leaked; the data are never kept'),
  isVerified: z.boolean().nullable().describe('Null where the source does not say'),
  count: Count.nullable().describe('Addresses, computers or records, as the kind has it; null where the source does not count'),
  whatToDo: z.string(),
  status: z.enum(incidentStates),
  answer: Answer.nullable(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
}).meta({ id: 'DarkwebIncident' });

export const IncidentQuery = z.strictObject({
  domain: domainFilter,
  kind: several(z.enum(incidentKinds)).optional().describe('Only of these kinds'),
  source: several(z.enum(darkwebSources)).optional().describe('Only of these sources'),
  status: several(z.enum(incidentStates)).optional().describe('Only of these states'),
  ...pageInput,
});
export const IncidentPage = pageOf(Incident).extend({
  counts: z.object({ total: Count, open: Count, kinds: KindCounts, withheld: Withheld }).meta({ id: 'DarkwebCounts' }).describe('Over all that match, however many the page shows'),
});

export function presentIncident(row: ListedIncident): z.output<typeof Incident> {
  const answer = row.answer === null ? null : JSON.parse(row.answer) as IncidentAnswer;
  const isHidden = row.sensitive === 1;
  return {
    id: row.id, domainId: row.domain_id, domain: row.name, kind: row.kind as IncidentKind, isClaim: row.kind === 'ransomClaim', source: row.source as DarkwebSource, name: isHidden ? inEnglish.sensitive : row.title, title: titleOf(inEnglish, row, row.name),
    severity: row.severity as Severity, occurredOn: isHidden ? null : row.occurred_on, fields: isHidden ? [] : JSON.parse(row.fields) as string[], isVerified: row.verified === null ? null : row.verified === 1, count: row.count, whatToDo: whatToDo(inEnglish, row),
    status: row.state as (typeof incidentStates)[number], answer: answer && { ...answer, at: isoOf(answer.at)! }, firstSeenAt: isoOf(row.first_seen_at)!, lastSeenAt: isoOf(row.last_seen_at)!,
  };
}

export const DarkwebEvent = z.object({
  id: z.string(),
  kind: z.enum(eventKinds),
  domainId: z.string(),
  domain: z.string(),
  incidentId: z.string(),
  source: z.enum(darkwebSources),
  severity: z.enum(severities),
  title: z.string(),
  added: Count.nullable().describe('How many addresses, computers or records are new; null where the source does not count'),
  whatToDo: z.string(),
  at: z.string().describe('When it became known here'),
}).meta({ id: 'DarkwebEvent' });

export const EventQuery = z.strictObject({ domain: domainFilter, kind: several(z.enum(eventKinds)).optional().describe('Only of these kinds'), ...periodInput, ...pageInput });
export const EventPage = pageOf(DarkwebEvent);

export function presentEvent(row: ListedEvent): z.output<typeof DarkwebEvent> {
  const incident = { ...row, kind: row.incidentKind };
  return {
    id: row.id, kind: row.kind as (typeof eventKinds)[number], domainId: row.domain_id, domain: row.name, incidentId: row.incident_id, source: row.source as DarkwebSource, severity: row.severity as Severity,
    title: titleOf(inEnglish, incident, row.name), added: row.added, whatToDo: whatToDo(inEnglish, incident), at: isoOf(row.at)!,
  };
}

export const Email = z.object({
  id: z.string(),
  email: z.string().describe('Masked, such as `j***n@example.com`; whole after `reveal`'),
  breaches: z.array(z.object({ incidentId: z.string(), source: z.enum(darkwebSources), name: z.string(), occurredOn: z.string().nullable(), fields: z.array(z.string()), isVerified: z.boolean().nullable(), isSensitive: z.boolean() })),
  withheld: Count.describe('Sensitive breaches that only an owner sees'),
  stealer: z.object({ sources: z.array(z.enum(darkwebSources)), sites: z.array(z.string()).describe('Websites of which credentials were stored on infected computers') }).nullable(),
  mutedUntil: Time.describe('Until when it counts as the address of somebody who has left'),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
}).meta({ id: 'DarkwebEmail' });

export const EmailsInput = z.strictObject({
  domainId: DomainReference,
  emails: z.array(z.string().trim().min(3).max(320)).min(1).max(MAX_EMAILS).optional().describe(`Only these addresses of the domain, at most ${MAX_EMAILS}; left out, all that appear anywhere`),
  reveal: z.boolean().default(false).describe('Whole addresses and sensitive breaches: for an owner who is signed in, with an entry in the audit log'),
  ...pageInput,
});
export const EmailsReply = pageOf(Email).extend({
  counts: z.object({ total: Count, infected: Count.describe('Of infected computers') }).describe('Of the domain, however many the page shows'),
  notFound: Count.nullable().describe('How many of the addresses that were asked for no source has reported; null where all were asked for'),
  sources: z.array(DomainAnswer).describe('What is known only as far as these have answered'),
});

/** How an address is shown; `whole` gives it to those who may see it. */
export function presentEmail(row: AddressRow, appeared: readonly Appeared[], whole: string | null): z.output<typeof Email> {
  const own = appeared.filter(({ address_id }) => address_id === row.id);
  const [stealers, breaches] = [own.filter(({ kind }) => kind === 'stealerEmployee'), own.filter(({ kind }) => kind !== 'stealerEmployee')];
  const shown = breaches.filter(({ sensitive }) => whole !== null || sensitive === 0);
  return {
    id: row.id, email: whole ?? row.masked,
    breaches: shown.map(({ id, source, title, occurred_on: occurredOn, fields, verified, sensitive }) => ({
      incidentId: id, source: source as DarkwebSource, name: title, occurredOn, fields: JSON.parse(fields) as string[], isVerified: verified === null ? null : verified === 1, isSensitive: sensitive === 1,
    })),
    withheld: breaches.length - shown.length,
    stealer: stealers.length === 0 ? null : { sources: stealers.map(({ source }) => source as DarkwebSource), sites: [...new Set(stealers.flatMap(({ sites }) => JSON.parse(sites) as string[]))] },
    mutedUntil: isoOf(row.muted_until), firstSeenAt: isoOf(row.first_seen_at)!, lastSeenAt: isoOf(row.last_seen_at)!,
  };
}
