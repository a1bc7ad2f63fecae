import type { Plans } from '../../platform/account/index.ts';
import type { CheckServices } from '../check/index.ts';
import type { RunsServices, Spent } from '../../platform/runs/index.ts';
import type { CertificateSearch } from '../../../core/outside/name-stream.ts';
import type { Counters, Db } from '../../../store/index.ts';

/** What the operations and runs of this area work with. */
export interface DomainsServices extends RunsServices, Pick<CheckServices, 'open' | 'random'> {
  plans: Plans;
  counters: Counters;
  /** Who is asked for certificates of names below a domain; those that are not configured are not among them. */
  certificateSearches: readonly CertificateSearch[];
  /** Gives back, in `tx`, what was spent for a run. */
  refund(tx: Db, spent: Spent): Promise<void>;
}
