import type { ExpressionBuilder, Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import { oneOf, type Db } from '../../../../store/index.ts';
import type { EvidenceKindName, Observation, ObservedFinding } from '../../../evidence-source.ts';
import { nextTime } from '../../../schedule.ts';
import { evidenceMap } from '../catalogue/evidence-map.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type ObservationRow = Selectable<ComplianceTables['compliance_observation']>;

const COLLECT_EACH_MS = 3_600_000;
/** Of one observation; the most severe ones. */
const MOST_FINDINGS = 20;
const DAY_MS = 86_400_000;

/** Has evidence of the account collected from now on. */
export async function watchAccount(tx: Db, accountId: string, now: number): Promise<void> {
  await tables(tx).insertInto('compliance_watch').values({ account_id: accountId, due_at: now, collected_at: null }).onConflict(conflict => conflict.column('account_id').doUpdateSet({ due_at: now })).execute();
}

export async function unwatchAccount(tx: Db, accountId: string): Promise<void> {
  await tables(tx).deleteFrom('compliance_watch').where('account_id', '=', accountId).execute();
}

/** The accounts whose evidence is due at `now`; each is due again in an hour. */
export async function takeDue(tx: Db, now: number, max: number): Promise<string[]> {
  const due = await tables(tx).selectFrom('compliance_watch').select(['account_id', 'due_at']).where('due_at', '<=', now).orderBy('due_at').limit(max).execute();
  const taken: string[] = [];
  for (const { account_id: accountId, due_at: dueAt } of due) {
    const { numUpdatedRows } = await tables(tx).updateTable('compliance_watch').set({ due_at: nextTime(now, COLLECT_EACH_MS, accountId) }).where('account_id', '=', accountId).where('due_at', '=', dueAt).executeTakeFirst();
    if (numUpdatedRows === 1n) taken.push(accountId);
  }
  return taken;
}

export async function noteCollected(tx: Db, accountId: string, now: number): Promise<void> {
  await tables(tx).updateTable('compliance_watch').set({ collected_at: now }).where('account_id', '=', accountId).execute();
}

/** When evidence of the account was last collected; null before the first time. */
export async function collectedAt(db: Db, accountId: string): Promise<number | null> {
  return (await tables(db).selectFrom('compliance_watch').select('collected_at').where('account_id', '=', accountId).executeTakeFirst())?.collected_at ?? null;
}

/** Keeps what an area sees now: what is as it was lasts on, what is otherwise ends. Gives what began. The caller holds the account's lock. */
export async function keepObservations(tx: Db, { newId }: { newId: NewId }, accountId: string, area: string, observed: readonly Observation[]): Promise<ObservationRow[]> {
  if (observed.length === 0) return [];
  const ids = [...new Set(observed.map(({ domain }) => domain?.id ?? ''))];
  const rows = await tables(tx).selectFrom('compliance_observation').selectAll().where('account_id', '=', accountId).where('area', '=', area).where('ended_at', 'is', null).where(oneOf(tables(tx), 'domain_id', 'text', ids)).execute();
  const current = new Map(rows.map(row => [`${row.kind} ${row.domain_id}`, row]));
  const begun: ObservationRow[] = [];
  for (const observation of observed) {
    const row = current.get(`${observation.kind} ${observation.domain?.id ?? ''}`);
    const began = await keepObservation(tx, { newId }, { accountId, area }, row, observation);
    if (began) begun.push(began);
  }
  return begun;
}

async function keepObservation(tx: Db, { newId }: { newId: NewId }, of: { accountId: string; area: string }, row: ObservationRow | undefined, { kind, domain, observedAt, verdict, findings, path }: Observation): Promise<ObservationRow | null> {
  if (row && row.last_at > observedAt) return null;
  const is = { domain_name: domain?.name ?? null, findings: JSON.stringify(findings.slice(0, MOST_FINDINGS)), path, last_at: observedAt };
  if (row && row.verdict === verdict && idsOf(findingsIn(row)) === idsOf(findings.slice(0, MOST_FINDINGS))) {
    await tables(tx).updateTable('compliance_observation').set(is).where('id', '=', row.id).execute();
    return null;
  }
  if (row) await tables(tx).updateTable('compliance_observation').set({ ended_at: observedAt }).where('id', '=', row.id).execute();
  return tables(tx).insertInto('compliance_observation').values({ ...is, id: newId('cob'), account_id: of.accountId, area: of.area, kind, domain_id: domain?.id ?? '', verdict, first_at: observedAt, ended_at: null }).returningAll().executeTakeFirstOrThrow();
}

export function findingsIn({ findings }: Pick<ObservationRow, 'findings'>): ObservedFinding[] {
  return JSON.parse(findings) as ObservedFinding[];
}

function idsOf(findings: readonly ObservedFinding[]): string {
  return [...new Set(findings.map(({ id }) => id))].toSorted().join(' ');
}

/** Ends what was seen of domains that are being deleted; it is kept as a record. */
export async function endObservationsOf(tx: Db, accountId: string, domainIds: readonly string[], now: number): Promise<void> {
  if (domainIds.length === 0) return;
  await tables(tx).updateTable('compliance_observation').set({ ended_at: now }).where('account_id', '=', accountId).where('ended_at', 'is', null).where(oneOf(tables(tx), 'domain_id', 'text', domainIds)).execute();
}

/** Which observations are meant: those of the account as a whole, and of these domains; null for all. */
export type DomainScope = readonly string[] | null;

/** How many observations of a kind say what now. */
export interface KindCounts {
  supports: number;
  contradicts: number;
  stale: number;
}

type Observations = ExpressionBuilder<ComplianceTables, 'compliance_observation'>;

/** Whether an observation still counts at `now`. */
function freshAt(eb: Observations, now: number) {
  return eb.or(evidenceMap.map(({ kind, freshDays }) => eb.and([eb('kind', '=', kind), eb('last_at', '>=', now - freshDays * DAY_MS)])));
}

function current(db: Db, accountId: string, scope: DomainScope) {
  return tables(db).selectFrom('compliance_observation').where('account_id', '=', accountId).where('ended_at', 'is', null)
    .$if(scope !== null, query => query.where(oneOf(tables(db), 'domain_id', 'text', ['', ...scope!])));
}

/** What is seen now, counted over all domains of the scope. */
export async function countsByKind(db: Db, accountId: string, scope: DomainScope, now: number): Promise<ReadonlyMap<string, KindCounts>> {
  const rows = await current(db, accountId, scope).groupBy(['kind', 'verdict'])
    .select(eb => ['kind', 'verdict', eb.fn.countAll<number | string>().as('total'), eb.fn.sum<number | string>(eb.case().when(freshAt(eb, now)).then(1).else(0).end()).as('fresh')]).execute();
  const counts = new Map<string, KindCounts>();
  for (const { kind, verdict, total, fresh } of rows) {
    const of = counts.get(kind) ?? { supports: 0, contradicts: 0, stale: 0 };
    of[verdict as 'supports' | 'contradicts'] += Number(fresh);
    of.stale += Number(total) - Number(fresh);
    counts.set(kind, of);
  }
  return counts;
}

/** When the oldest observation that is stale now was last seen, by kind. */
export async function oldestStale(db: Db, accountId: string, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await current(db, accountId, null).where(eb => eb.not(freshAt(eb as unknown as Observations, now))).groupBy('kind').select(eb => ['kind', eb.fn.min('last_at').as('last')]).execute();
  return new Map(rows.map(({ kind, last }) => [kind, last]));
}

/** Observations of these kinds that hold now, those that contradict first, then the newest. */
export async function observationsOf(db: Db, accountId: string, kinds: readonly EvidenceKindName[], scope: DomainScope, limit: number): Promise<ObservationRow[]> {
  if (kinds.length === 0) return [];
  return current(db, accountId, scope).selectAll().where('kind', 'in', kinds).orderBy('verdict').orderBy('last_at', 'desc').orderBy('id').limit(limit).execute();
}

/** Observations that hold now and contradict, in the order in which they began. */
export async function contradictions(db: Db, accountId: string, now: number): Promise<ObservationRow[]> {
  return current(db, accountId, null).selectAll().where('verdict', '=', 'contradicts').where(eb => freshAt(eb as unknown as Observations, now)).orderBy('first_at').orderBy('id').execute();
}

/** What was seen earlier, newest first, after `position`. */
export async function earlierObservations(db: Db, accountId: string, filter: { kinds: readonly string[] | undefined; domainIds: readonly string[] | undefined }, position: { at: number; id: string } | null, limit: number): Promise<ObservationRow[]> {
  if (filter.kinds?.length === 0) return [];
  return tables(db).selectFrom('compliance_observation').selectAll().where('account_id', '=', accountId)
    .$if(filter.kinds !== undefined, query => query.where('kind', 'in', filter.kinds!))
    .$if(filter.domainIds !== undefined, query => query.where('domain_id', 'in', filter.domainIds!))
    .$if(position !== null, query => query.where(eb => eb.or([eb('first_at', '<', position!.at), eb.and([eb('first_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('first_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
