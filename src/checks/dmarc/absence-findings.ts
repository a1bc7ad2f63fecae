import type { Finding } from '../../core/finding.ts';
import { briefly } from '../evidence.ts';
import { found } from '../lookups.ts';
import { heedAlias, locationOf } from './alias.ts';
import type { Others } from './others.ts';
import type { DmarcFacts } from './collect.ts';
import type { WalkStep } from './discover.ts';
import { resemblesDmarc } from './parse.ts';
import { merged, paste } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges the records at the domain itself and at names that were mistyped; one that can be read is to move to where receivers look. */
export function judgeLocation(facts: DmarcFacts, others: Others): Finding {
  const misplaced = misplacedOf(facts, others);
  const [first] = misplaced;
  if (!first) return rules.location.pass();
  const own = facts.walk[0]!;
  const evidence = briefly(misplaced.map(({ at, text }) => `${at} TXT ${text}`));
  const title = first.at === facts.domain ? rules.location.title : `A DMARC record is at ${first.at}, where no receiver looks`;
  return heedAlias(rules.location.fail(evidence, { title, fix: moveTo(own, misplaced) }), locationOf(own));
}

interface Misplaced {
  at: string;
  text: string;
}

function misplacedOf({ domain, strays }: DmarcFacts, { apexTxt }: Others): Misplaced[] {
  const parents = [{ at: domain, texts: apexTxt }, ...strays.map(({ name, lookup }) => ({ at: name, texts: found(lookup) }))];
  return parents.flatMap(({ at, texts }) => texts.filter(resemblesDmarc).map(text => ({ at, text })));
}

/** A second record at the right name would make receivers ignore both. */
function moveTo({ name, lookup }: WalkStep, misplaced: readonly Misplaced[]): { text?: string; record?: ReturnType<typeof paste> } {
  const at = `_dmarc.${name}`;
  if (lookup.outcome === 'failed') return {};
  if (found(lookup).some(resemblesDmarc)) return { text: `Delete this record: receivers read the one at ${at}.` };
  const value = movable(misplaced, name);
  return value === undefined ? { text: `Delete this record, which cannot be read, and publish one at ${at}.` } : { record: paste(at, value) };
}

/** No name from the domain up to its top-level domain has a record. */
export function judgeMissing(facts: DmarcFacts, others: Others): Finding {
  const { walk } = facts;
  const asked = `no record at ${walk.map(({ name }) => `_dmarc.${name}`).join(', ')}`;
  const { at, alias } = locationOf(walk[0]!);
  if (alias !== null) {
    const text = `${at} is an alias of ${alias}: publish the record there, or replace the alias by the record.`;
    return rules.missing.fail([asked, `${at} is an alias of ${alias}, which ${isDangling(walk[0]!) ? 'does not exist' : 'has no DMARC record'}`], { fix: { text } });
  }
  const { text, value } = firstRecord(facts, others);
  return rules.missing.fail([asked], { fix: { text, record: paste(at, value) } });
}

/** The record to begin with, and what to do with it. */
function firstRecord(facts: DmarcFacts, others: Others): { text: string; value: string } {
  const { domain } = facts;
  const misplaced = movable(misplacedOf(facts, others), domain);
  if (misplaced !== undefined) return { text: 'Move the record that stands in the wrong place to _dmarc below the domain.', value: misplaced };
  if (others.nullMx && others.allowsNobody) return { text: 'The domain neither takes nor sends mail: publish a policy that rejects everything sent in its name.', value: 'v=DMARC1; p=reject' };
  return { text: rules.missing.fix.text, value: `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain}` };
}

/** The record that `location` and `missing` offer alike: what all that is misplaced asks for. */
function movable(misplaced: readonly Misplaced[], holder: string): string | undefined {
  return misplaced.length === 0 ? undefined : merged(misplaced.map(({ text }) => text), holder);
}

function isDangling({ lookup }: WalkStep): boolean {
  return lookup.outcome === 'absent' && lookup.nxdomain;
}
