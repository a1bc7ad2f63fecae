import { hash } from 'node:crypto';
import type { Collected } from './shapes.ts';

/** 53 bits of the hash of a text: the number under which it is kept once. */
export function numberOf(text: string): number {
  const digest = hash('sha256', text, 'buffer');
  return digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11);
}

/** What names a report, as a part of it. */
export type Named = Pick<Collected['report'], 'kind' | 'domain' | 'organization' | 'reportId' | 'beginAt' | 'endAt'>;

/** The keys that a report may be kept under: a version of it that comes later has the same. */
export interface ReportKeys {
  /** Where it counts: reporter and id, whatever the period; without an id the content. */
  counted: string;
  /** The same of a report that an earlier version of the service kept: the period is part of it. */
  former: string;
  /** Where it does not count, so that nobody replaces a real report by a forged one. */
  apart: string;
}

/** The keys of a report. A reporter gives each aggregate report an id of its own (RFC 9990 §3.1.1). */
export function keysOf({ kind, domain, organization, reportId, beginAt, endAt }: Named, contentHash: string): ReportKeys {
  const named = reportId === null ? [contentHash] : [organization?.toLowerCase() ?? '', reportId.replace(/^<(.*)>$/, '$1').toLowerCase()];
  const period = reportId === null ? [] : [beginAt, endAt];
  const key = (...parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'hex');
  const former = key(kind, domain, true, ...named, ...period);
  return { counted: kind === 'aggregate' && reportId !== null ? key(kind, domain, 'id', ...named) : former, former, apart: key(kind, domain, false, ...named, ...period) };
}
