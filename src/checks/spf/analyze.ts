import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { SpfFacts } from './collect.ts';
import { complete } from '../complete.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import { merged, meantAsSpf, paste } from './rewrite.ts';
import { rules } from './rules.ts';
import { judgeSideRecords } from './side-findings.ts';
import { judgeTerms } from './term-findings.ts';
import { judgeTree } from './tree-findings.ts';
import type { Others } from './others.ts';

/** Judges the SPF record of the domain and all that it leads to; every rule gives exactly one finding. */
export function analyzeSpf(facts: SpfFacts, others: Others): Finding[] {
  const { domain, txt, records, audit } = facts;
  const sideFindings = judgeSideRecords(facts);
  if (txt.outcome === 'failed') return complete(rules, sideFindings, rule => rule.unknown(describeFailure('TXT', domain, txt)));
  if (records.length === 0) return complete(rules, [judgeAbsence(facts, others), ...sideFindings], rule => rule.notApplicable('There is no SPF record'));
  if (!audit) return complete(rules, [judgeSeveral(facts), rules.missing.pass(), ...sideFindings], rule => rule.notApplicable('There are several SPF records'));
  return [rules.missing.pass([`${domain} TXT ${clip(records[0]!)}`]), ...judgeTree(audit), ...judgeTerms(facts, audit, others), ...sideFindings];
}

function judgeAbsence({ domain, txt }: SpfFacts, others: Others): Finding {
  const texts = txt.outcome === 'found' ? txt.value : [];
  const broken = texts.filter(text => meantAsSpf(text) !== null);
  if (broken.length === 0) {
    const { text, value } = firstRecord(others);
    return rules.missing.fail([`no SPF record among the ${texts.length} TXT records of ${domain}`], { fix: { text, record: paste(domain, value) } });
  }
  return rules.missing.fail(broken.slice(0, MAX_SHOWN).map(text => `${domain} TXT ${clip(text)}`), {
    title: 'The SPF record does not begin with "v=spf1" and a blank, and is ignored',
    fix: { text: 'Replace the record by this one.', record: paste(domain, meantAsSpf(broken[0]!)!) },
  });
}

/** The record to begin with, by what is known of the domain's mail. */
function firstRecord({ mx, includes }: Others): { text: string; value: string } {
  if (mx === 'null') return { text: 'The domain accepts no mail: publish a record that lets nobody send in its name.', value: 'v=spf1 -all' };
  if (mx === 'absent') return { text: 'If nobody sends mail for this domain, publish this record. Otherwise list every service that does.', value: 'v=spf1 -all' };
  const text = 'Publish this record, with every other service that sends mail for this domain added to it. Once all are listed, end it in -all.';
  return { text, value: ['v=spf1', ...(includes.length > 0 ? includes.map(name => `include:${name}`) : ['mx']), '~all'].join(' ') };
}

function judgeSeveral({ domain, records }: SpfFacts): Finding {
  const value = merged(records);
  return rules.multiple.fail(records.slice(0, MAX_SHOWN).map(text => `${domain} TXT ${clip(text)}`), value === null ? {} : { fix: { record: paste(domain, value) } });
}
