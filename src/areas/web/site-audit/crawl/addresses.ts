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
  trap: Trap | null;
}
/** Null for what is no page of the web. */
export type ReadAddress = (url: string) => Address | null;

const MAX_REMEMBERED = 5000;
let last: { audit: string; read: ReadAddress } | null = null;

/** Reads absolute addresses for an audit that began at `now`, in epoch milliseconds. */
export function addressesOf({ domain, subdomains, include, exclude, signOut }: AuditSettings, now: number): ReadAddress {
  const bounds = { domain, subdomains, include, exclude, signOut };
  const audit = JSON.stringify([bounds, now]);
  if (last?.audit !== audit) last = { audit, read: remembered(MAX_REMEMBERED, url => readAddress(url, bounds, now)) };
  return last.read;
}

function readAddress(url: string, bounds: Parameters<typeof scopeOf>[0], now: number): Address | null {
  const parsed = parsePageUrl(url);
  return parsed && { ...parsed, key: keyOf(parsed.identity), scope: scopeOf(bounds, parsed.parts), trap: trapOf(parsed.parts, now) };
}
