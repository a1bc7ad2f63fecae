import type { Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import { insertMany, type Db } from '../../../../store/index.ts';
import type { Match } from '../matching/judge.ts';
import type { Priority, Ranked } from '../matching/priority.ts';
import type { Cvss } from '../records/advisory.ts';
import type { EpssScore } from '../records/epss.ts';
import type { KnownExploited } from '../records/kev.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';
import type { FoundComponent } from './found.ts';

export type MatchRow = Selectable<VulnerabilityTables['vuln_match']>;

/** A match with everything that an alert of it shows. */
export interface JudgedMatch extends Match, Ranked {
  title: string | null;
  cvss: Cvss | null;
  epss: EpssScore | null;
  knownExploited: readonly KnownExploited[];
  exploitation: string | null;
}

export interface NewMatch {
  component: FoundComponent;
  product: string;
  judged: JudgedMatch;
}

export const priorities: readonly Priority[] = ['act', 'attend', 'track'];
/** Past the end of the calendar of JavaScript. */
const MOMENTS = 10 ** 13;
const ROWS_A_DELETE = 500;

const columns = {
  id: 'text', account_id: 'text', domain_id: 'text', fingerprint: 'text', host: 'text', component: 'text', product: 'text', version: 'text', cve: 'text', priority: 'text', position: 'bigint', alert: 'integer', match: 'text',
  state: 'text', answer: 'text', answer_until: 'bigint', first_seen_at: 'bigint', last_judged_at: 'bigint', gone_at: 'bigint',
} as const;

/** Makes `matches` what applies to the domain now; what people said of a match stays with it. Gives those that became alerts. */
export async function keepMatches(tx: Db, { newId }: { newId: NewId }, of: { accountId: string; domainId: string }, matches: readonly NewMatch[], now: number): Promise<NewMatch[]> {
  const before = new Map((await tables(tx).selectFrom('vuln_match').selectAll().where('domain_id', '=', of.domainId).execute()).map(row => [row.fingerprint, row]));
  const present = new Map(matches.map(match => [fingerprintOf(match), match]));
  const raised: NewMatch[] = [];
  const added: MatchRow[] = [];
  for (const [fingerprint, match] of present) {
    const row = before.get(fingerprint);
    const { component, product, judged } = match;
    const isNew = judged.isAlert && (!row || row.alert === 0 || row.gone_at !== null || priorities.indexOf(judged.priority) < priorities.indexOf(row.priority as Priority));
    if (isNew) raised.push(match);
    const is = { component: JSON.stringify(component), product, version: component.version, priority: judged.priority, alert: judged.isAlert ? 1 as const : 0 as const, match: JSON.stringify(judged), last_judged_at: now };
    if (!row) added.push({ ...is, id: newId('vul'), account_id: of.accountId, domain_id: of.domainId, fingerprint, host: component.host, cve: judged.cve, position: positionOf(judged.priority, now), state: 'open', answer: null, answer_until: null, first_seen_at: now, gone_at: null });
    else if (hasChanged(row, is)) await tables(tx).updateTable('vuln_match').set({ ...is, ...reopened(row, component, now), position: positionOf(judged.priority, row.first_seen_at), gone_at: null }).where('id', '=', row.id).execute();
  }
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_match', columns, rows: added.map(row => Object.keys(columns).map(name => row[name as keyof MatchRow])) });
  const gone = [...before.values()].filter(row => row.gone_at === null && !present.has(row.fingerprint)).map(({ id }) => id);
  for (let from = 0; from < gone.length; from += ROWS_A_DELETE) await tables(tx).updateTable('vuln_match').set({ gone_at: now }).where('id', 'in', gone.slice(from, from + ROWS_A_DELETE)).execute();
  return raised;
}

function hasChanged(row: MatchRow, is: Pick<MatchRow, 'component' | 'match'>): boolean {
  return row.gone_at !== null || row.match !== is.match || row.component !== is.component;
}

/** What was said to be fixed and is seen again was not, and what came back is judged as if it were new. */
function reopened(row: MatchRow, component: FoundComponent, now: number): Partial<MatchRow> {
  const saidAt = row.answer === null ? 0 : (JSON.parse(row.answer) as { at: number }).at;
  const isSeenAgain = row.state === 'fixed' && component.seenAt > saidAt;
  const isOver = row.state === 'falsePositive' && row.answer_until !== null && row.answer_until <= now;
  return isSeenAgain || isOver || (row.gone_at !== null && row.state !== 'falsePositive') ? { state: 'open', answer: null, answer_until: null } : {};
}

/** The same for the same vulnerability of the same product at the same place, whatever its version. */
function fingerprintOf({ component: { host, location, from }, product, judged: { cve } }: NewMatch): string {
  return JSON.stringify([from, host, from === 'scan' ? location : '', product, cve]);
}

/** Sorts by priority, then newest first. */
function positionOf(priority: Priority, since: number): number {
  return priorities.indexOf(priority) * MOMENTS + (MOMENTS - 1 - since);
}

/** Whether a match is an alert at `now`: not where people said that it is none, or gone. */
export function isRaised({ alert, state, gone_at: goneAt, answer_until: until }: Pick<MatchRow, 'alert' | 'state' | 'gone_at' | 'answer_until'>, now: number): boolean {
  if (alert === 0 || goneAt !== null || state === 'fixed') return false;
  return state !== 'falsePositive' || (until !== null && until <= now);
}
