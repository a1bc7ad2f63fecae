import { setImmediate as otherWork } from 'node:timers/promises';
import { insertMany, oneOf, type Db, type Store } from '../../../../store/index.ts';
import { matchesPattern, pathOf } from '../robots/match.ts';
import { tables } from '../tables.ts';
import { countIssues } from './issues.ts';

const ROWS_A_READ = 500;
const MAX_SAMPLE = 20;

/** What patterns take out of an audit. */
export interface TakenOut {
  /** How many pages, and the first of them. */
  pages: number;
  sample: readonly string[];
  /** How many addresses match each pattern: of pages, and of what is no page and has issues. */
  byPattern: ReadonlyMap<string, number>;
  /** How many issues of each check. */
  byCheck: ReadonlyMap<string, number>;
}

export async function exclusionsOf(db: Db, domainId: string): Promise<string[]> {
  const rows = await tables(db).selectFrom('site_audit_exclusion').select('pattern').where('domain_id', '=', domainId).orderBy('pattern').execute();
  return rows.map(({ pattern }) => pattern);
}

/** Replaces the patterns of a domain; gives the number of this change. */
export async function setExclusions(tx: Db, { accountId, domainId }: { accountId: string; domainId: string }, patterns: readonly string[]): Promise<number> {
  await tables(tx).deleteFrom('site_audit_exclusion').where('domain_id', '=', domainId).execute();
  await insertMany(tables(tx), { table: 'site_audit_exclusion', columns: { account_id: 'text', domain_id: 'text', pattern: 'text' }, rows: [...new Set(patterns)].map(pattern => [accountId, domainId, pattern]) });
  const { changed } = await tables(tx).insertInto('site_audit_exclusion_change').values({ domain_id: domainId, account_id: accountId, changed: 1, judged: 0 })
    .onConflict(conflict => conflict.column('domain_id').doUpdateSet(eb => ({ changed: eb('site_audit_exclusion_change.changed', '+', 1) }))).returning('changed').executeTakeFirstOrThrow();
  return changed;
}

/** The number of the last change of the patterns, and of the one that the issues of the last audit follow. */
export async function exclusionChanges(db: Db, domainId: string): Promise<{ changed: number; judged: number }> {
  return await tables(db).selectFrom('site_audit_exclusion_change').select(['changed', 'judged']).where('domain_id', '=', domainId).executeTakeFirst() ?? { changed: 0, judged: 0 };
}

/** Notes which change of the patterns the issues of the last audit follow. */
export async function noteJudged(tx: Db, domainId: string, change: number): Promise<void> {
  await tables(tx).updateTable('site_audit_exclusion_change').set({ judged: change }).where('domain_id', '=', domainId).execute();
}

/** Gives those of the patterns that match an address, by its path or as a whole; the patterns are those of robots.txt. */
function matchingOf(patterns: readonly string[]): (url: string) => string[] {
  return url => {
    const path = pathOf(url);
    return patterns.filter(pattern => matchesPattern(pattern, /^https?:/.test(pattern) ? url : path));
  };
}

/** Says whether one of the patterns matches an address. */
export function matcherOf(patterns: readonly string[]): (url: string) => boolean {
  const matching = matchingOf(patterns);
  return url => matching(url).length > 0;
}

/** What the patterns take out, over all pages and issues of the audit; read some rows at a time, so that others get their turn. */
export async function takenOut(db: Db, auditId: string, patterns: readonly string[], signal: AbortSignal): Promise<TakenOut> {
  let pages = 0;
  const sample: string[] = [];
  const [byPattern, byCheck] = [new Map(patterns.map(pattern => [pattern, 0])), new Map<string, number>()];
  const matching = matchingOf(patterns);
  const matches = (url: string): boolean => {
    const met = matching(url);
    for (const pattern of met) byPattern.set(pattern, byPattern.get(pattern)! + 1);
    return met.length > 0;
  };
  const count = (id: string): unknown => byCheck.set(id, (byCheck.get(id) ?? 0) + 1);
  if (patterns.length === 0) return { pages, sample, byPattern, byCheck };
  for await (const portion of pagesIn(db, auditId)) {
    signal.throwIfAborted();
    const matched = portion.rows.filter(({ url }) => matches(url));
    pages += matched.length;
    sample.push(...matched.slice(0, MAX_SAMPLE - sample.length).map(({ url }) => url));
    if (matched.length === 0) continue;
    const numbers = new Set(matched.map(({ page }) => page));
    for (const { page, check_id: id } of await issuesBetween(db, auditId, portion).select(['page', 'check_id']).execute()) if (numbers.has(page)) count(id);
  }
  for await (const rows of otherIssuesIn(db, auditId)) {
    signal.throwIfAborted();
    for (const { id, url } of rows) if (matches(url)) count(id);
  }
  return { pages, sample, byPattern, byCheck };
}

