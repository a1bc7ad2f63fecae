import { isWithin, registeredDomain, registrableDomain } from '../../../core/domain-name.ts';
import { findByAsn, findByHost, findByInclude, findByMail, findBySelector } from './catalogue/index.ts';
import type { Service } from './catalogue/service.ts';
import type { Evidence, SenderFacts } from './shapes.ts';

/** A service as far as naming needs it. */
export type Platform = Pick<Service, 'id' | 'name' | 'type'>;

/** What the facts of one row show, each by its own mark; null where that mark shows nothing. */
export interface Signs {
  /** Whether the address stands in the SPF tree of the domain; null where nobody has looked and the reporter does not tell. */
  inside: boolean | null;
  /** By a valid signature with a domain of its own. */
  signer: Platform | null;
  /** By the selector of a valid signature of the domain. */
  platform: Platform | null;
  /** By an envelope domain of its own, which SPF has proven. */
  envelope: Platform | null;
  /** By what the domain's SPF record includes. */
  include: Platform | null;
  /** By the confirmed host name, or by the holder of the network where there is none. */
  host: Platform | null;
  /** By the number of the network. */
  network: Platform | null;
  /** Domains of others that were proven, registrable: that of the envelope first. */
  provenDomains: readonly string[];
  /** Registrable domain of the host name. */
  hostDomain: string | null;
  ownHost: boolean;
  /** A mailbox service names the tenant in its signature, and it is this domain. */
  ownTenant: boolean;
  /** A signature of the domain that is there and not valid; a key that is not there does not count. */
  broken: boolean;
  /** The receiver could not look up SPF or DKIM. */
  temporary: boolean;
  evidence: readonly Evidence[];
}

const NOT_ALLOWED = new Set(['fail', 'softfail', 'neutral']);

/** Collects the signs of `facts`. What was not authenticated shows nothing: anybody can write it. */
export function gather(facts: SenderFacts): Signs {
  const own = registrableDomain(facts.policyDomain) ?? facts.policyDomain;
  const isOwn = (domain: string) => isWithin(domain, own);
  const evidence: Evidence[] = [];
  const note = (kind: Evidence['kind'], value: string, service: Platform | null): Platform | null => {
    evidence.push({ kind, value, service: service?.id ?? null });
    return service;
  };

  let [signer, platform, broken, ownTenant, temporary] = [null as Platform | null, null as Platform | null, false, false, facts.spf?.result === 'temperror'];
  const provenDomains: string[] = [];
  const envelope = facts.spf?.result === 'pass' && facts.spf.domain && !isOwn(facts.spf.domain) ? facts.spf.domain : null;
  if (envelope) provenDomains.push(base(envelope));
  for (const { domain, selector, result } of facts.dkim) {
    if (!domain) continue;
    if (result === 'temperror') temporary = true;
    if (isOwn(domain)) {
      if (result === 'fail') broken = true;
      if (result === 'pass' && selector) platform ??= note('selector', `${selector} of ${domain}`, findBySelector(selector));
    } else if (result === 'pass') {
      const found = note('dkim', domain, findByMail(domain));
      signer ??= found;
      ownTenant ||= found !== null && namesTenant(domain, own);
      provenDomains.push(base(domain));
    }
  }
  const holder = facts.spfHolder;
  const asn = facts.network?.asn ?? null;
  return {
    evidence, signer, platform, broken, ownTenant, temporary, provenDomains,
    inside: holder === undefined ? saidByReporter(facts, isOwn) : holder !== null,
    envelope: envelope ? note('envelope', envelope, findByMail(envelope) ?? findByHost(envelope)) : null,
    include: holder ? note('spfTree', holder.include ?? holder.term, holder.include ? findByInclude(holder.include) : null) : null,
    host: hostOf(facts, note),
    network: asn === null ? null : note('network', `AS${asn}${facts.network!.name ? ` ${facts.network!.name}` : ''}`, findByAsn(asn)),
    hostDomain: facts.ptr ? base(facts.ptr) : null,
    ownHost: Boolean(facts.ptr) && isOwn(facts.ptr!),
  };
}

function hostOf({ ptr, network }: SenderFacts, note: (kind: Evidence['kind'], value: string, service: Platform | null) => Platform | null): Platform | null {
  if (ptr) return note('ptr', ptr, findByHost(ptr));
  return network?.domain ? note('network', network.domain, findByHost(network.domain)) : null;
}

/** The receiver has evaluated the same record: its result for an envelope of the domain tells whether the address is in it. */
function saidByReporter({ spf }: SenderFacts, isOwn: (domain: string) => boolean): boolean | null {
  if (!spf?.domain || !spf.result || !isOwn(spf.domain)) return null;
  if (spf.result === 'pass') return true;
  return NOT_ALLOWED.has(spf.result) ? false : null;
}

/** `example.onmicrosoft.com` and `example-com.20230601.gappssmtp.com` are of the tenant `example.com`. */
function namesTenant(domain: string, own: string): boolean {
  const tenant = domain.slice(0, domain.indexOf('.'));
  if (domain.endsWith('.onmicrosoft.com')) return tenant === own.slice(0, own.indexOf('.'));
  return domain.endsWith('.gappssmtp.com') && tenant === own.replaceAll('-', '--').replaceAll('.', '-');
}

function base(name: string): string {
  return registeredDomain(name) ?? name;
}
