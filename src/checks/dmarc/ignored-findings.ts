import type { Finding } from '../../core/finding.ts';
import { briefly } from '../evidence.ts';
import { found } from '../lookups.ts';
import { heedAlias, locationOf, type RecordLocation } from './alias.ts';
import type { WalkStep } from './discover.ts';
import { isDmarc, isMeantAsDmarc } from './parse.ts';
import { repaired, paste } from './rewrite.ts';
import { rules } from './rules.ts';

/** What one step of the walk holds. */
interface Held extends RecordLocation {
  /** The records that receivers read. */
  valid: readonly string[];
  /** Those that were meant as DMARC and that receivers do not take for it. */
  ignored: readonly string[];
}

/** Judges the names that hold several records: receivers discard all of them and walk on (RFC 9989 §4.10). */
export function judgeMultiple(steps: readonly WalkStep[]): Finding {
  const crowded = steps.map(heldAt).filter(({ valid }) => valid.length > 1);
  const evidence = crowded.flatMap(({ at, valid }) => valid.map(text => `${at} TXT ${text}`));
  return crowded[0] ? heedAlias(rules.multiple.fail(briefly(evidence)), crowded[0]) : rules.multiple.pass();
}

/** Judges the records that receivers walk past because they do not begin as one (RFC 9989 §4.7). */
export function judgeIgnored(steps: readonly WalkStep[]): Finding {
  const holding = steps.map(heldAt).filter(({ ignored }) => ignored.length > 0);
  const first = holding[0];
  if (!first) return rules.syntax.pass();
  const evidence = holding.flatMap(({ at, ignored }) => ignored.map(text => `${at} TXT ${text}`));
  return heedAlias(rules.syntax.fail(briefly(evidence), { title: `The DMARC record ${faultOf(first.ignored[0]!)} and is ignored`, fix: repair(first) }), first);
}

function heldAt(step: WalkStep): Held {
  const texts = found(step.lookup);
  return { ...locationOf(step), valid: texts.filter(isDmarc), ignored: texts.filter(isMeantAsDmarc) };
}

/** Repaired next to one that is read, it would make receivers discard both. */
function repair({ at, valid, ignored }: Held): Partial<NonNullable<Finding['fix']>> {
  if (valid.length > 0) return { text: `Delete this record: ${at} has another one that begins with v=DMARC1.` };
  return { record: paste(at, repaired(ignored[0]!)) };
}

function faultOf(text: string): string {
  if (/^\s*["']/.test(text)) return 'stands in quotation marks';
  return /^v[ \t]*=[ \t]*DMARC1\b/.test(text) ? 'is not separated by semicolons' : 'does not begin with v=DMARC1';
}
