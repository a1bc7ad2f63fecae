import { sql } from 'kysely';
import { insertMany, type Db } from '../../../../store/index.ts';
import type { Sessions } from './tls-sessions.ts';
import { tables } from '../tables.ts';

/** What a version of a TLS report counts, and whether it counts at all. */
export interface CountedSessions {
  sessions: readonly Sessions[];
  trusted: boolean;
}

/** Adds the sessions of a report in the place of those of the version before. */
export async function addSessions(tx: Db, domainNo: number, { sessions, trusted }: CountedSessions, before: CountedSessions | null): Promise<void> {
  const taken = before?.sessions.map(([day, organization, policy, result, host, count]): Sessions => [day, organization, policy, result, host, -count]) ?? [];
  for (const [rows, isTrusted] of [[sessions, trusted], [taken, before?.trusted === true]] as const) {
    await insertMany(tables(tx), {
      table: 'dmarc_tls_day',
      columns: { domain_no: 'bigint', day: 'integer', trusted: 'integer', organization: 'text', policy_type: 'text', result_type: 'text', host: 'text', sessions: 'bigint' },
      rows: rows.map(([day, ...row]) => [domainNo, day, isTrusted ? 1 : 0, ...row]),
      onConflict: sql`on conflict (domain_no, day, trusted, organization, policy_type, result_type, host) do update set sessions = dmarc_tls_day.sessions + excluded.sessions`,
    });
  }
  if (before) await tables(tx).deleteFrom('dmarc_tls_day').where('domain_no', '=', domainNo).where('sessions', '=', 0).execute();
}
