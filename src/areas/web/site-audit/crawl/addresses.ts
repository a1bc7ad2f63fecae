import type { AuditSettings } from '../settings.ts';
import { keyOf } from '../store/found.ts';
import { parsePageUrl, type PageUrl } from '../urls/identity.ts';
import { remembered } from '../urls/remembered.ts';
import { trapOf, type Trap } from '../urls/trap.ts';
import { scopeOf, type Scope } from './scope.ts';

/** An address that a page names, as an audit sees it. */
export interface Address extends PageUrl {
  /** What stands for it in the database. */
  key: string;
  scope: Scope;
  /** Of addresses of the site alone: no other is followed. */
  trap: Trap | null;
}
/** Null for what is no page of the web. */
export type ReadAddress = (url: string) => Address | null;

const MAX_REMEMBERED = 5000;
/** Audits whose pages a thread reads in turns; what of others is remembered is forgotten. */
const MAX_AUDITS = 3;
const readers = new Map<string, ReadAddress>();

/** Reads absolute addresses for an audit that began at `now`, in epoch milliseconds. */
export function addressesOf({ domain, subdomains, include, exclude, signOut }: AuditSettings, now: number): ReadAddress {
  const bounds = { domain, subdomains, include, exclude, signOut };
  const audit = JSON.stringify([bounds, now]);
  const read = readers.get(audit) ?? remembered(MAX_REMEMBERED, url => readAddress(url, bounds, now));
  readers.delete(audit);
  readers.set(audit, read);
  if (readers.size > MAX_AUDITS) readers.delete(readers.keys().next().value!);
  return read;
}

function readAddress(url: string, bounds: Parameters<typeof scopeOf>[0], now: number): Address | null {
  const parsed = parsePageUrl(url);
  if (parsed === null) return null;
  const scope = scopeOf(bounds, parsed.parts);
  return { ...parsed, key: keyOf(parsed.identity), scope, trap: scope === 'site' ? trapOf(parsed.parts, now) : null };
}
