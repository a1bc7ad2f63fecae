import { hash } from 'node:crypto';
import type { Collected } from './shapes.ts';

/** 53 bits of the hash of a text: the number under which it is kept once. */
export function numberOf(text: string): number {
  const digest = hash('sha256', text, 'buffer');
  return digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11);
}

/**
 * What names a report: a version of it that comes later has the same key. Reports of senders that could not be trusted have keys of
 * their own, so that nobody replaces a real report by a forged one. Without an id only the content names it.
 */
export function keyOf({ report, contentHash }: Collected, trusted: boolean): string {
  const { kind, domain, organization, reportId, beginAt, endAt } = report;
  const named = reportId === null
    ? [contentHash]
    : [organization?.toLowerCase() ?? '', reportId.replace(/^<(.*)>$/, '$1').toLowerCase(), beginAt, endAt];
  return hash('sha256', JSON.stringify([kind, domain, trusted, ...named]), 'hex');
}
