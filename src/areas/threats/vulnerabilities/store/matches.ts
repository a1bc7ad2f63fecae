import type { Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import { inColumns, insertMany, type Db } from '../../../../store/index.ts';
import type { FoundComponent } from '../judging/found-component.ts';
import { priorities, type Priority, type RankedMatch } from '../matching/priority.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';

export type MatchRow = Selectable<VulnerabilityTables['vuln_match']>;

export interface NewMatch {
  component: FoundComponent;
  product: string;
  match: RankedMatch;
}

/** What a person said of a match. */
export interface Answer {
  reason: string | null;
  by: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Past the end of the calendar of JavaScript. */
const MOMENTS = 10 ** 13;
const ROWS_A_STATEMENT = 500;

const columns = {
  id: 'text', account_id: 'text', domain_id: 'text', fingerprint: 'text', host: 'text', component: 'text', product: 'text', version: 'text', cve: 'text', priority: 'text', position: 'bigint', alert: 'integer', match: 'text',
  state: 'text', answer: 'text', answer_until: 'bigint', first_seen_at: 'bigint', last_judged_at: 'bigint', gone_at: 'bigint',
} as const;

/** Makes `matches` what applies to the domain now; what people said of a match stays with it. Gives those that became alerts. */
export async function keepMatches(tx: Db, { newId }: { newId: NewId }, of: { accountId: string; domainId: string }, matches: readonly NewMatch[], now: number): Promise<NewMatch[]> {
  const before = new Map((await tables(tx).selectFrom('vuln_match').selectAll().where('domain_id', '=', of.domainId).execute()).map(row => [row.fingerprint, row]));
  const present = new Map(matches.map(one => [fingerprintOf(one), one]));
  const raised: NewMatch[] = [];
  const added: MatchRow[] = [];
  for (const [fingerprint, one] of present) {
    const { component, match } = one;
    const row = before.get(fingerprint);
    if (becomesAlert(row, match)) raised.push(one);
    const is = contentsOf(one, now);
    if (!row) added.push({ ...is, id: newId('vul'), account_id: of.accountId, domain_id: of.domainId, fingerprint, host: component.host, cve: match.cve, position: positionOf(match.priority, now), state: 'open', answer: null, answer_until: null, first_seen_at: now, gone_at: null });
    else if (hasChanged(row, is, now)) await tables(tx).updateTable('vuln_match').set({ ...is, ...reopened(row, component, now), position: positionOf(match.priority, row.first_seen_at), gone_at: null }).where('id', '=', row.id).execute();
  }
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_match', columns, rows: inColumns(columns, added) });
  const gone = [...before.values()].filter(row => row.gone_at === null && !present.has(row.fingerprint)).map(({ id }) => id);
  for (let from = 0; from < gone.length; from += ROWS_A_STATEMENT) await tables(tx).updateTable('vuln_match').set({ gone_at: now }).where('id', 'in', gone.slice(from, from + ROWS_A_STATEMENT)).execute();
  return raised;
}

function contentsOf({ component, product, match }: NewMatch, now: number) {
  return { component: JSON.stringify(component), product, version: component.version, priority: match.priority, alert: match.isAlert ? 1 as const : 0 as const, match: JSON.stringify(match), last_judged_at: now };
}

/** New, back again, or more urgent than before. */
function becomesAlert(row: MatchRow | undefined, { isAlert, priority }: RankedMatch): boolean {
  return isAlert && (!row || row.alert === 0 || row.gone_at !== null || priorities.indexOf(priority) < priorities.indexOf(row.priority as Priority));
}

function hasChanged(row: MatchRow, is: Pick<MatchRow, 'component' | 'match'>, now: number): boolean {
  return row.gone_at !== null || row.match !== is.match || row.component !== is.component || isOver(row, now);
}

/** What was said to be fixed and is seen again was not, and what came back is judged as if it were new. */
function reopened(row: MatchRow, component: FoundComponent, now: number): Partial<MatchRow> {
  const saidAt = row.answer === null ? 0 : (JSON.parse(row.answer) as Answer).at;
  const isSeenAgain = row.state === 'fixed' && component.seenAt > saidAt;
  return isSeenAgain || isOver(row, now) || (row.gone_at !== null && row.state !== 'falsePositive') ? { state: 'open', answer: null, answer_until: null } : {};
}

function isOver({ state, answer_until: until }: Pick<MatchRow, 'state' | 'answer_until'>, now: number): boolean {
  return state === 'falsePositive' && until !== null && until <= now;
}

/** The same for the same vulnerability of the same product at the same location, whatever its version. */
function fingerprintOf({ component: { host, location, from }, product, match: { cve } }: NewMatch): string {
  return JSON.stringify([from, host, from === 'scan' ? location : '', product, cve]);
}

/** Sorts by priority, then newest first. */
function positionOf(priority: Priority, since: number): number {
  return priorities.indexOf(priority) * MOMENTS + (MOMENTS - 1 - since);
}

/** Whether a match is an alert at `now`: not where people said that it is none, or gone. */
export function isRaised(row: Pick<MatchRow, 'alert' | 'state' | 'gone_at' | 'answer_until'>, now: number): boolean {
  if (row.alert === 0 || row.gone_at !== null || row.state === 'fixed') return false;
  return row.state !== 'falsePositive' || isOver(row, now);
}

/** The matches of a domain that are alerts unless somebody said otherwise, the most urgent first; without their components, which are most of a row. */
export async function alertRowsOf(db: Db, domainId: string): Promise<Omit<MatchRow, 'component' | 'fingerprint' | 'answer'>[]> {
  const { component: _component, fingerprint: _fingerprint, answer: _answer, ...rest } = columns;
  return tables(db).selectFrom('vuln_match').select(Object.keys(rest) as (keyof typeof rest)[]).where('domain_id', '=', domainId).where('alert', '=', 1).where('gone_at', 'is', null).orderBy('position').orderBy('id').execute();
}

export async function findMatch(db: Db, accountId: string, id: string): Promise<MatchRow | null> {
  return await tables(db).selectFrom('vuln_match').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Keeps what a person said of a match; gives it as it is now. */
export async function answerMatch(tx: Db, { account_id: accountId, id }: MatchRow, state: string, answer: Answer | null, until: number | null): Promise<MatchRow> {
  return tables(tx).updateTable('vuln_match').set({ state, answer: answer && JSON.stringify(answer), answer_until: until }).where('account_id', '=', accountId).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Every vulnerability that applied to hosts of the account, for the export of everything that it holds. */
export async function* matchesOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: MatchRow[]; (rows = await tables(db).selectFrom('vuln_match').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_STATEMENT).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, position: _position, fingerprint: _fingerprint, component, match, answer, ...row } of rows) yield { ...row, component: JSON.parse(component) as unknown, match: JSON.parse(match) as unknown, answer: answer === null ? null : JSON.parse(answer) as unknown };
  }
}
