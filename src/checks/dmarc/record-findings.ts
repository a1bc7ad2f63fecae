import { isPublicSuffix } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import { briefly, clip } from '../evidence.ts';
import type { RecordLocation } from './alias.ts';
import type { DmarcRecord } from './parse.ts';
import { unreadableIn } from './policies.ts';
import type { Repair } from './repair.ts';
import { isHeldBack } from './rewrite.ts';
import { rules } from './rules.ts';

/** A record that governs the domain or its subdomains, and where it stands: at `_dmarc.` and the domain or one above it. */
export interface InForce extends RecordLocation {
  record: DmarcRecord;
  /** Whether it stands above the domain. */
  inherited: boolean;
}

/** Judges the record as text. */
export function judgeRecord(inForce: InForce, repair: Repair): Finding[] {
  const { record, at } = inForce;
  const misused = record.psd === 'y' && !isPublicSuffix(at.slice('_dmarc.'.length));
  return [
    rules.missing.pass([clip(`${at} TXT ${record.text}`)]),
    misused ? rules.psd.fail([clip(record.text)], { fix: { record: repair.record } }) : rules.psd.pass(),
    judgePct(record, repair),
    judgeRemoved(record, repair, 'rf'),
    judgeRemoved(record, repair, 'ri'),
    record.ruf.length === 0 ? judgeRemoved(record, repair, 'fo') : rules.fo.pass(),
  ];
}

/** Judges the tags of the record by what receivers make of it: no policy at all, or the default of one tag. */
export function judgeSyntax({ record }: InForce, repair: Repair): Finding {
  const { faults, capitals } = record;
  const fix = { record: repair.record };
  const named = capitals.map(tag => `${tag}= is written in capital letters`);
  if (faults.length === 0 && capitals.length === 0) return rules.syntax.pass();
  const evidence = briefly([...faults, ...named]);
  if (unreadableIn(record).length > 0 || (faults.length > 0 && record.p === null)) {
    return rules.syntax.fail(evidence, { severity: 'medium', title: 'The DMARC policy cannot be read, so receivers act as if it were "none"', fix });
  }
  if (capitals.length === 0) {
    return rules.syntax.fail(evidence, { severity: 'low', title: 'Receivers skip a part of the DMARC record that they cannot read', fix });
  }
  return rules.syntax.fail(evidence, {
    severity: 'medium',
    title: 'Tags of the DMARC record are written in capital letters, which some receivers do not recognize',
    detail: 'The grammar of DMARC allows them; RFC 6376 §3.2, which it builds on, has receivers compare names by their case.',
    fix: { text: 'Write the names of all tags in small letters.', ...fix },
  });
}

/** Tags that have no effect here. */
function judgeRemoved({ tags }: DmarcRecord, repair: Repair, tag: 'rf' | 'ri' | 'fo'): Finding {
  const value = tags[tag];
  return value === undefined ? rules[tag].pass() : rules[tag].fail([clip(`${tag}=${value}`)], { fix: { record: repair.record } });
}

/** Without pct older receivers act on all mail: where that is more than now, the owner has to decide, and nothing is offered to paste. */
function judgePct(record: DmarcRecord, repair: Repair): Finding {
  const pct = record.tags['pct'];
  if (pct === undefined) return rules.pct.pass();
  if (isHeldBack(record)) return rules.pct.fail([clip(`pct=${pct}`)]);
  return rules.pct.fail([clip(`pct=${pct}`)], {
    severity: 'info', title: 'The DMARC record uses pct, which receivers no longer read', fix: { text: 'Remove the pct tag: nothing changes by that.', record: repair.record },
  });
}
