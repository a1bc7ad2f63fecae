import { sql, type Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { isSettled, type TargetAnswer, type TargetFacts, type TargetKind } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { tables, type SiteAuditTables } from '../tables.ts';
import type { TargetFound } from '../targets/find.ts';
import { bitOf, kindsOf } from '../targets/kinds.ts';
import type { AuditRow } from './audits.ts';

export type TargetRow = Selectable<SiteAuditTables['site_audit_target']>;

/** What came of asking for the address of this number. */
export interface TargetAsked {
  target: number;
  answer: TargetAnswer;
}

/** Addresses that one audit asks for: of hosts that the account has proven, of all others together, and of each of these. */
const MAX_OWN = 5000;
const MAX_FOREIGN = 500;
const MAX_OF_FOREIGN_HOST = 100;
const ROWS_A_READ = 500;

/** Numbers those that are new, in their order, as far as an audit may ask; of the others only their number is kept. */
export async function addTargets(tx: Db, auditId: string, found: readonly TargetFound[]): Promise<void> {
  const wanted = merged(found);
  if (wanted.size === 0) return;
  const known = await targetsByUrl(tx, auditId, [...wanted.keys()]);
  await addKinds(tx, auditId, [...known.values()].filter(({ url, kinds }) => (wanted.get(url)!.kinds | kinds) !== kinds).map(({ target, url, kinds }) => ({ target, kinds: wanted.get(url)!.kinds | kinds })));
  const fresh = [...wanted.values()].filter(({ url }) => !known.has(url));
  if (fresh.length === 0) return;
  const counts = await countsOf(tx, auditId, fresh.filter(({ own }) => !own).map(({ host }) => host));
  const added = fresh.filter(({ own, host }) => counts.take(own, host));
  await insertMany(tables(tx), {
    table: 'site_audit_target', columns: { audit_id: 'text', target: 'integer', url: 'text', host: 'text', own: 'integer', kinds: 'integer', state: 'text' },
    rows: added.map(({ url, host, own, kinds }, at) => [auditId, counts.last + at + 1, url, host, own ? 1 : 0, kinds, 'waiting']),
  });
  if (added.length < fresh.length) await tables(tx).updateTable('site_audit').set(eb => ({ targets_beyond: eb('targets_beyond', '+', fresh.length - added.length) })).where('id', '=', auditId).execute();
}

function merged(found: readonly TargetFound[]): Map<string, TargetFound> {
  const all = new Map<string, TargetFound>();
  for (const one of found) all.set(one.url, { ...one, kinds: one.kinds | (all.get(one.url)?.kinds ?? 0) });
  return all;
}

async function targetsByUrl(tx: Db, auditId: string, urls: readonly string[]): Promise<Map<string, { target: number; url: string; kinds: number }>> {
  const db = tables(tx);
  const rows = await db.selectFrom('site_audit_target').select(['target', 'url', 'kinds']).where('audit_id', '=', auditId).where(oneOf(db, 'url', 'text', urls)).execute();
  return new Map(rows.map(row => [row.url, row]));
}

async function addKinds(tx: Db, auditId: string, changed: readonly { target: number; kinds: number }[]): Promise<void> {
  for (const [kinds, group] of Map.groupBy(changed, one => one.kinds)) {
    const db = tables(tx);
    await db.updateTable('site_audit_target').set({ kinds }).where('audit_id', '=', auditId).where(oneOf(db, 'target', 'bigint', group.map(({ target }) => target))).execute();
  }
}

/** How many the audit has, and whether it may have one more. */
async function countsOf(tx: Db, auditId: string, hosts: readonly string[]) {
  const db = tables(tx);
  const byOwn = await db.selectFrom('site_audit_target').where('audit_id', '=', auditId).groupBy('own').select(['own', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
  const byHost = await db.selectFrom('site_audit_target').where('audit_id', '=', auditId).where('own', '=', 0).where(oneOf(db, 'host', 'text', [...new Set(hosts)])).groupBy('host')
    .select(['host', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
  const ofHosts = new Map(byHost.map(({ host, count }) => [host, Number(count)]));
  const all = [0, 1].map(own => Number(byOwn.find(row => row.own === own)?.count ?? 0)) as [number, number];
  return {
    last: all[0] + all[1],
    take(own: boolean, host: string): boolean {
      const ofHost = ofHosts.get(host) ?? 0;
      if (own ? all[1] >= MAX_OWN : all[0] >= MAX_FOREIGN || ofHost >= MAX_OF_FOREIGN_HOST) return false;
      all[own ? 1 : 0]++;
      ofHosts.set(host, ofHost + 1);
      return true;
    },
  };
}

/** The next addresses to ask for, always the same for what the database holds. */
export function nextTargets(db: Db, auditId: string, max: number): Promise<TargetRow[]> {
  return tables(db).selectFrom('site_audit_target').selectAll().where('audit_id', '=', auditId).where('state', '=', 'waiting').orderBy('target').limit(max).execute();
}

/** How many there are, and how many were asked for. */
export async function countTargets(db: Db, auditId: string): Promise<{ done: number; total: number }> {
  const rows = await tables(db).selectFrom('site_audit_target').where('audit_id', '=', auditId).groupBy('state').select(['state', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
  const of = (state: string): number => Number(rows.find(row => row.state === state)?.count ?? 0);
  return { done: of('done'), total: of('done') + of('waiting') };
}

/** Stores what came of asking. */
export async function saveTargets(tx: Db, auditId: string, asked: readonly TargetAsked[]): Promise<void> {
  for (const { target, answer } of asked) {
    await tables(tx).updateTable('site_audit_target').set({ state: 'done', outcome: outcomeOf(answer), status: answer.status, bytes: answer.bytes, facts: JSON.stringify(answer) }).where('audit_id', '=', auditId).where('target', '=', target).execute();
  }
}

/** How asking ended, in a word; `gone`: its name has no address. */
export const targetOutcomes = ['answered', 'gone', 'unknown'] as const;

function outcomeOf({ status, gone }: TargetAnswer): (typeof targetOutcomes)[number] {
  return status !== null ? 'answered' : gone ? 'gone' : 'unknown';
}

/** Some of the addresses in the order of their numbers, after one of them; `page` is the number. */
export async function targetsAfter(db: Db, auditId: string, after: number): Promise<{ page: number; facts: TargetFacts }[]> {
  const rows = await tables(db).selectFrom('site_audit_target').selectAll().where('audit_id', '=', auditId).where('target', '>', after).orderBy('target').limit(ROWS_A_READ).execute();
  return rows.map(row => ({ page: row.target, facts: targetFactsOf(row) }));
}

/** Those of the addresses of which the audit cannot tell whether they work: nothing said so, or nobody asked. What no page refers to any longer is none of them. */
export async function withoutAnswer(db: Db, { id, settings, targets_beyond: beyond }: AuditRow, urls: readonly string[]): Promise<ReadonlySet<string>> {
  if (!(JSON.parse(settings) as AuditSettings).targets) return new Set(urls);
  const rows = await tables(db).selectFrom('site_audit_target').selectAll().where('audit_id', '=', id).where(oneOf(tables(db), 'url', 'text', [...new Set(urls)])).execute();
  const settled = new Map(rows.map(row => [row.url, isSettled(targetFactsOf(row))]));
  return new Set(urls.filter(url => !(settled.get(url) ?? beyond === 0)));
}

/** Which addresses are wanted. */
export interface TargetFilter {
  kind?: readonly TargetKind[] | undefined;
  outcome?: readonly (typeof targetOutcomes)[number][] | undefined;
  statusClass?: readonly string[] | undefined;
}

/** Addresses that were asked for in the order of their numbers, after `position`. */
export async function askedTargets(db: Db, auditId: string, { kind, outcome, statusClass }: TargetFilter, position: Cursor | null, limit: number): Promise<{ target: number; facts: TargetFacts; outcome: string }[]> {
  const rows = await tables(db).selectFrom('site_audit_target').selectAll().where('audit_id', '=', auditId).where('state', '=', 'done')
    .$if(kind !== undefined, query => query.where(eb => eb.or(kind!.map(one => eb(sql<number>`kinds & ${sql.lit(bitOf(one))}`, '<>', 0)))))
    .$if(outcome !== undefined, query => query.where('outcome', 'in', outcome!))
    .$if(statusClass !== undefined, query => query.where(eb => eb.or(statusClass!.map(first => eb.between('status', Number(first) * 100, Number(first) * 100 + 99)))))
    .$if(position !== null, query => query.where('target', '>', position!.at))
    .orderBy('target').limit(limit).execute();
  return rows.map(row => ({ target: row.target, facts: targetFactsOf(row), outcome: row.outcome! }));
}

/** What is known of an address; of one that was not asked for nothing but that. */
function targetFactsOf({ url, kinds, facts }: TargetRow): TargetFacts {
  const answer = facts === null ? { status: null, gone: false, cause: 'not asked for', moved: null, finalUrl: url, bytes: null, contentType: null, robots: null, page: null } : JSON.parse(facts) as TargetAnswer;
  return { url, kinds: kindsOf(kinds), ...answer };
}
