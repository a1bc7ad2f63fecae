import { collectDmarc } from '../../../../checks/dmarc/collect.ts';
import { recordName as stsName } from '../../../../checks/mta-sts/parse.ts';
import { recordName as tlsRptName } from '../../../../checks/tls-rpt/parse.ts';
import { known } from '../../../../core/access.ts';
import { operationIn, type Call } from '../../../../core/operation.ts';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { judgeSetup, type SetupFacts } from '../advice/setup-status.ts';
import { dayOf } from '../store/days.ts';
import type { DmarcServices } from './services.ts';
import { daysBefore, reportedDomain, type ReportedDomain } from './scope.ts';
import { SetupStatusQuery, SetupStatusReply } from './shapes.ts';
import { sumsByReporter } from './sums.ts';
import { tables } from '../tables.ts';
import { sameSince } from '../../../domains/history/index.ts';

const LOOKUP_MS = 8000;
const REPORTER_DAYS = 30;
const MAX_REPORTERS = 1000;
/** Enough to look back three days where the domain is scanned every hour. */
const MAX_SCANS = 100;

export const showSetupStatus = operationIn<DmarcServices>()({
  id: 'dmarc.setup_status',
  summary: 'Show how far the set-up of DMARC reporting has come',
  description: 'Asks the DNS now and checks what arrived: the record, whether its reports lead here, whether destinations outside of the domain have agreed (RFC 9990), whether reports come, '
    + 'and TLS reporting. The reply names the first thing that stands in the way and the record to publish.',
  method: 'GET',
  path: '/api/dmarc/setup-status',
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain: reportedDomain },
  input: SetupStatusQuery,
  output: SetupStatusReply,
  examples: [{ input: { domain: 'example.com' }, says: 'By the name of the domain' }],
  run: async (call, services) => ({ success: true as const, data: judgeSetup(await setupFacts(call, services, known(call.caller).account.id, call.owned.domain)) }),
});

async function setupFacts({ signal, now }: Pick<Call, 'signal' | 'now'>, { db, open, reportsHost }: DmarcServices, accountId: string, domain: ReportedDomain): Promise<SetupFacts> {
  const session = open(AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]), 'check');
  try {
    const { dns } = session.clients;
    const { name } = domain;
    const asking = [collectDmarc({ ...session.clients, domain: name } as Parameters<typeof collectDmarc>[0]), dns.lookup(tlsRptName(name), 'TXT'), dns.lookup(stsName(name), 'TXT')] as const;
    const [dmarc, tlsRpt, mtaSts] = await Promise.all(asking);
    const reporters = await sumsByReporter(db, accountId, name, { from: daysBefore(now, REPORTER_DAYS - 1), to: dayOf(now) }, MAX_REPORTERS);
    return {
      domain: name, now, dmarc, tlsRpt, mtaSts, owned: await ownedBy(db, accountId, name, now) !== null, reporters: reporters.length,
      addresses: reportsHost && await addressesOf(db, accountId, reportsHost.host, now), recordSince: await recordSince(db, domain), ...await arrivalsOf(db, accountId, domain),
    };
  } finally {
    session.close();
  }
}

/** The addresses at which reports of the account are taken now, the current one first; null before the first. */
async function addressesOf(db: Db, accountId: string, host: string, now: number): Promise<SetupFacts['addresses']> {
  const rows = await tables(db).selectFrom('dmarc_intake').select(['token', 'ends_at']).where('account_id', '=', accountId)
    .where(eb => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)])).orderBy('created_at', 'desc').execute();
  const [current, ...former] = rows.toSorted((a, b) => Number(a.ends_at !== null) - Number(b.ends_at !== null)).map(({ token }) => `${token}@${host}`);
  return current === undefined ? null : [current, ...former];
}

/** Since when scans of the domain have seen the same DMARC record; null without any. */
async function recordSince(db: Db, { id }: ReportedDomain): Promise<number | null> {
  return id === null ? null : sameSince(db, id, 'dmarc', MAX_SCANS);
}

async function arrivalsOf(db: Db, accountId: string, { no }: ReportedDomain): Promise<Pick<SetupFacts, 'firstReportAt' | 'lastReportAt'>> {
  if (no === null) return { firstReportAt: null, lastReportAt: null };
  const { first, last } = await tables(db).selectFrom('dmarc_report').innerJoin('dmarc_domain', 'dmarc_domain.no', 'dmarc_report.domain_no')
    .select(({ fn }) => [fn.min('received_at').as('first'), fn.max('received_at').as('last')])
    .where('account_id', '=', accountId).where('domain_no', '=', no).where('kind', '=', 'aggregate').where('uncounted', 'is', null).executeTakeFirstOrThrow();
  return { firstReportAt: first, lastReportAt: last };
}
