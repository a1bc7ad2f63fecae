import type { TlsReport } from '../parse/shapes.ts';
import { dayOf } from './days.ts';

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
    const isFull = sums.size >= MAX_ROWS;
    // Beyond what any report has, only how much failed is kept.
    const words = [isFull ? '' : policyType ?? '', isFull && resultType !== '' ? 'unexplained' : resultType].map(word => word.toLowerCase().slice(0, MAX_WORD_CHARACTERS)) as [string, string];
    const row: Sessions = [dayOf(beginAt), organization ?? '', ...words, isFull ? '' : (host ?? '').toLowerCase().slice(0, MAX_HOST_CHARACTERS), sessions];
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
