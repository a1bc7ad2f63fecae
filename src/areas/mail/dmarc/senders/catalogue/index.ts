import { findSender } from '../../../../../checks/providers/match.ts';
import { business } from './business.ts';
import { mailboxes } from './mailboxes.ts';
import { marketing } from './marketing.ts';
import { relays } from './relays.ts';
import type { Service } from './service.ts';
import { transactional } from './transactional.ts';

/** Every service that senders are named by. */
export const services: readonly Service[] = [...mailboxes, ...transactional, ...marketing, ...business, ...relays];

const byId = new Map(services.map(service => [service.id, service]));
const byMail = indexOf(({ mail }) => mail);
const byHost = indexOf(({ hosts }) => hosts);
const bySelector = indexOf(({ selectors }) => selectors?.map(selector => (selector.includes('#') ? foldDigits(selector) : selector)));
const byAsn = new Map(services.flatMap(service => (service.match.asns ?? []).map(asn => [asn, service] as const)));

/** The service with the id, or null. */
export function serviceOf(id: string): Service | null {
  return byId.get(id) ?? null;
}

/** Whose domain a signature or an envelope sender has. */
export function findByMail(domain: string): Service | null {
  return bySuffix(byMail, domain);
}

/** Whose host it is, by its name. */
export function findByHost(host: string): Service | null {
  return bySuffix(byHost, host);
}

/** Whose customers sign with the selector; null for those that several services use. */
export function findBySelector(selector: string): Service | null {
  return bySelector.get(selector) ?? bySelector.get(foldDigits(selector)) ?? null;
}

/** Whose network it is. */
export function findByAsn(asn: number): Service | null {
  return byAsn.get(asn) ?? null;
}

/** Whose name an SPF record includes: of the catalogue, or else one that only the domain check knows. */
export function findByInclude(include: string): Pick<Service, 'id' | 'name' | 'type'> | null {
  const sender = findSender(include);
  if (!sender) return bySuffix(byMail, include);
  return byId.get(sender.id) ?? { id: sender.id, name: sender.name, type: 'business' };
}

function foldDigits(selector: string): string {
  return selector.replaceAll(/\d+/g, '#');
}

function indexOf(keysOf: (match: Service['match']) => readonly string[] | undefined): ReadonlyMap<string, Service> {
  return new Map(services.flatMap(service => (keysOf(service.match) ?? []).map(key => [key, service] as const)));
}

/** The entry for the longest name that `name` is or lies below. */
function bySuffix<Entry>(index: ReadonlyMap<string, Entry>, name: string): Entry | null {
  for (let at = 0; ; at = name.indexOf('.', at) + 1) {
    const entry = index.get(at === 0 ? name : name.slice(at));
    if (entry) return entry;
    if (!name.includes('.', at)) return null;
  }
}
