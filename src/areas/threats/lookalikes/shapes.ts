import type { Selectable } from 'kysely';
import { z } from 'zod';
import { BySeverity, DaysBySeverity } from '../../../core/days.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import { parseDomain, toUnicode } from '../../../core/domain-name.ts';
import { plainText } from '../../../core/inputs.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { periodInput } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import { DomainPath } from '../../domains/inventory/index.ts';
import type { Details, Registration } from './details.ts';
import type { Reason, Similarity } from './score/score.ts';
import type { Facts, Pending } from './state/observe.ts';
import type { LookalikeTables } from './tables.ts';
import {
  candidateStates, explanationOf, lookalikeEventKindNames, reviews, sources, sourcesOf, type CandidateState, type LookalikeEventKind, type Review,
} from './state/words.ts';

export type LookalikeRow = Selectable<LookalikeTables['lookalike']>;
export type LookalikeEventRow = Selectable<LookalikeTables['lookalike_event']>;
export type WatchRow = Selectable<LookalikeTables['lookalike_watch']>;
export type WatchlistRow = Selectable<LookalikeTables['watchlist_name']>;

/** A name as it may be given, which operations judge by `invalidDomain`; `nameOf` reads it. */
export const LookalikeName = z.string().describe('A domain name without protocol and path; Unicode or A-labels');

export const LookalikePath = z.strictObject({ ...DomainPath.shape, name: LookalikeName.describe('The name of the lookalike') });

export const LookalikeQuery = z.strictObject({
  ...DomainPath.shape,
  state: several(z.enum(candidateStates)).optional().describe('Only those with one of these states'),
  review: several(z.enum(reviews)).optional().describe('Only those with one of these reviews'),
  source: several(z.enum(sources)).optional().describe('Only those that one of these sources has named'),
  minRisk: z.coerce.number().int().min(0).max(100).optional().describe('Only those with at least this risk'),
  search: z.string().trim().max(100).regex(/^[A-Za-z0-9.-]+$/, 'Give a part of a name: letters, digits, dots and hyphens.').toLowerCase().optional().describe('A part of the name, in A-labels'),
  ...pageInput,
});
export type LookalikeQuery = z.output<typeof LookalikeQuery>;

export const LookalikeEventFilters = z.strictObject({
  ...DomainPath.shape,
  kind: several(z.enum(lookalikeEventKindNames)).optional().describe('Only events of these kinds'),
  severity: several(z.enum(severities)).optional().describe('Only events of these severities'),
  name: several(LookalikeName).optional().describe('Only events of these lookalikes'),
  ...periodInput,
});
export type LookalikeEventFilters = z.output<typeof LookalikeEventFilters>;

export const LookalikeEventQuery = LookalikeEventFilters.extend(pageInput);

/** Figures over all events that match. */
export const LookalikeEventSummary = z.object({ total: z.number().int(), severities: BySeverity, days: DaysBySeverity }).meta({ id: 'LookalikeEventSummary' });
export type LookalikeEventSummary = z.output<typeof LookalikeEventSummary>;

const Note = plainText(2000);

export const ReviewInput = z.strictObject({
  ...LookalikePath.shape,
  review: z.enum(reviews).describe('`owned` and `benign` take it out of the queue; `malicious` and `takedownSent` notify when it disappears or returns'),
  note: Note.optional().describe('For people; up to 2,000 characters. Left out, the note stays as it is'),
});

const Score = z.number().int().min(0).max(100);
const Lines = z.array(z.string());
const ReasonRecord = z.object({
  id: z.string().describe('Stable, such as `name.oneEdit`'),
  text: z.string(),
  risk: z.number().int().describe('Points that it adds to the risk, or takes away'),
  threat: z.number().int().describe('Points that it adds to the threat, or takes away'),
}).meta({ id: 'LookalikeReason' });

