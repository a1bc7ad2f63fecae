import { defineArea } from '../../area.ts';
import { audit } from './migrations/0003-audit.ts';
import { auditOperations, entriesOf } from './operations.ts';
import { tables } from './tables.ts';
import type { AreaServices } from '../../services.ts';
import { auditEvidence } from './evidence.ts';

export { auditEntryColumns, auditHeadColumns } from './tables.ts';
export { appendAudit } from './append.ts';
export { entryOf, present, type Actor, type AuditEntry, type EntryRow } from './entry.ts';
export { exportChain } from './operations.ts';
export { AuditAction, AuditRecord } from './shapes.ts';
export { verifyChains, type ChainVerdict } from './verify.ts';

/** Who changed what, in a chain that shows any later change. */
export const auditArea = defineArea<AreaServices>()({
  id: 'audit',
  group: 'platform',
  topics: { audit: 'The audit log: who changed what, in a chain that shows any later change.' },
  operations: auditOperations,
  tables,
  migrations: { '0003-audit': audit },
  evidence: auditEvidence,
  exports: { auditLog: entriesOf },
  idPrefixes: { aud: 'entry of the audit log' },
});
