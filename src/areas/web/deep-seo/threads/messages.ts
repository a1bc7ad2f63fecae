import type { AuditRows } from '../analysis/analyze.ts';
import type { Analysis } from '../analysis/results.ts';

/** What a thread asks of whoever holds the audit: a method of `AuditRows` with its argument. */
export type Asked = { [Method in keyof AuditRows]: { method: Method; given: Parameters<AuditRows[Method]>[0] } }[keyof AuditRows];
/** What it sends. */
export type FromThread = { asked: Asked } | { result: Analysis };