/** A lookalike as it is shown. */
export const LookalikeRecord = z.object({
  id: z.string(),
  name: z.string().describe('Lower-case A-labels'),
  unicodeName: z.string().describe('As people read it'),
  state: z.enum(candidateStates).describe('How far it has come, as far as it is certain'),
  sources: z.array(z.enum(sources)).describe('Who named it: `permutation` (made from the name of the domain), `ct` (certificate logs), `zone`, `nrd` (newly registered), `manual` (the watchlist)'),
  kind: z.string().describe('The way in which it was made, or why another source named it'),
  risk: Score.describe('What the name could be used for'),
  threat: Score.describe('What it is used for now'),
  reasons: z.array(ReasonRecord).describe('What the two figures are made of'),
  review: z.object({ state: z.enum(reviews), note: z.string().nullable(), by: z.object({ type: z.enum(['person', 'key']), id: z.string() }).nullable(), at: z.iso.datetime().nullable() }),
  dns: z.object({ nameservers: Lines, addresses: Lines, networks: Lines.describe('In which its addresses were seen') }),
  mail: z.object({ accepts: z.boolean().nullable().describe('Null where that is not known'), exchanges: Lines, spf: z.boolean().nullable(), dmarc: z.boolean().nullable() }),
  registration: z.object({ createdAt: z.string().nullable(), expiresAt: z.string().nullable(), registrar: z.string().nullable(), askedAt: z.string() }).nullable()
    .describe('What its registry says; null where none has answered yet'),
  web: z.object({
    answers: z.boolean().describe('Whether a website answers'),
    url: z.string().nullable(),
    status: z.number().int().nullable(),
    title: z.string().nullable(),
    leadsTo: z.string().nullable().describe('The host that visitors end at, where it is another'),
    parked: z.boolean(),
    leadsHome: z.boolean().describe('Visitors end at a domain of the account'),
    login: z.boolean().describe('A form asks for a password or a card number'),
    seenAt: z.string(),
  }).nullable().describe('Null if not checked yet'),
  certifiedAt: z.string().nullable().describe('When a certificate for it was last seen in a log'),
  similarity: z.object({ tlsh: z.number().nullable(), image: z.number().nullable(), favicon: z.boolean().nullable() }).nullable()
    .describe('How far its page is from yours: small distances are alike; null before evidence was taken'),
  unconfirmed: Lines.describe('What one probe saw differently and awaits confirmation'),
  takenDownAt: z.string().nullable(),
  reEmergedAt: z.string().nullable(),
  firstSeenAt: z.string(),
  changedAt: z.string(),
}).meta({ id: 'Lookalike' });
export type LookalikeRecord = z.output<typeof LookalikeRecord>;

/** Something that happened to a lookalike, as it is shown. */
export const LookalikeEventRecord = z.object({
  id: z.string(),
  name: z.string(),
  unicodeName: z.string(),
  kind: z.enum(lookalikeEventKindNames),
  severity: z.enum(severities),
  title: z.string(),
  explanation: z.string(),
  before: Lines,
  after: Lines,
  risk: z.object({ before: Score, after: Score }),
  threat: z.object({ before: Score, after: Score }),
  at: z.string(),
}).meta({ id: 'LookalikeEvent' });
export type LookalikeEventRecord = z.output<typeof LookalikeEventRecord>;

/** How far the sweeps of the domain are. */
const SweepRecord = z.object({
  names: z.number().int().describe('Names generated from the domain and checked'),
  sweptAt: z.string().nullable().describe('When all of them were last checked; null before the first time'),
  nextAt: z.string().nullable().describe('When some of them are checked next; null where the domain is not watched, or its plan has no lookalikes'),
  leftOut: z.number().int().describe('How often a name of certificate logs or lists of new names was left out: of those that nobody has judged, the 2,000 with the highest figures are kept'),
}).nullable().describe('Null before the first scan of the domain');
export type SweepRecord = z.output<typeof SweepRecord>;

