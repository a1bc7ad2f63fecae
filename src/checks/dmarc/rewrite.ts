import type { DmarcRecord } from './parse.ts';

/** A record to paste into the zone. */
interface Paste {
  name: string;
  type: string;
  value: string;
}

/** `value` as a TXT record at `name`. */
export function paste(name: string, value: string): Paste {
  return { name, type: 'TXT', value };
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

function write(tags: readonly (readonly [string, string])[]): string {
  return tags.map(([key, value]) => `${key}=${value}`).join('; ');
}
