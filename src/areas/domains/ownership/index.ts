import type { JobHandler } from '../../platform/runs/index.ts';
import type { DomainsContext } from '../inventory/index.ts';
import { REPROVE_JOB, reproveOwnership } from './job.ts';

export { ownershipOperations } from './operations.ts';
export { ownedBy, ownershipsOf, requireOwnership } from './store.ts';

/** Who does the jobs of this area that are no runs. */
export const ownershipJobs: Readonly<Record<string, JobHandler<DomainsContext>>> = { [REPROVE_JOB]: reproveOwnership };
