import { sql } from 'kysely';
import { insertMany, type Db } from '../../../../store/index.ts';
import type { TlsReport } from '../parse/shapes.ts';
import { dayOf } from './days.ts';
import { tables } from '../tables.ts';

/** Sessions of one kind: day, organization, policy type, result type (empty for success), receiving host, number. */
export type Sessions = [day: number, organization: string, policyType: string, resultType: string, host: string, sessions: number];

const MAX_ROWS = 1000;
const MAX_WORD_CHARACTERS = 100;
const MAX_HOST_CHARACTERS = 255;

/** What a TLS report counts. Failures of the summary that no detail explains have the result type `unexplained`. */
export function sessionsOf({ beginAt, organization, policies }: TlsReport): Sessions[] {
  const sums = new Map<string, Sessions>();
  const add = (policyType: string | null, resultType: string, host: string | null, sessions: number): void => {
    if (sessions <= 0) return;
    const words = [policyType ?? '', resultType].map(word => word.toLowerCase().slice(0, MAX_WORD_CHARACTERS)) as [string, string];
    const row: Sessions = [dayOf(beginAt), organization ?? '', ...words, sums.size < MAX_ROWS ? (host ?? '').toLowerCase().slice(0, MAX_HOST_CHARACTERS) : '', sessions];
    const known = sums.get(row.slice(0, 5).join('\n'));
    if (known) known[5] += sessions;
    else sums.set(row.slice(0, 5).join('\n'), row);
  };
  for (const { type, successes, failures, details } of policies) {
    add(type, '', null, successes ?? 0);
    for (const { resultType, receivingHost, sessions } of details) add(type, resultType ?? 'unexplained', receivingHost, sessions ?? 0);
    const explained = details.reduce((sum, { sessions }) => sum + (sessions ?? 0), 0);
    add(type, 'unexplained', null, (failures ?? 0) - explained);
  }
  return [...sums.values()];
}

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
