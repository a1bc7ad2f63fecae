import type { Finding } from '../../core/finding.ts';
import { briefly } from '../evidence.ts';
import { found } from '../looks.ts';
import { heedAlias, placeOf } from './alias.ts';
import type { Others } from './analyze.ts';
import type { DmarcFacts } from './collect.ts';
import type { WalkStep } from './discover.ts';
import { resemblesDmarc } from './parse.ts';
import { mended, paste } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges the records at the domain itself; one that can be read is to move to where receivers look. */
export function judgeLocation({ domain, walk }: DmarcFacts, { apexTxt }: Others): Finding {
  const misplaced = apexTxt.filter(resemblesDmarc);
  if (misplaced.length === 0) return rules.location.pass();
  const own = walk[0]!;
  const finding = rules.location.fail(briefly(misplaced.map(text => `${domain} TXT ${text}`)), { fix: moveTo(own, apexTxt) });
  return heedAlias(finding, placeOf(own));
}

/** A second record at the right name would make receivers ignore both. */
function moveTo({ name, look }: WalkStep, apexTxt: readonly string[]): { text?: string; record?: ReturnType<typeof paste> } {
  const at = `_dmarc.${name}`;
  if (look.outcome === 'failed') return {};
  if (found(look).some(resemblesDmarc)) return { text: `Delete this record: receivers read the one at ${at}.` };
  const value = movable(apexTxt);
  return value === undefined ? { text: `Delete this record, which cannot be read, and publish one at ${at}.` } : { record: paste(at, value) };
}

/** No name from the domain up to its top-level domain has a record. */
export function judgeMissing({ domain, walk }: DmarcFacts, others: Others): Finding {
  const asked = `no record at ${walk.map(({ name }) => `_dmarc.${name}`).join(', ')}`;
  const { at, alias } = placeOf(walk[0]!);
  if (alias !== null) {
    const text = `${at} is an alias of ${alias}: publish the record there, or replace the alias by the record.`;
    return rules.missing.fail([asked, `${at} is an alias of ${alias}, which ${isDangling(walk[0]!) ? 'does not exist' : 'has no DMARC record'}`], { fix: { text } });
  }
  const { text, value } = firstRecord(domain, others);
  return rules.missing.fail([asked], { fix: { text, record: paste(at, value) } });
}

/** The record to begin with, and what to do with it. */
function firstRecord(domain: string, { apexTxt, nullMx }: Others): { text: string; value: string } {
  const misplaced = movable(apexTxt);
  if (misplaced !== undefined) return { text: 'Move the record that stands at the domain itself to _dmarc below it.', value: misplaced };
  if (nullMx) return { text: 'The domain takes no mail: publish a policy that rejects everything sent in its name.', value: 'v=DMARC1; p=reject' };
  return { text: rules.missing.fix.text, value: `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain}` };
}

/** The misplaced record that `location` and `missing` offer alike. */
function movable(apexTxt: readonly string[]): string | undefined {
  return apexTxt.filter(resemblesDmarc).map(mended).find(value => value !== undefined);
}

function isDangling({ look }: WalkStep): boolean {
  return look.outcome === 'absent' && look.nxdomain;
}
