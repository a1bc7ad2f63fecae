import { z } from 'zod';
import { findingStates, severities } from '../../../core/finding.ts';
import { Fix } from '../../../core/findings/shape.ts';
import type { FindingSources, SourcedFinding } from '../../finding-source.ts';
import { judgeAlone, profileKinds, recordsAt, type AllFacts, type Depth, type RecordName } from '../check/index.ts';

/** The form of reports; a change of it is a new name. */
const FORMAT = 'dss-finding/1';

/** The area whose facts come from a check of the domain at the time of the report. */
export const CHECK = 'check';

const records = new Set<string>(recordsAt('checkup'));
const inCheck = new Set<RecordName>(recordsAt('check'));

/** What is sent with a report, and replayed: one finding, and the facts that it was judged by. */
export const FindingReport = z.object({
  format: z.literal(FORMAT),
  says: z.string().max(2000).describe('What the reporter says of it'),
  program: z.string().max(100).describe('Version of the program that judged'),
  at: z.string().max(40).describe('When the facts were seen'),
  domain: z.string().max(255),
  profile: z.enum(profileKinds).nullable().describe('How the reporter says that the domain uses mail'),
  area: z.string().max(64).default(CHECK).describe('The part of the product that judged: `check`, or the area of the finding'),
  record: z.string().max(64).describe('What the finding is on'),
  finding: z.object({
    id: z.string().max(64), severity: z.enum(severities), state: z.enum(findingStates), title: z.string().max(2000), detail: z.string().max(10_000),
    evidence: z.array(z.string()).max(1000), fix: Fix.nullable(),
  }),
  states: z.record(z.string(), z.enum(findingStates)).describe('The findings on the record that did not pass; those left out passed'),
  facts: z.record(z.string(), z.unknown()).describe('What was seen, by record: everything that the judgement read, and nothing else'),
});
export type FindingReport = z.output<typeof FindingReport>;

/** What was seen of a domain, by one area. */
export interface Seen extends Pick<FindingReport, 'area' | 'domain' | 'profile' | 'record'> {
  /** Epoch milliseconds. */
  at: number;
  facts: object;
}

/** Which finding of those on a record is meant. */
interface Chosen {
  id: string;
  /** Id of the sender that it is about; null where any is meant. */
  sender: string | null;
}

/** The area and the record that a finding is on, by the rules of all; null for an id that there is not. */
export function subjectOf(findingId: string, checkRules: readonly { id: string; record: string }[], sources: FindingSources): Pick<FindingReport, 'area' | 'record'> | null {
  const inCheck = checkRules.find(({ id }) => id === findingId);
  if (inCheck) return { area: CHECK, record: inCheck.record };
  for (const [area, { rules }] of sources) if (rules.has(findingId)) return { area, record: rules.get(findingId)!.record };
  return null;
}

/** The least depth of a check that covers the record. */
export function depthOf(record: RecordName): Depth {
  return inCheck.has(record) ? 'check' : 'checkup';
}

/**
 * The report on one finding: judged again from facts without secrets, of which only those are kept that the judgement reads. Null where the facts
 * do not come to the finding. Pure.
 */
export function reportOf({ area, domain, profile, at, record, facts }: Seen, chosen: Chosen, { says, program }: { says: string; program: string }, sources: FindingSources): FindingReport | null {
  const clean = JSON.parse(JSON.stringify(withoutSecrets(facts))) as object;
  const read = new Set<string>();
  const findings = judged({ area, record, profile }, recording(clean, read), sources);
  const finding = findings.find(({ id, sender }) => id === chosen.id && (chosen.sender === null || sender?.id === chosen.sender));
  if (!finding) return null;
  const { id, severity, state, title, detail, evidence, fix } = finding;
  return {
    format: FORMAT, says, program, at: new Date(at).toISOString(), domain, profile, area, record,
    finding: { id, severity, state, title, detail, evidence, fix },
    states: statesOf(findings),
    facts: Object.fromEntries(Object.entries(clean).filter(([name]) => read.has(name))),
  };
}

/** How the findings of a report come out now: those that do not pass, by id. Throws for facts that the area of the finding cannot read. */
export function replay({ area, record, facts, profile }: Pick<FindingReport, 'area' | 'record' | 'facts' | 'profile'>, sources: FindingSources): FindingReport['states'] {
  return statesOf(judged({ area, record, profile }, facts, sources));
}

/** The findings on the record. */
function judged({ area, record, profile }: Pick<FindingReport, 'area' | 'record' | 'profile'>, facts: object, sources: FindingSources): readonly SourcedFinding[] {
  if (area !== CHECK) return sources.get(area)!.source.judge(facts).filter(finding => finding.record === record);
  if (!records.has(record)) throw new TypeError(`The check has no record ${record}.`);
  return judgeAlone(record as RecordName, facts as AllFacts, profile ?? undefined);
}

function statesOf(findings: readonly { id: string; state: FindingReport['finding']['state'] }[]): FindingReport['states'] {
  return Object.fromEntries(findings.filter(({ state }) => state !== 'pass').map(({ id, state }) => [id, state]));
}

/** `facts`, with the names of those that are read noted in `read`. */
function recording(facts: object, read: Set<string>): object {
  return new Proxy(facts, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
}

const COOKIES = /^set-cookie2?$/i;
const COOKIE_VALUE = /^([^=;]{0,4096}=)[^;]*/;
const CREDENTIALS = /\/\/[^/\s@]{1,4096}@/g;

/** A copy without the values of cookies and without user names and passwords in addresses: no judgement goes by these. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('@') ? value.replaceAll(CREDENTIALS, '//') : value;
  if (Array.isArray(value)) return isCookie(value) ? [value[0], value[1].replace(COOKIE_VALUE, '$1')] : value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, COOKIES.test(name) ? cookies(member) : withoutSecrets(member)]));
}

function isCookie(value: readonly unknown[]): value is [string, string] {
  return value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string' && COOKIES.test(value[0]);
}

function cookies(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(COOKIE_VALUE, '$1');
  return Array.isArray(value) ? value.map(cookies) : withoutSecrets(value);
}
