export { appendAudit } from './append.ts';
export { entryOf, present, type Actor, type AuditEntry, type EntryRow } from './entry.ts';
export { auditOperations, entriesOf, exportChain } from './operations.ts';
export { AuditAction, AuditRecord } from './shapes.ts';
export { verifyChains, type ChainVerdict } from './verify.ts';
