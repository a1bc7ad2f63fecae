import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { SpfFacts } from './collect.ts';
import { complete } from '../complete.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import { withRepairs } from './repair.ts';
import { paste, resemblesSpf } from './rewrite.ts';
import { rules } from './rules.ts';
import { judgeSideRecords } from './side-findings.ts';
import { judgeTerms } from './term-findings.ts';
import { judgeTree } from './tree-findings.ts';
import { firstRecord, type Others } from './others.ts';

/** Judges the SPF record of the domain and all that it leads to; every rule gives exactly one finding, and a record to publish only where that was judged as well. */
export function analyzeSpf(facts: SpfFacts, others: Others): Finding[] {
  return withRepairs(facts, others.mx === 'null', changed => judge(changed, others));
}

function judge(facts: SpfFacts, others: Others): Finding[] {
  const { domain, txt, records, audit } = facts;
  const sideFindings = judgeSideRecords(facts);
  if (txt.outcome === 'failed') return complete(rules, sideFindings, rule => rule.unknown(describeFailure('TXT', domain, txt)));
  if (records.length === 0) return complete(rules, [judgeAbsence(facts, others), ...sideFindings], rule => rule.notApplicable('There is no SPF record'));
  if (!audit) return complete(rules, [judgeSeveral(facts), rules.missing.pass(), ...sideFindings], rule => rule.notApplicable('There are several SPF records'));
  return [rules.missing.pass([`${domain} TXT ${clip(records[0]!)}`]), ...judgeTree(audit), ...judgeTerms(facts, audit, others), ...sideFindings];
}

function judgeAbsence({ domain, txt }: SpfFacts, others: Others): Finding {
  const texts = txt.outcome === 'found' ? txt.value : [];
  const broken = texts.filter(resemblesSpf);
  if (broken.length === 0) {
    const { text, value } = firstRecord(others);
    return rules.missing.fail([`no SPF record among the ${texts.length} TXT records of ${domain}`], { fix: { text, record: paste(domain, value) } });
  }
  return rules.missing.fail(broken.slice(0, MAX_SHOWN).map(text => `${domain} TXT ${shown(text)}`), {
    title: 'The SPF record does not begin with "v=spf1" and a blank, and is ignored',
    fix: { text: 'Replace the record by one that begins with "v=spf1", with one blank in front of each term and no quotation marks.' },
  });
}

/** With control characters and blanks that are none written out, since they are the fault. */
function shown(text: string): string {
  return clip(text).replace(/[\u0000-\u001f\u007f\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff]/g, character =>
    (character === '\t' ? '\\t' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

function judgeSeveral({ domain, records }: SpfFacts): Finding {
  return rules.multiple.fail(records.slice(0, MAX_SHOWN).map(text => `${domain} TXT ${clip(text)}`));
}
