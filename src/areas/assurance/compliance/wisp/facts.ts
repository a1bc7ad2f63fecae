import type { KnownCaller } from '../../../../core/access.ts';
import type { Db } from '../../../../store/index.ts';
import type { EvidenceKindName } from '../../../evidence-source.ts';
import { followsOf } from '../../status/index.ts';
import { frameworks } from '../catalogue/index.ts';
import { rowsOf, type ControlRow } from '../controls/store.ts';
import { contradictions, countsByKind, findingsIn, type KindCounts } from '../evidence/store.ts';
import { accountName, peopleOf, type Person } from '../people.ts';
import { domainsOf, type PlanDomains } from './store.ts';

const MOST_NAMES = 50;
const MOST_RISKS = 20;

/** What the account knows that a plan can begin with; undefined where the caller may not read it. */
export interface PlanFacts {
  firm: string;
  people: readonly Person[] | undefined;
  domains: PlanDomains | undefined;
  providers: readonly string[] | undefined;
  /** What contradicts now, as sentences. */
  risks: readonly string[] | undefined;
  /** What was seen of each kind. */
  seen: ReadonlyMap<string, KindCounts>;
  controls: ReadonlyMap<string, ControlRow>;
}

export async function planFacts(db: Db, caller: KnownCaller, now: number): Promise<PlanFacts> {
  const accountId = caller.account.id;
  const mayRead = (scope: 'domains' | 'status') => caller.kind === 'session' || caller.scopes.includes(scope);
  return {
    firm: await accountName(db, accountId),
    people: caller.kind === 'session' ? await peopleOf(db, accountId) : undefined,
    domains: mayRead('domains') ? await domainsOf(db, accountId, MOST_NAMES) : undefined,
    providers: mayRead('status') ? (await followsOf(db, accountId, null, MOST_NAMES)).map(({ name }) => name).toSorted() : undefined,
    risks: caller.kind === 'session' ? await risksOf(db, accountId, now) : undefined,
    seen: await countsByKind(db, accountId, null, now),
    controls: await rowsOf(db, accountId, frameworks.map(({ id }) => id)),
  };
}

async function risksOf(db: Db, accountId: string, now: number): Promise<string[]> {
  const rows = await contradictions(db, accountId, now);
  return [...new Set(rows.flatMap(row => findingsIn(row).map(({ title }) => (row.domain_name === null ? title : `${row.domain_name}: ${title}`))))].slice(0, MOST_RISKS);
}

/** What was seen of one kind. */
export function seenOf({ seen }: PlanFacts, kind: EvidenceKindName): KindCounts {
  return seen.get(kind) ?? { supports: 0, contradicts: 0, stale: 0 };
}
