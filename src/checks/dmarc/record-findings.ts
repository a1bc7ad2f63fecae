import { isPublicSuffix } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import { briefly, clip } from '../evidence.ts';
import type { DmarcFacts } from './collect.ts';
import { discoverBySuffixList, type Discovery } from './discover.ts';
import type { DmarcRecord } from './parse.ts';
import { paste, without } from './rewrite.ts';
import { rules } from './rules.ts';

/** The record that governs a domain. */
export interface InForce {
  record: DmarcRecord;
  /** The name that holds it: `_dmarc.` and the domain or one above it. */
  at: string;
  /** Whether it stands above the domain. */
  inherited: boolean;
}

/** Judges the record as text, and the way by which receivers find it. */
export function judgeRecord(facts: DmarcFacts, inForce: InForce, walk: Discovery): Finding[] {
  const { record, at, inherited } = inForce;
  const misused = record.psd === 'y' && !isPublicSuffix(walk.foundAt!);
  return [
    rules.missing.pass([clip(`${at} TXT ${record.text}`)]),
    record.faults.length > 0 ? rules.syntax.fail(briefly(record.faults)) : rules.syntax.pass(),
    misused ? rules.psd.fail([clip(record.text)], remove(inForce, 'psd')) : rules.psd.pass(),
    inherited ? rules.inherited.fail([`${at} governs ${facts.domain}`], { title: `The policy comes from ${walk.foundAt}` }) : rules.inherited.pass(),
    judgeDivergence(facts, walk),
    judgePct(inForce),
    judgeRemoved(inForce, 'rf'),
    judgeRemoved(inForce, 'ri'),
    record.ruf.length === 0 ? judgeRemoved(inForce, 'fo') : rules.fo.pass(),
  ];
}

/** The fix that takes `tag` out of the record. */
export function remove({ record, at }: InForce, tag: string): { fix: { record: ReturnType<typeof paste> } } {
  return { fix: { record: paste(at, without(record, tag)) } };
}

/** Tags that have no effect here. */
function judgeRemoved(inForce: InForce, tag: 'rf' | 'ri' | 'fo'): Finding {
  const value = inForce.record.tags[tag];
  return value === undefined ? rules[tag].pass() : rules[tag].fail([clip(`${tag}=${value}`)], remove(inForce, tag));
}

function judgePct(inForce: InForce): Finding {
  const pct = inForce.record.tags['pct'];
  if (pct === undefined) return rules.pct.pass();
  const partial = /^\d+$/.test(pct) && Number(pct) < 100;
  return rules.pct.fail([clip(`pct=${pct}`)], { severity: partial ? 'medium' : 'info', ...remove(inForce, 'pct') });
}

function judgeDivergence({ domain, walk }: DmarcFacts, byWalk: Discovery): Finding {
  const byList = discoverBySuffixList(domain, walk);
  const differ = (['domain', 'subdomain', 'nonexistent'] as const).some(who => byWalk.policy?.[who] !== byList.policy?.[who]);
  const show = (way: string, { foundAt, policy, organizationalDomain }: Discovery) =>
    `${way}: ${foundAt ? `record of ${foundAt}, policy ${policy!.domain}` : 'no record'}, organizational domain ${organizationalDomain}`;
  const evidence = [show('tree walk (RFC 9989)', byWalk), show('public suffix list (RFC 7489)', byList)];
  return differ || byWalk.organizationalDomain !== byList.organizationalDomain ? rules.divergence.fail(evidence) : rules.divergence.pass(evidence);
}
