import { sql } from 'kysely';
import { insertMany, type Db } from '../../../../store/index.ts';
import type { Sessions } from './tls-sessions.ts';
import { tables } from '../tables.ts';

/** Adds the sessions of a report in the place of those of the version before. */
export async function addSessions(tx: Db, domainNo: number, sessions: readonly Sessions[], before: readonly Sessions[]): Promise<void> {
  const taken = before.map(([day, organization, policy, result, host, count]): Sessions => [day, organization, policy, result, host, -count]);
  for (const rows of [sessions, taken]) {
    await insertMany(tables(tx), {
      table: 'dmarc_tls_day',
      columns: { domain_no: 'bigint', day: 'integer', organization: 'text', policy_type: 'text', result_type: 'text', host: 'text', sessions: 'bigint' },
      rows: rows.map(row => [domainNo, ...row]),
      onConflict: sql`on conflict (domain_no, day, organization, policy_type, result_type, host) do update set sessions = dmarc_tls_day.sessions + excluded.sessions`,
    });
  }
  if (before.length > 0) await tables(tx).deleteFrom('dmarc_tls_day').where('domain_no', '=', domainNo).where('sessions', '=', 0).execute();
}
