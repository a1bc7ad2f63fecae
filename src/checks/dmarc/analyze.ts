import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { briefly } from '../evidence.ts';
import { found } from '../looks.ts';
import type { DmarcFacts } from './collect.ts';
import { discoverByWalk } from './discover.ts';
import { isDmarc, isMeantAsDmarc } from './parse.ts';
import { judgePolicy } from './policy-findings.ts';
import { judgeRecord } from './record-findings.ts';
import { judgeReports } from './report-findings.ts';
import { paste } from './rewrite.ts';
import { rules } from './rules.ts';

/** What other checks know and DMARC needs; `unknown` where their looks failed. */
export interface Others {
  /** TXT records of the domain itself. */
  apexTxt: readonly string[];
  hasSpf: boolean | 'unknown';
  hasDkim: boolean | 'unknown';
  /** The domain takes no mail (null MX). */
  nullMx: boolean;
}

/** Judges the DMARC record in force. */
export function analyzeDmarc(facts: DmarcFacts, others: Others): Finding[] {
  const { domain, walk, failed, destinations } = facts;
  const location = judgeLocation(facts, others);
  if (failed) return complete(rules, [location], rule => rule.unknown(describeFailure('TXT', failed.name, failed)));
  const discovery = discoverByWalk(domain, walk);
  const { record, foundAt, policy } = discovery;
  if (!record || !foundAt || !policy) return complete(rules, [location, ...judgeAbsence(facts, others)], rule => rule.notApplicable('No DMARC record is in force'));
  const inForce = { record, at: `_dmarc.${foundAt}`, inherited: foundAt !== domain };
  return [
    location,
    rules.multiple.pass(),
    ...judgeRecord(facts, inForce, discovery),
    ...judgePolicy(policy, inForce, others),
    ...judgeReports(inForce, destinations),
  ];
}

function judgeLocation({ domain }: DmarcFacts, { apexTxt }: Others): Finding {
  const misplaced = apexTxt.filter(text => isDmarc(text) || isMeantAsDmarc(text));
  if (misplaced.length === 0) return rules.location.pass();
  return rules.location.fail(briefly(misplaced.map(text => `${domain} TXT ${text}`)), { fix: { record: paste(`_dmarc.${domain}`, misplaced[0]!) } });
}

interface Seen {
  name: string;
  text: string;
}

/** No record is in force: because there are several, because the one is broken, or because there is none. */
function judgeAbsence(facts: DmarcFacts, others: Others): Finding[] {
  const seen = facts.walk.flatMap(({ name, look }) => found(look).map(text => ({ name: `_dmarc.${name}`, text })));
  const several = seen.filter(({ text }) => isDmarc(text));
  if (several.length > 0) return [rules.multiple.fail(show(several)), rules.missing.notApplicable('DMARC records exist, but all are discarded')];
  const broken = seen.filter(({ text }) => isMeantAsDmarc(text));
  if (broken.length > 0) return [judgeBroken(broken), rules.missing.notApplicable('A record exists, but it cannot be read')];
  return [judgeMissing(facts, others)];
}

function judgeBroken(broken: readonly Seen[]): Finding {
  const { name, text } = broken[0]!;
  const value = text.replaceAll(/["']/g, '').trim().replace(/^v\s*=\s*dmarc\d*\s*;?\s*/i, 'v=DMARC1; ');
  return rules.syntax.fail(show(broken), { title: 'The DMARC record does not begin with v=DMARC1 and is ignored', fix: { record: paste(name, value) } });
}

function judgeMissing({ domain, walk }: DmarcFacts, { nullMx }: Others): Finding {
  const value = nullMx ? 'v=DMARC1; p=reject' : `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain}`;
  const text = nullMx ? 'The domain takes no mail: publish a policy that rejects everything sent in its name.' : rules.missing.fix.text;
  const asked = walk.map(({ name }) => `_dmarc.${name}`).join(', ');
  return rules.missing.fail([`no record at ${asked}`], { fix: { text, record: paste(`_dmarc.${domain}`, value) } });
}

function show(seen: readonly Seen[]): string[] {
  return briefly(seen.map(({ name, text }) => `${name} TXT ${text}`));
}
