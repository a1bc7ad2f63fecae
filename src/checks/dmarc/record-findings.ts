import { isPublicSuffix } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import { briefly, clip } from '../evidence.ts';
import type { RecordLocation } from './alias.ts';
import type { DmarcRecord } from './parse.ts';
import { repaired, paste, without } from './rewrite.ts';
import { rules } from './rules.ts';

/** A record that governs the domain or its subdomains, and where it stands: at `_dmarc.` and the domain or one above it. */
export interface InForce extends RecordLocation {
  record: DmarcRecord;
  /** Whether it stands above the domain. */
  inherited: boolean;
}

/** Judges the record as text. */
export function judgeRecord(inForce: InForce): Finding[] {
  const { record, at } = inForce;
  const misused = record.psd === 'y' && !isPublicSuffix(at.slice('_dmarc.'.length));
  return [
    rules.missing.pass([clip(`${at} TXT ${record.text}`)]),
    misused ? rules.psd.fail([clip(record.text)], remove(inForce, 'psd')) : rules.psd.pass(),
    judgePct(inForce),
    judgeRemoved(inForce, 'rf'),
    judgeRemoved(inForce, 'ri'),
    record.ruf.length === 0 ? judgeRemoved(inForce, 'fo') : rules.fo.pass(),
  ];
}

/** Judges the tags of the record; its author's slip is fixed where the result has no fault. */
export function judgeSyntax({ record, at }: InForce): Finding {
  if (record.faults.length === 0) return rules.syntax.pass();
  return rules.syntax.fail(briefly(record.faults), { fix: { record: paste(at, repaired(record.text)) } });
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
