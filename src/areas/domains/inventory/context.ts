import type { Plans } from '../../platform/account/index.ts';
import type { CheckContext, CheckResult } from '../check/index.ts';
import type { RunsContext, Spent } from '../../platform/runs/index.ts';
import type { CertificateSearch } from '../../../core/outside/name-stream.ts';
import type { Counters, Db } from '../../../store/index.ts';

/** What the operations and runs of this area work with. */
export interface DomainsContext extends RunsContext, Pick<CheckContext, 'open' | 'random'> {
  plans: Plans;
  counters: Counters;
  /** Who is asked for certificates of names below a domain; those that are not configured are not among them. */
  certificateSearches: readonly CertificateSearch[];
  /** Hear of every look at a domain that was kept, in the transaction that keeps it. */
  onSnapshot: readonly OnSnapshot[];
  /** Hear of domains that are about to be deleted, in the transaction that deletes them. */
  onDeleting: readonly OnDeleting[];
  /** Gives back, in `tx`, what was spent for a run. */
  refund(tx: Db, spent: Spent): Promise<void>;
}

/** What a look at a domain has seen. */
export interface Seen {
  accountId: string;
  domainId: string;
  name: string;
  result: CheckResult;
  /** Epoch milliseconds. */
  at: number;
  runId: string;
}

export type OnDeleting = (tx: Db, accountId: string, domainIds: readonly string[]) => Promise<void>;

/** What it throws undoes the snapshot, and the run is tried again. */
export type OnSnapshot = (tx: Db, seen: Seen) => Promise<void>;
