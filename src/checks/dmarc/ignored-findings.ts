import type { Finding } from '../../core/finding.ts';
import { madeVisible } from '../blanks.ts';
import { briefly } from '../evidence.ts';
import { found } from '../lookups.ts';
import { heedAlias, locationOf, type RecordLocation } from './alias.ts';
import type { WalkStep } from './discover.ts';
import { isDmarc, isMeantAsDmarc, parseDmarc, repeatedTags } from './parse.ts';
import { policiesIn } from './policies.ts';
import { merged, paste } from './rewrite.ts';
import { rules } from './rules.ts';

/** What one step of the walk holds. */
interface Held extends RecordLocation {
  /** The records that begin as one. */
  beginning: readonly string[];
  /** Those that were meant as DMARC and that receivers take for none, or by which they apply none. */
  ignored: readonly string[];
}

/** Judges the names that hold several records: receivers discard all of them and walk on (RFC 9989 §4.10). `governed`: another record is in force. */
export function judgeMultiple(steps: readonly WalkStep[], governed: boolean): Finding {
  const crowded = steps.map(heldAt).filter(({ beginning }) => beginning.length > 1);
  const [first] = crowded;
  if (!first) return rules.multiple.pass();
  const evidence = crowded.flatMap(({ at, beginning }) => beginning.map(text => `${at} TXT ${madeVisible(text)}`));
  return heedAlias(rules.multiple.fail(briefly(evidence), { ...lesserIf(governed), fix: { record: paste(first.at, merged(first.beginning, holderOf(first))) } }), first);
}

/** Judges the records that receivers pass over: because they do not begin as one, are no list of tags, or ask for nothing that can be read (RFC 9989 §4.7, §4.10.1). */
export function judgeIgnored(steps: readonly WalkStep[], governed: boolean): Finding {
  const holding = steps.map(heldAt).filter(({ ignored }) => ignored.length > 0);
  const [first] = holding;
  if (!first) return rules.syntax.pass();
  const evidence = holding.flatMap(({ at, ignored }) => ignored.map(text => `${at} TXT ${madeVisible(text)}`));
  const title = `The DMARC record ${faultOf(first.ignored[0]!)} and is ignored`;
  return heedAlias(rules.syntax.fail(briefly(evidence), { title, ...lesserIf(governed), fix: repair(first) }), first);
}

/** What is passed over takes nothing from a domain that another record protects. */
function lesserIf(governed: boolean): { severity?: 'medium' } {
  return governed ? { severity: 'medium' } : {};
}

function heldAt(step: WalkStep): Held {
  const texts = found(step.lookup);
  const beginning = texts.filter(isDmarc);
  const read = beginning.length === 1 ? parseDmarc(beginning[0]!) : null;
  const isIdle = beginning.length === 1 && (read === null || policiesIn(read, 'RFC 9989') === null);
  return { ...locationOf(step), beginning, ignored: [...(isIdle ? beginning : []), ...texts.filter(isMeantAsDmarc)] };
}

/** Repaired next to one that begins as a record, it would make receivers discard both. */
function repair(held: Held): Partial<NonNullable<Finding['fix']>> {
  const { at, beginning, ignored } = held;
  const other = beginning.find(text => text !== ignored[0]);
  if (other !== undefined) return { text: `Delete this record: ${at} has another one that begins with v=DMARC1.` };
  return { record: paste(at, merged(ignored, holderOf(held))) };
}

function holderOf({ at }: Held): string {
  return at.slice('_dmarc.'.length);
}

function faultOf(text: string): string {
  const repeated = repeatedTags(text);
  if (isDmarc(text)) return repeated.length > 0 ? `gives the tag ${repeated[0]} twice` : 'has neither a valid policy nor an address for reports';
  if (/^\s*["'\p{Pi}\p{Pf}\u0091-\u0094„‚]/u.test(text)) return 'stands in quotation marks';
  const [, behind] = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?!\w)([^])/.exec(text) ?? [];
  if (behind === undefined) return 'does not begin with v=DMARC1';
  return madeVisible(behind) === behind ? 'is not separated by semicolons' : 'has an invisible character behind v=DMARC1';
}
