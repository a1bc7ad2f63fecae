import { z } from 'zod';
import type { Db, Queue } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import type { Schedule } from '../../../schedule.ts';
import type { MessageSource, SenderState } from '../spool/message.ts';
import { proveJobOf } from '../spool/prove-job.ts';
import { tables } from '../tables.ts';
import { addRollups, takeBack, weightOf } from './aggregate.ts';
import { keysOf } from './identity.ts';
import type { ReportRow } from './report-row.ts';
import { Rollups } from './rollups.ts';
import type { KeepMeans, UncountedReason } from './shapes.ts';
import type { Sessions } from './tls-sessions.ts';
import { addSessions } from './tls.ts';

/** Judges the reports that earlier versions of the service kept by what proves their senders. */
const recheckJob = defineJob('dmarcRecheck', z.strictObject({ domainNo: z.number(), after: z.number() }));

const REPORTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 20_000;
/** Ways by which a mail comes whole, so that its signatures can be verified. */
const mailWays: ReadonlySet<MessageSource> = new Set(['smtp', 'imap', 'graph', 'gmail', 'maildir', 's3']);

type Services = KeepMeans & { db: Db; queue: Pick<Queue, 'add'> };
type Counted = ReportRow & { way: string | null };

/** Sees to it that each domain is rechecked once after an update. */
export const recheckingReports: Schedule<Services> = {
  name: 'proof of reports',
  async due(tx, { queue }, _now, max) {
    const rows = await tables(tx).selectFrom('dmarc_domain').select(['no', 'account_id']).where('recheck', '=', 1).orderBy('no').limit(max).execute();
    for (const { no, account_id } of rows) {
      const { numUpdatedRows } = await tables(tx).updateTable('dmarc_domain').set({ recheck: 0 }).where('no', '=', no).where('recheck', '=', 1).executeTakeFirst();
      if (numUpdatedRows === 1n) await queue.add(tx, account_id, [recheckJob({ domainNo: no, after: 0 }, { dedupeKey: String(no), background: true })]);
    }
    return rows.length;
  },
};

/** Rechecks reports of a domain, some at a time. Uploads count on; what came by mail is proven by its bytes, as long as they are kept, and counts again then. */
export const recheckReports = recheckJob.handledBy<Services>(({ accountId, payload: { domainNo, after }, services }) => Promise.resolve({
  change: async tx => {
    // A turn on the domain: nothing is counted meanwhile.
    const domain = await tables(tx).updateTable('dmarc_domain').set(eb => ({ last_report: eb.ref('last_report') })).where('no', '=', domainNo).where('account_id', '=', accountId).returning('no').executeTakeFirst();
    if (!domain) return;
    const rows = await countedAfter(tx, domainNo, after);
    await recheck(tx, services, accountId, rows);
    const last = rows.at(-1);
    if (last) await services.queue.add(tx, accountId, [recheckJob({ domainNo, after: last.no }, { background: true })]);
  },
}));

/** Reports that count and were kept without a proof of their senders. */
async function countedAfter(tx: Db, domainNo: number, after: number): Promise<Counted[]> {
  const found: Counted[] = await tables(tx).selectFrom('dmarc_report').leftJoin('dmarc_message', 'dmarc_message.id', 'dmarc_report.message').selectAll('dmarc_report').select('way')
    .where('domain_no', '=', domainNo).where('no', '>', after).where('uncounted', 'is', null).where('dmarc_report.authenticated', 'in', ['unknown', 'none'])
    .orderBy('no').limit(REPORTS_AT_ONCE).execute();
  let rows = 0;
  return found.filter(({ records }, at) => (rows += records) <= ROWS_AT_ONCE || at === 0);
}

async function recheck(tx: Db, { clock, queue }: Services, accountId: string, rows: readonly Counted[]): Promise<void> {
  const rollups = new Rollups();
  const toProve = new Set<string>();
  let moved = 0;
  for (const row of rows) {
    if (row.way === 'upload') {
      await noteProof(tx, row, { authenticated: 'upload' });
      continue;
    }
    const isMail = row.authenticated === 'unknown' && row.way !== null && mailWays.has(row.way as MessageSource);
    if (isMail) toProve.add(row.message);
    await takeOut(tx, row, isMail ? 'proofUnknown' : 'noProof', rollups, clock.now());
    if (row.kind === 'aggregate') moved++;
  }
  const domainNo = rows[0]?.domain_no;
  if (domainNo !== undefined && moved > 0) {
    await addRollups(tx, [{ domainNo, rollups }], true);
    // It may have been learnt from them; reports that count teach it again.
    await tables(tx).updateTable('dmarc_learnt').set({ signed: null }).where('domain_no', '=', domainNo).execute();
  }
  await queue.add(tx, accountId, [...toProve].flatMap(message => proveJobOf(message, 0, clock.now()) ?? []));
}

/** Moves what a report has counted to what does not count. Of a report whose records are gone, the counts stay as they are. */
async function takeOut(tx: Db, row: Counted, uncounted: UncountedReason, rollups: Rollups, now: number): Promise<void> {
  if (row.kind === 'tls') {
    const sessions = JSON.parse(row.content ?? '[]') as Sessions[];
    await addSessions(tx, row.domain_no, { sessions, trusted: false }, { sessions, trusted: true });
  } else if (row.kind === 'aggregate' && row.facts_kept === 1) {
    rollups.sum(await takeBack(tx, rollups, row), { ...weightOf(row), trusted: false }, 1);
  }
  await noteProof(tx, row, { authenticated: uncounted === 'noProof' ? 'none' : 'unknown', uncounted, recounted_at: now, key: await keyApart(tx, row) });
}

/** Where a report is kept that does not count; its own number where a forged one has that key. */
async function keyApart(tx: Db, row: ReportRow): Promise<string> {
  const { domain_no, no, organization, report_id: reportId, begin_at: beginAt, end_at: endAt } = row;
  const { name } = await tables(tx).selectFrom('dmarc_domain').select('name').where('no', '=', domain_no).executeTakeFirstOrThrow();
  const { apart } = keysOf({ kind: row.kind as 'aggregate', domain: name, organization, reportId, beginAt, endAt }, row.content_hash);
  const taken = await tables(tx).selectFrom('dmarc_report').select('no').where('domain_no', '=', domain_no).where('key', '=', apart).executeTakeFirst();
  return taken ? `${apart} ${no}` : apart;
}

/** The sender of a message is known not to be proven: its reports that waited for an answer of the DNS do not count. */
export async function noteUnproven(tx: Db, accountId: string, message: string): Promise<void> {
  await tables(tx).updateTable('dmarc_report').set({ authenticated: 'none', uncounted: 'noProof' })
    .where('domain_no', 'in', eb => eb.selectFrom('dmarc_domain').select('dmarc_domain.no').where('account_id', '=', accountId))
    .where('uncounted', 'is not', null).where('uncounted', '=', 'proofUnknown').where('message', '=', message).execute();
}

async function noteProof(tx: Db, { domain_no, no }: ReportRow, proof: Partial<Pick<ReportRow, 'key' | 'uncounted' | 'recounted_at'>> & { authenticated: SenderState }): Promise<void> {
  await tables(tx).updateTable('dmarc_report').set(proof).where('domain_no', '=', domain_no).where('no', '=', no).execute();
}
