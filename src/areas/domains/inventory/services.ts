import type { Spending, Spent } from '../../platform/account/index.ts';
import type { CheckServices } from '../check/index.ts';
import type { RunsServices } from '../../platform/runs/index.ts';
import type { CertificateSearch } from '../../../core/outside/name-stream.ts';
import type { Db } from '../../../store/index.ts';

/** What the operations and runs of this area work with. */
export interface DomainsServices extends RunsServices, Spending, Pick<CheckServices, 'open' | 'random'> {
  program: { version: string };
  /** Who is asked for certificates of names below a domain; those that are not configured are not among them. */
  certificateSearches: readonly CertificateSearch[];
  /** Gives back, in `tx`, what was spent for a run. */
  refund(tx: Db, spent: Spent): Promise<void>;
}