/**
 * Takes the issues of addresses that match out of an audit, and puts all others back, some rows at a time, each portion in a short transaction of its own.
 * Begun again, it comes to the same; false where `isCurrent` says in one of the transactions that other patterns hold by now.
 */
export async function takeOut({ db, transaction }: Pick<Store, 'db' | 'transaction'>, auditId: string, patterns: readonly string[], isCurrent: (tx: Db) => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const isOut = matcherOf(patterns);
  const change = (work: (tx: Db) => Promise<void>): Promise<boolean> => transaction(async tx => {
    if (!await isCurrent(tx)) return false;
    await work(tx);
    return true;
  });
  for await (const { rows, ...portion } of pagesIn(db, auditId)) {
    signal.throwIfAborted();
    const before = new Set((await issuesBetween(db, auditId, portion).select('page').distinct().where('excluded', '=', 1).execute()).map(({ page }) => page));
    const wrong = rows.filter(({ page, url }) => isOut(url) !== before.has(page)).map(({ page }) => page);
    const [out, back] = [wrong.filter(page => !before.has(page)), wrong.filter(page => before.has(page))];
    if (wrong.length > 0 && !await change(async tx => {
      const all = tables(tx);
      for (const [excluded, some] of [[1, out], [0, back]] as const) if (some.length > 0) await all.updateTable('site_audit_issue').set({ excluded }).where('audit_id', '=', auditId).where(oneOf(all, 'page', 'bigint', some)).execute();
      await countIssues(tx, auditId, wrong);
    })) return false;
  }
  for await (const rows of otherIssuesIn(db, auditId)) {
    signal.throwIfAborted();
    const wrong = rows.filter(({ url, excluded }) => isOut(url) !== (excluded === 1));
    if (wrong.length > 0 && !await change(async tx => {
      for (const { id, key, excluded } of wrong) await tables(tx).updateTable('site_audit_issue').set({ excluded: excluded === 1 ? 0 : 1 }).where('audit_id', '=', auditId).where('check_id', '=', id).where('url_key', '=', key).execute();
    })) return false;
  }
  return true;
}

/** The pages of the audit that were fetched, in portions, each with the numbers between which it lies. */
async function* pagesIn(db: Db, auditId: string): AsyncGenerator<{ rows: { page: number; url: string }[]; after: number; upTo: number }> {
  for (let after = 0; ;) {
    const rows = await tables(db).selectFrom('site_audit_page').select(['page', 'url']).where('audit_id', '=', auditId).where('state', '=', 'done').where('page', '>', after).orderBy('page').limit(ROWS_A_READ).execute();
    const last = rows.at(-1);
    if (!last) return;
    yield { rows, after, upTo: last.page };
    after = last.page;
    await otherWork();
  }
}

function issuesBetween(db: Db, auditId: string, { after, upTo }: { after: number; upTo: number }) {
  return tables(db).selectFrom('site_audit_issue').where('audit_id', '=', auditId).where('page', '>', after).where('page', '<=', upTo);
}

/** Issues of no page, in portions, each with its address. */
async function* otherIssuesIn(db: Db, auditId: string): AsyncGenerator<{ id: string; key: string; url: string; excluded: number }[]> {
  const of = tables(db).selectFrom('site_audit_issue').where('audit_id', '=', auditId).where('page', '=', 0);
  // Distinct ones would be found in the order of the key, which walks through all issues of the audit.
  for (const id of new Set((await of.select('check_id').execute()).map(one => one.check_id))) {
    for (let [after, isLast] = ['', false]; !isLast;) {
      const rows = await of.where('check_id', '=', id).where('url_key', '>', after).select(['url_key', 'evidence', 'excluded']).orderBy('url_key').limit(ROWS_A_READ).execute();
      yield rows.map(({ url_key: key, evidence, excluded }) => ({ id, key, excluded, url: (JSON.parse(evidence) as string[])[0] ?? '' }));
      [after, isLast] = [rows.at(-1)?.url_key ?? '', rows.length < ROWS_A_READ];
      await otherWork();
    }
  }
}

/** All patterns of the account, for the export of everything that it holds. */
export async function* exclusionsOfAccount(db: Db, accountId: string): AsyncGenerator<object> {
  yield* await tables(db).selectFrom('site_audit_exclusion').select(['domain_id as domainId', 'pattern']).where('account_id', '=', accountId).orderBy('domain_id').orderBy('pattern').execute();
}
