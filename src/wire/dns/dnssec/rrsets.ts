import type { ResourceRecord } from '../message.ts';
import type { Rdata } from '../rdata.ts';
import { classIn, typeCodes } from '../types.ts';

export type Rrsig = Extract<Rdata, { type: 'RRSIG' }>;

/** All records of one name and type with the signatures over them (RFC 2181 §5, RFC 4035 §2.2). */
export interface RrSet {
  name: string;
  type: number;
  records: readonly ResourceRecord[];
  signatures: readonly Rrsig[];
  ttlSeconds: number;
}

/** The set of `name` and `type` in one section of a message, or null where it has no record. */
export function setIn(section: readonly ResourceRecord[], name: string, type: number): RrSet | null {
  const own = section.filter(record => record.name === name && record.class === classIn);
  const records = own.filter(record => record.type === type);
  if (records.length === 0) return null;
  const signatures = own.map(({ data }) => data).filter(data => data.type === 'RRSIG').filter(({ typeCovered }) => typeCovered === type);
  return { name, type, records, signatures, ttlSeconds: Math.min(...records.map(({ ttlSeconds }) => ttlSeconds)) };
}

/** The sets of NSEC and NSEC3 in a section, at most `most` of them. */
export function denialsIn(section: readonly ResourceRecord[], most: number): RrSet[] {
  const keys = new Map<string, { name: string; type: number }>();
  for (const { name, type } of section) if ((type === typeCodes.NSEC || type === typeCodes.NSEC3) && keys.size < most) keys.set(`${type} ${name}`, { name, type });
  return [...keys.values()].map(({ name, type }) => setIn(section, name, type)).filter(set => set !== null);
}
