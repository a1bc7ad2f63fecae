import type { Fix } from '../../core/finding.ts';
import { parseDmarc, type DmarcRecord } from './parse.ts';

const MAX_REPAIRED_CHARACTERS = 4096;
const VERSION = /^v\s*=\s*dmarc\d*$/i;
/** Commas and blanks in front of a tag; bounded, so that it takes linear time. */
const SEPARATOR = /[,\s]{1,9}(?=[a-z]{1,9}\s{0,9}=)/gi;

/** `value` as a TXT record at `name` to paste into the zone; undefined where a receiver could not read all of it. */
export function paste(name: string, value: string | undefined): Fix['record'] {
  return value !== undefined && isSound(value) ? { name, type: 'TXT', value } : undefined;
}

/** What the author of a record that receivers cannot read meant; undefined where that cannot be determined. */
export function repaired(text: string): string | undefined {
  if (text.length > MAX_REPAIRED_CHARACTERS) return undefined;
  const parts = text.replaceAll(/["'\\]/g, '').replaceAll(SEPARATOR, ';').split(';').map(part => part.trim()).filter(part => part !== '');
  const value = ['v=DMARC1', ...parts.filter(part => !VERSION.test(part))].join('; ');
  return parts.some(part => VERSION.test(part)) && isSound(value) ? value : undefined;
}

/** The record without `tag`. */
export function without({ tags }: DmarcRecord, tag: string): string {
  return write(Object.entries(tags).filter(([key]) => key !== tag));
}

/** The record with `tag` set to `value`, in its place where it is given. */
export function withTag(record: DmarcRecord, tag: string, value: string): string {
  const tags = Object.entries(record.tags);
  const at = tags.findIndex(([key]) => key === tag);
  if (at >= 0) return write(tags.with(at, [tag, value]));
  // The policy follows the version: older receivers insist on it (RFC 7489 §6.4).
  return write(tag === 'p' ? [tags[0]!, [tag, value], ...tags.slice(1)] : [...tags, [tag, value]]);
}

function isSound(value: string): boolean {
  const record = parseDmarc(value);
  return record !== null && record.faults.length === 0 && [...record.rua, ...record.ruf].every(({ fault }) => fault === null);
}

function write(tags: readonly (readonly [string, string])[]): string {
  return tags.map(([key, value]) => `${key}=${value}`).join('; ');
}
