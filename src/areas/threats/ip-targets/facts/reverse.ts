import { found } from '../../../../checks/lookups.ts';
import { reverseName } from '../../../../checks/hosts/reverse.ts';
import { parseIp } from '../../../../core/ip.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { ReverseFacts } from './facts.ts';

/** More names than these at one address say nothing of it. */
const MAX_NAMES = 8;

/** The names of the address, and which of them lead back to it; failures are `unknown`. */
export async function collectReverse(address: string, dns: Pick<Dns, 'lookup'>): Promise<ReverseFacts> {
  const pointer = await dns.lookup(reverseName(address)!, 'PTR');
  const names = [...new Set(found(pointer))].slice(0, MAX_NAMES);
  if (pointer.outcome === 'failed') return { state: 'unknown', names: [], confirmed: [], generic: null, cause: pointer.cause };
  if (names.length === 0) return { state: 'absent', names, confirmed: [], generic: null, cause: null };
  const type = address.includes(':') ? 'AAAA' : 'A';
  const forward = await Promise.all(names.map(async name => ({ name, lookup: await dns.lookup(name, type) })));
  const confirmed = forward.filter(({ lookup }) => found<string>(lookup).includes(address)).map(({ name }) => name);
  const failed = forward.find(({ lookup }) => lookup.outcome === 'failed')?.lookup;
  const generic = names.find(name => isGeneric(name, address)) ?? null;
  if (confirmed.length > 0) return { state: 'confirmed', names, confirmed, generic, cause: null };
  return failed?.outcome === 'failed' ? { state: 'unknown', names, confirmed, generic, cause: failed.cause } : { state: 'unconfirmed', names, confirmed, generic, cause: null };
}

const WORDS = /(?:^|[.\-_\d])(?:dyn|dynamic|dynip|dhcp|pools?|ppp|pppoe|[avx]?dsl|cable|catv|dial(?:up|in)?|broadband|residential|customers?|cust|unassigned|unknown|ftth|fiber|gpon|nat|cgnat|mobile|wireless|static(?:ip)?)(?=$|[.\-_\d])/i;
/** Of an IPv4 address so many of its octets in one name are no accident. */
const OCTETS = 3;

/** Whether a name looks as providers give them by rule: it has the address in it, or a word for addresses of customers. */
export function isGeneric(name: string, address: string): boolean {
  if (WORDS.test(name)) return true;
  const bytes = parseIp(address);
  if (!bytes) return false;
  if (bytes.length === 4) {
    const numbers = name.match(/\d+/g)?.map(Number) ?? [];
    const hex = Buffer.from(bytes).toString('hex');
    return numbers.filter(number => bytes.includes(number)).length >= OCTETS || name.toLowerCase().includes(hex) || [...bytes].every(byte => name.includes(String(byte).padStart(3, '0')));
  }
  // The interface identifier, with or without what stands between its groups.
  return name.replace(/[.\-_:]/g, '').toLowerCase().includes(Buffer.from(bytes.subarray(8)).toString('hex'));
}
