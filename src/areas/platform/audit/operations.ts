import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { periodOf } from '../../../core/period.ts';
import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import { present } from './entry.ts';
import { AuditQuery, AuditRecord } from './shapes.ts';
import { newestEntries, nextEntries } from './store.ts';

const listEntries = operationIn<AreaServices>()({
  id: 'audit.list',
  summary: 'List the audit log',
  description: 'Every change that a key or a person made on this account, newest first. Entries are never changed or deleted; '
    + 'each is chained to the one before it by its hash. Addresses stand there only as keyed hashes.',
  method: 'GET',
  path: '/api/audit-log',
  access: 'session',
  role: 'owner',
  allowance: 'none',
  input: AuditQuery,
  output: pageOf(AuditRecord),
  examples: [{ input: { action: 'api_key.created', limit: '20' }, says: 'The twenty newest creations of a key' }],
  run: async ({ caller }, { db }, { action, limit, cursor, ...period }) => {
    const { from, before: to } = periodOf(period);
    const rows = await newestEntries(db, known(caller).account.id, {
      action, from, to, beforeSeq: decodeCursor('audit.list', cursor)?.at ?? null, limit: limit + 1,
    });
    return cutPage('audit.list', rows, limit, row => ({ at: row.seq, id: row.id }), present);
  },
});

const exportEntries = operationIn<AreaServices>()({
  id: 'audit.export',
  summary: 'Export the audit log',
  description: 'The whole audit log of this account as JSON Lines, oldest first. Anyone who keeps the file can prove later that nothing was changed: '
    + '`hash` is the SHA-256 of the line without `hash` as RFC 8785 text, and `previousHash` is that of the line before.',
  method: 'GET',
  path: '/api/audit-log/export',
  access: 'session',
  role: 'owner',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['application/x-ndjson'],
  input: z.strictObject({}),
  output: z.custom<FileReply>(),
  examples: [{ input: {}, says: 'The whole log' }],
  run: async ({ caller, signal }, { db }) => ({
    contentType: 'application/x-ndjson',
    fileName: 'audit-log.ndjson',
    body: exportChain(db, known(caller).account.id, signal),
  }),
});

/** The whole chain of the account as JSON Lines, in order, a thousand entries at a time; throws when `signal` fires. */
export async function* exportChain(db: Db, accountId: string, signal?: AbortSignal): AsyncGenerator<string> {
  for await (const page of pagesOf(db, accountId)) {
    signal?.throwIfAborted();
    yield page.map(entry => `${JSON.stringify(entry)}\n`).join('');
  }
}

/** The whole chain of the account, in order, for the export of everything that an account holds. */
export async function* entriesOf(db: Db, accountId: string): AsyncGenerator<AuditRecord> {
  for await (const page of pagesOf(db, accountId)) yield* page;
}

async function* pagesOf(db: Db, accountId: string): AsyncGenerator<AuditRecord[]> {
  for (let page = await nextEntries(db, accountId, null); page.length > 0; page = await nextEntries(db, accountId, page.at(-1)!.seq)) yield page.map(present);
}


export const auditOperations = [listEntries, exportEntries] as const;
