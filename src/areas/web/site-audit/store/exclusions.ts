import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { matchesPattern, pathOf } from '../robots/match.ts';
import { tables } from '../tables.ts';
import { countIssues } from './issues.ts';

const PAGES_A_READ = 1000;
const PAGES_AT_ONCE = 500;
const MAX_SAMPLE = 20;

/** What patterns take out of an audit. */
export interface TakenOut {
  pages: readonly number[];
  /** The first of them. */
  sample: readonly string[];
  /** Issues of no page whose address matches. */
  others: readonly { id: string; key: string }[];
  /** How many issues of each check. */
  byCheck: ReadonlyMap<string, number>;
}

export async function exclusionsOf(db: Db, domainId: string): Promise<string[]> {
  const rows = await tables(db).selectFrom('site_audit_exclusion').select('pattern').where('domain_id', '=', domainId).orderBy('pattern').execute();
  return rows.map(({ pattern }) => pattern);
}

/** Replaces the patterns of a domain. */
export async function setExclusions(tx: Db, { accountId, domainId }: { accountId: string; domainId: string }, patterns: readonly string[]): Promise<void> {
  await tables(tx).deleteFrom('site_audit_exclusion').where('domain_id', '=', domainId).execute();
  await insertMany(tables(tx), { table: 'site_audit_exclusion', columns: { account_id: 'text', domain_id: 'text', pattern: 'text' }, rows: [...new Set(patterns)].map(pattern => [accountId, domainId, pattern]) });
}

/** Tells the addresses that one of the patterns matches, by their path or as a whole; the patterns are those of robots.txt. */
export function matcherOf(patterns: readonly string[]): (url: string) => boolean {
  return url => patterns.some(pattern => matchesPattern(pattern, /^https?:/.test(pattern) ? url : pathOf(url)));
}

/** What the patterns take out, over all pages and issues of the audit. */
export async function takenOut(db: Db, auditId: string, patterns: readonly string[]): Promise<TakenOut> {
  const matches = matcherOf(patterns);
  const [pages, sample]: [number[], string[]] = [[], []];
  for (let after = 0, rows; patterns.length > 0 && (rows === undefined || rows.length === PAGES_A_READ); after = rows.at(-1)?.page ?? after) {
    rows = await tables(db).selectFrom('site_audit_page').select(['page', 'url']).where('audit_id', '=', auditId).where('state', '=', 'done').where('page', '>', after).orderBy('page').limit(PAGES_A_READ).execute();
    for (const { page, url } of rows) {
      if (!matches(url)) continue;
      pages.push(page);
      if (sample.length < MAX_SAMPLE) sample.push(url);
    }
  }
  const byCheck = new Map<string, number>();
  const count = (id: string, more: number): unknown => byCheck.set(id, (byCheck.get(id) ?? 0) + more);
  for (const some of portions(pages)) {
    const all = tables(db);
    const rows = await all.selectFrom('site_audit_issue').where('audit_id', '=', auditId).where(oneOf(all, 'page', 'bigint', some)).groupBy('check_id').select(['check_id', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
    for (const { check_id: id, count: more } of rows) count(id, Number(more));
  }
  const others = [];
  for (const { check_id: id, url_key: key, evidence } of await tables(db).selectFrom('site_audit_issue').select(['check_id', 'url_key', 'evidence']).where('audit_id', '=', auditId).where('page', '=', 0).execute()) {
    if (!matches((JSON.parse(evidence) as string[])[0] ?? '')) continue;
    others.push({ id, key });
    count(id, 1);
  }
  return { pages, sample, others, byCheck };
}

/** Takes these issues out of an audit, and no others. */
export async function takeOut(tx: Db, auditId: string, { pages, others }: TakenOut): Promise<void> {
  const before = await tables(tx).selectFrom('site_audit_issue').select('page').distinct().where('audit_id', '=', auditId).where('excluded', '=', 1).execute();
  await tables(tx).updateTable('site_audit_issue').set({ excluded: 0 }).where('audit_id', '=', auditId).where('excluded', '=', 1).execute();
  for (const some of portions(pages)) {
    const all = tables(tx);
    await all.updateTable('site_audit_issue').set({ excluded: 1 }).where('audit_id', '=', auditId).where(oneOf(all, 'page', 'bigint', some)).execute();
  }
  for (const { id, key } of others) await tables(tx).updateTable('site_audit_issue').set({ excluded: 1 }).where('audit_id', '=', auditId).where('check_id', '=', id).where('url_key', '=', key).execute();
  for (const some of portions([...new Set([...pages, ...before.map(({ page }) => page)])])) await countIssues(tx, auditId, some);
}

function* portions(pages: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) yield pages.slice(at, at + PAGES_AT_ONCE);
}

/** All patterns of the account, for the export of everything that it holds. */
export async function* exclusionsOfAccount(db: Db, accountId: string): AsyncGenerator<object> {
  yield* await tables(db).selectFrom('site_audit_exclusion').select(['domain_id as domainId', 'pattern']).where('account_id', '=', accountId).orderBy('domain_id').orderBy('pattern').execute();
}
