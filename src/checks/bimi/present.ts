import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import type { BimiFacts } from './facts.ts';
import { publishedRecords } from './published.ts';
import type { BimiShape } from './shape.ts';

type Shown = z.output<typeof BimiShape>;

/** The first record that was found, and what it names. */
export function presentBimi(facts: BimiFacts, issues: readonly string[]) {
  const published = publishedRecords(facts.candidates);
  if (published.state !== 'found') {
    return { status: published.state === 'none' ? 'missing' as const : 'error' as const, record: null, location: null, authority: null, declined: false };
  }
  const { text, location, authority, declined } = published.records[0]!;
  return { status: okUnless(issues), record: text, location, authority, declined };
}

/** What was found in a few words. */
export function summarizeBimi({ record }: Shown): string {
  return record ?? '';
}

/** In what a change is reported. */
export function readBimi({ record }: Shown): readonly ReadableField[] {
  return [['BIMI record', [record]]];
}