const countsByState = Object.fromEntries(candidateStates.map(state => [state, z.number().int()])) as Record<(typeof candidateStates)[number], z.ZodNumber>;
export const LookalikePage = pageOf(LookalikeRecord).extend({
  sweep: SweepRecord,
  weightsVersion: z.number().int().describe('Which weights the figures are made of; with others they may change without anything having happened'),
  matching: z.number().int().describe('How many lookalikes match the filters'),
  counts: z.object(countsByState).describe('How many lookalikes of the domain have this state, regardless of filters'),
});

/** The name in lower-case A-labels; for text that is no name, the text. */
export function nameOf(text: string): string {
  const parsed = parseDomain(text);
  return parsed.ok ? parsed.domain : text;
}

/** The lookalike as it is shown. */
export function present(row: LookalikeRow): LookalikeRecord {
  const facts = JSON.parse(row.facts) as Facts;
  const details = JSON.parse(row.details) as Details;
  return {
    id: row.id, name: row.name, unicodeName: toUnicode(row.name), state: row.state as CandidateState, sources: sourcesOf(row.sources), kind: row.kind,
    risk: row.risk, threat: row.threat, reasons: JSON.parse(row.reasons) as Reason[],
    review: { state: row.review as Review, note: row.note, by: row.reviewed_by === null ? null : JSON.parse(row.reviewed_by) as { type: 'person' | 'key'; id: string }, at: isoOf(row.reviewed_at) },
    dns: { nameservers: [...facts.nameservers ?? []], addresses: [...details.addresses ?? []], networks: [...facts.addresses ?? []] },
    mail: {
      accepts: facts.mail ? facts.mail.length > 0 : null, exchanges: [...facts.mail ?? []],
      spf: facts.senderPolicy ? facts.senderPolicy.includes('spf') : null, dmarc: facts.senderPolicy ? facts.senderPolicy.includes('dmarc') : null,
    },
    registration: row.registration === null ? null : presentRegistration(JSON.parse(row.registration) as Registration, row.registry_asked_at!),
    web: presentWeb(facts, details),
    certifiedAt: isoOf(row.certified_at),
    similarity: row.similarity === null ? null : JSON.parse(row.similarity) as Similarity,
    unconfirmed: row.pending === null ? [] : Object.keys(JSON.parse(row.pending) as Pending),
    takenDownAt: isoOf(row.taken_down_at), reEmergedAt: isoOf(row.reemerged_at), firstSeenAt: isoOf(row.first_seen_at), changedAt: isoOf(row.changed_at),
  };
}

function presentRegistration({ createdAt, expiresAt, registrar }: Registration, askedAt: number) {
  return { createdAt: isoOf(createdAt), expiresAt: isoOf(expiresAt), registrar, askedAt: isoOf(askedAt) };
}

function presentWeb(facts: Facts, { web }: Details): LookalikeRecord['web'] {
  if (!web) return null;
  const has = (value: readonly string[] | undefined) => value !== undefined && value.length > 0;
  const { url, status, title, leadsTo, at } = web;
  return { answers: has(facts.site), url, status, title, leadsTo, parked: has(facts.parked), leadsHome: has(facts.home), login: has(facts.login), seenAt: isoOf(at) };
}

/** The event as it is shown. */
export function presentEvent(row: LookalikeEventRow): LookalikeEventRecord {
  return {
    id: row.id, name: row.name, unicodeName: toUnicode(row.name), kind: row.kind as LookalikeEventKind, severity: row.severity as Severity,
    title: row.title, explanation: explanationOf(row.kind as LookalikeEventKind),
    before: JSON.parse(row.before) as string[], after: JSON.parse(row.after) as string[],
    risk: { before: row.risk_before, after: row.risk }, threat: { before: row.threat_before, after: row.threat }, at: isoOf(row.at),
  };
}

export function isoOf(at: number): string;
export function isoOf(at: number | null): string | null;
export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
