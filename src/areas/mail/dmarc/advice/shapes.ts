import type { z } from 'zod';
import type { Diagnosis } from '../answers/shapes.ts';
import type { DetailSum } from '../answers/sums.ts';
import type { PublishedPolicy } from '../parse/shapes.ts';
import type { Tuple } from '../store/shapes.ts';

export type Finding = z.output<typeof Diagnosis>;

/** Messages of one sender with the same results. */
export interface Detail extends Omit<DetailSum, 'tuple'> {
  tuple: Tuple;
}

/** What the last scan of the domain found; null for all that was not checked or could not be determined. */
export interface LiveDns {
  spf: string | null;
  dmarc: string | null;
  /** Where the record stands that governs the domain. */
  foundAt: string | null;
  policy: { domain: string; subdomain: string; nonexistent: string } | null;
  /** What was found at each selector. */
  selectors: Record<string, { status: string; record: string | null }>;
  /** Names below the domain that are known to exist. */
  names: readonly string[];
}

/** What a diagnosis is made from. Days count from 1970-01-01, UTC. */
export interface DiagnosticFacts {
  domain: string;
  from: number;
  to: number;
  /** Epoch milliseconds. */
  now: number;
  details: readonly Detail[];
  /** Messages of each day. */
  days: readonly { day: number; messages: number; passed: number }[];
  /** Organizations and the last day that they reported on. */
  reporters: readonly { organization: string; reports: number; lastDay: number }[];
  /** Policies that reporters found, by when. */
  policies: readonly { policy: PublishedPolicy; reports: number; firstAt: number; lastAt: number }[];
  dns: LiveDns | null;
  /** The name that a sender asks to be included in SPF, and its steps. */
  setupOf(id: string): { include: string | null; steps: string[] };
}
