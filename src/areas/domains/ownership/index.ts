import { defineArea } from '../../area.ts';
import { proveOwnership, reproveOwnership } from './job.ts';
import { manyOwnershipsOperations } from './many-operations.ts';
import { ownershipOperations } from './operations.ts';
import { publishOperations, type OwnershipServices } from './publish-operation.ts';
import { ownershipsOf } from './store.ts';
import { tables } from './tables.ts';

export { ownershipProven } from './proven.ts';
export { challengeOfDomain, ownedBy, ownHostsOf, ownsHost, requireOwnership, type OwnHosts } from './store.ts';

/** Which domains an account has shown to be its own. */
export const ownershipArea = defineArea<OwnershipServices>()({
  id: 'ownership',
  group: 'domains',
  topics: {},
  operations: [...ownershipOperations, ...manyOwnershipsOperations, ...publishOperations],
  jobs: [reproveOwnership, proveOwnership],
  tables,
  exports: { ownership: ownershipsOf },
  notificationKinds: { 'ownership.failing': 'A proof of ownership can no longer be found.', 'ownership.lost': 'A domain no longer counts as proven.' },
  auditActions: {
    'domain.ownership_checked': 'Checked proof of ownership',
    'domains.ownership_checked': 'Checked all missing proofs of ownership',
    'domains.proofs_published': 'Published proofs of ownership at a DNS provider',
  },
});
