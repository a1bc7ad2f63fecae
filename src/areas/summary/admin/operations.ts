import { z } from 'zod';
import type { Mailer } from '../../../core/outside/mail.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import type { AreaServices } from '../../services.ts';
import type { DueJobs, Queue } from '../../../store/index.ts';
import { AuditRecord, present as presentEntry } from '../../platform/audit/index.ts';
import { AccountRecord, AdminAuditQuery, Health, type Line } from './shapes.ts';
import { countAll, newestAccounts, newestEntries, present } from './store.ts';

/** What the operator's reads need. */
export interface AdminServices extends AreaServices {
  mailer: Mailer;
  queue: Pick<Queue, 'line'>;
  program: {
    version: string;
    /** Epoch milliseconds. */
    startedAt: number;
    /** Memory of this process. */
    memory(): { rssBytes: number };
  };
}

const listAccounts = operationIn<AdminServices>()({
  id: 'admin.accounts',
  summary: 'List all accounts',
  description: 'For the operator: every account of this service with its plan, its people and its active keys, newest first.',
  method: 'GET',
  path: '/api/admin/accounts',
  access: { scope: 'admin' },
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(AccountRecord),
  examples: [{ input: { limit: '200' }, says: 'The two hundred newest accounts' }],
  run: async ({ now }, { db }, { limit, cursor }) => {
    const rows = await newestAccounts(db, decodeCursor('admin.accounts', cursor), limit + 1, now);
    return cutPage('admin.accounts', rows, limit, row => ({ at: row.created_at, id: row.id }), present);
  },
});

const listEntries = operationIn<AdminServices>()({
  id: 'admin.auditLog',
  summary: 'List the audit log of all accounts',
  description: 'For the operator: what keys, people and the program changed on any account, newest first.',
  method: 'GET',
  path: '/api/admin/audit-log',
  access: { scope: 'admin' },
  allowance: 'none',
  input: AdminAuditQuery,
  output: pageOf(AuditRecord),
  examples: [{ input: { action: 'api_key.created' }, says: 'Who made keys lately' }],
  run: async (_call, { db }, { limit, cursor, ...filter }) => {
    const rows = await newestEntries(db, filter, decodeCursor('admin.audit_log', cursor), limit + 1);
    return cutPage('admin.audit_log', rows, limit, row => ({ at: row.at, id: row.id }), presentEntry);
  },
});

const showHealth = operationIn<AdminServices>()({
  id: 'admin.health',
  summary: 'Show the health of the service',
  description: 'For the operator: version, running time, database, queue, memory, mail, and totals. '
    + 'The figures are those of the process that answered; other processes may differ.',
  method: 'GET',
  path: '/api/admin/health',
  access: { scope: 'admin' },
  allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: Health }),
  examples: [{ input: {}, says: 'Current state' }],
  run: async ({ now }, { db, store, clock, mailer, queue, program }) => {
    const startedMs = clock.monotonicMs();
    const ok = await store.state() === 'ok';
    const ms = Math.round((clock.monotonicMs() - startedMs) * 10) / 10;
    const { operators, accounts, people, activeKeys, auditEntries } = await countAll(db, now);
    return {
      success: true as const,
      data: {
        version: program.version,
        startedAt: new Date(program.startedAt).toISOString(),
        uptimeSeconds: Math.floor((now - program.startedAt) / 1000),
        database: { kind: store.dialect, ok, ms },
        queue: lineOf(await queue.line(), now),
        counts: { accounts: accounts ?? 0, people: people ?? 0, activeKeys: activeKeys ?? 0, auditEntries: auditEntries ?? 0 },
        operatorExists: operators === 1,
        mail: { configured: mailer.configured },
        memory: { rssMiB: Math.round(program.memory().rssBytes / 2 ** 20) },
      },
    };
  },
});

/** The jobs that are due, together and by their kinds. */
function lineOf(line: readonly DueJobs[], now: number): z.output<typeof Line> {
  const kinds = line.map(({ kind, count, since }) => ({ kind, due: count, oldestSeconds: Math.floor((now - since) / 1000) }));
  return { due: kinds.reduce((sum, { due }) => sum + due, 0), oldestSeconds: kinds.length === 0 ? null : Math.max(...kinds.map(({ oldestSeconds }) => oldestSeconds)), kinds };
}

export const adminOperations = [listAccounts, listEntries, showHealth] as const;
