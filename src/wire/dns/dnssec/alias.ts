import type { ResourceRecord } from '../message.ts';
import { typeCodes } from '../types.ts';
import { ancestorsOf, labelsOf } from './names.ts';
import { setIn, type RrSet } from './rrsets.ts';

/** An alias in an answer, and the set whose signature stands for it. */
export interface Alias {
  set: RrSet;
  /** Where the alias leads; null where a DNAME and the CNAME made of it do not agree. */
  target: string | null;
}

/** The alias at `name`: its CNAME, or the DNAME above it that an unsigned CNAME was made of (RFC 6672 §5.3.1). */
export function aliasAt(answers: readonly ResourceRecord[], name: string): Alias | null {
  const cname = setIn(answers, name, typeCodes.CNAME);
  const target = cname?.records[0]?.data;
  if (!cname || target?.type !== 'CNAME') return null;
  if (cname.signatures.length > 0) return { set: cname, target: target.target };
  const dname = ancestorsOf(name).toReversed().slice(1).map(above => setIn(answers, above, typeCodes.DNAME)).find(set => set !== null);
  const substitute = dname?.records[0]?.data;
  if (!dname || substitute?.type !== 'DNAME') return { set: cname, target: target.target };
  const rest = labelsOf(name).slice(0, -labelsOf(dname.name).length || undefined);
  const made = [...rest, ...labelsOf(substitute.target)].join('.');
  return { set: dname, target: made === target.target ? made : null };
}
