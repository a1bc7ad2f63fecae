import { isWithin } from '../../../core/domain-name.ts';
import type { Dns } from '../../../core/lookup.ts';
import type { CheckResult } from '../check/index.ts';
import { randomLabel } from '../subdomains/index.ts';
import type { Below, CheckedName } from './forgery.ts';

/** Each costs three questions while a person waits, and the first that exists is enough. */
export const MAX_CANDIDATES = 4;

/** Looks up two names that a forger may use: one below the domain that exists, the first of `known` that does, and a made-up one. */
export async function checkBelow(result: CheckResult, known: readonly string[], dns: Pick<Dns, 'lookup'>, random: () => number): Promise<Below> {
  const { domain, records } = result;
  const exchanges = records.mx.records.map(({ exchange }) => exchange);
  const candidates = [...new Set([`www.${domain}`, ...exchanges, ...known])].filter(name => name !== domain && isWithin(name, domain)).slice(0, MAX_CANDIDATES);
  const [madeUp, ...existing] = await Promise.all([`${randomLabel(random)}.${domain}`, ...candidates].map(name => checkName(name, dns)));
  return { madeUp: madeUp!, existing: existing.find(({ exists }) => exists) ?? null };
}

async function checkName(name: string, dns: Pick<Dns, 'lookup'>): Promise<CheckedName> {
  const [a, txt, dmarc] = await Promise.all([dns.lookup(name, 'A'), dns.lookup(name, 'TXT'), dns.lookup(`_dmarc.${name}`, 'TXT')]);
  // RFC 8020: only NXDOMAIN says that there is no such name.
  return { name, txt, dmarc, exists: a.outcome === 'found' || (a.outcome === 'absent' && !a.nxdomain) };
}
