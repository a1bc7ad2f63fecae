import type { Db } from '../../../../store/index.ts';
import { tuplesOf } from './aggregate.ts';
import { factsOf } from './facts.ts';
import { messageCounts } from './rollups.ts';
import { tables } from '../tables.ts';

const ROWS_A_PAGE = 100;

/** What this area adds to the export of everything that an account holds. */

/** Every report with its records, as long as they are kept, and the days that it was counted on. */
export async function* reportsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { no: domainNo, name } of await domainsOf(db, accountId)) {
    for (let last = 0; ;) {
      const rows = await tables(db).selectFrom('dmarc_report').selectAll().where('domain_no', '=', domainNo).where('no', '>', last).orderBy('no').limit(ROWS_A_PAGE).execute();
      for (const { domain_no: _, key: __, facts_no: factsNo, policy, content, warnings, ...report } of rows) {
        yield { domain: name, ...report, policy: parsed(policy), content: parsed(content), warnings: parsed(warnings), rows: await recordsOf(db, domainNo, factsNo) };
      }
      if (rows.length < ROWS_A_PAGE) break;
      last = rows.at(-1)!.no;
    }
  }
}

async function recordsOf(db: Db, domainNo: number, factsNo: number): Promise<object[]> {
  const facts = await factsOf(db, domainNo, factsNo);
  const tuples = new Map(await tuplesOf(db, domainNo, facts.map(({ tuple }) => tuple)));
  return facts.map(({ ip, tuple, messages, records }) => ({ ip, messages, records, ...tuples.get(tuple) }));
}

/** What was counted of each sender on each day, and what was decided of it. */
export async function* senderDaysOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { no, name: domain } of await domainsOf(db, accountId)) {
    const senders = await tables(db).selectFrom('dmarc_sender').leftJoin('dmarc_approval', join => join.onRef('dmarc_approval.domain_no', '=', 'dmarc_sender.domain_no').onRef('dmarc_approval.sender_id', '=', 'dmarc_sender.id'))
      .select(['dmarc_sender.no', 'id', 'dmarc_sender.name', 'dmarc_sender.class', 'dmarc_approval.class as decided', 'decided_at']).where('dmarc_sender.domain_no', '=', no).execute();
    for (const { no: senderNo, ...sender } of senders) {
      const days = await tables(db).selectFrom('dmarc_sender_day').select(['day', 'trusted', ...messageCounts]).where('domain_no', '=', no).where('sender_no', '=', senderNo).orderBy('day').orderBy('trusted').execute();
      yield { domain, ...sender, days };
    }
  }
}

/** Sessions that TLS reports have counted. */
export async function* tlsDaysOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { no, name: domain } of await domainsOf(db, accountId)) {
    for (const { domain_no: _, ...day } of await tables(db).selectFrom('dmarc_tls_day').selectAll().where('domain_no', '=', no).orderBy('day').execute()) yield { domain, ...day };
  }
}

async function domainsOf(db: Db, accountId: string) {
  return tables(db).selectFrom('dmarc_domain').select(['no', 'name']).where('account_id', '=', accountId).orderBy('name').execute();
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
