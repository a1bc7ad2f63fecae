import { isWithin, registeredDomain, registrableDomain } from '../../../../core/domain-name.ts';
import { findByAsn, findByHost, findByInclude, findByMail, findBySelector } from './catalogue/index.ts';
import type { Service } from './catalogue/service.ts';
import type { Evidence, SenderFacts } from './shapes.ts';

/** A service as far as naming needs it. */
export type Platform = Pick<Service, 'id' | 'name' | 'type'>;

/** What the results of a row show, each by its own mark; null where that mark shows nothing. */
export interface RowSigns {
  /** Whether the reporter says that the address stands in the SPF tree of the domain; null where it does not tell. */
  saidInside: boolean | null;
  /** By a valid signature with a domain of its own. */
  signer: Platform | null;
  /** By the selector of a valid signature of the domain. */
  platform: Platform | null;
  /** By an envelope domain of its own, which SPF has proven. */
  envelope: Platform | null;
  /** Domains of others that were proven, registrable: that of the envelope first. */
  provenDomains: readonly string[];
  /** A mailbox service names the tenant in its signature, and it is this domain. */
  ownTenant: boolean;
  /** A signature of the domain that is there and not valid; a key that is not there does not count. */
  broken: boolean;
  /** The receiver could not look up SPF or DKIM. */
  temporary: boolean;
  evidence: readonly Evidence[];
}

/** What the address of a row shows. */
export interface AddressSigns {
  /** Whether the address stands in the SPF tree of the domain; null where there has been no scan. */
  foundInside: boolean | null;
  /** By what the domain's SPF record includes. */
  include: Platform | null;
  /** By the confirmed host name, or by the holder of the network where there is none. */
  host: Platform | null;
  /** By the number of the network. */
  network: Platform | null;
  /** Registrable domain of the host name. */
  hostDomain: string | null;
  ownHost: boolean;
  evidence: readonly Evidence[];
}

/** What the facts of one row show. */
export interface Signs extends RowSigns, AddressSigns {
  /** Whether the address stands in the SPF tree of the domain; null where there has been no scan and the reporter does not tell. */
  inside: boolean | null;
}

const NOT_ALLOWED = new Set(['fail', 'softfail', 'neutral']);

/** Collects the signs of `facts`. What was not authenticated shows nothing: anybody can write it. */
export function gather(facts: SenderFacts): Signs {
  return together(signsOfRow(facts), signsOfAddress(facts));
}

/** The signs of a row from an address: those of either are the same wherever it comes again. */
export function together(row: RowSigns, address: AddressSigns): Signs {
  return { ...row, ...address, inside: address.foundInside ?? row.saidInside, evidence: [...row.evidence, ...address.evidence] };
}

export function signsOfRow({ policyDomain, spf, dkim }: Pick<SenderFacts, 'policyDomain' | 'spf' | 'dkim'>): RowSigns {
  const own = ownDomain(policyDomain);
  const isOwn = (domain: string) => isWithin(domain, own);
  const { evidence, note } = notes();
  let [signer, platform, broken, ownTenant, temporary] = [null as Platform | null, null as Platform | null, false, false, spf?.result === 'temperror'];
  const provenDomains: string[] = [];
  const envelope = spf?.result === 'pass' && spf.domain && !isOwn(spf.domain) ? spf.domain : null;
  if (envelope) provenDomains.push(base(envelope));
  for (const { domain, selector, result } of dkim) {
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
  return {
    evidence, signer, platform, broken, ownTenant, temporary, provenDomains, saidInside: saidByReporter(spf, isOwn),
    envelope: envelope ? note('envelope', envelope, findByMail(envelope) ?? findByHost(envelope)) : null,
  };
}

export function signsOfAddress({ policyDomain, spfHolder: holder, ptr, network }: Pick<SenderFacts, 'policyDomain' | 'spfHolder' | 'ptr' | 'network'>): AddressSigns {
  const { evidence, note } = notes();
  const asn = network?.asn ?? null;
  return {
    evidence, foundInside: holder === undefined ? null : holder !== null,
    include: holder ? note('spfTree', holder.include ?? holder.term, holder.include ? findByInclude(holder.include) : null) : null,
    host: hostOf(ptr, network, note),
    network: asn === null ? null : note('network', `AS${asn}${network!.name ? ` ${network!.name}` : ''}`, findByAsn(asn)),
    hostDomain: ptr ? base(ptr) : null,
    ownHost: Boolean(ptr) && isWithin(ptr!, ownDomain(policyDomain)),
  };
}

type Note = (kind: Evidence['kind'], value: string, service: Platform | null) => Platform | null;

function notes(): { evidence: Evidence[]; note: Note } {
  const evidence: Evidence[] = [];
  const note: Note = (kind, value, service) => {
    evidence.push({ kind, value, service: service?.id ?? null });
    return service;
  };
  return { evidence, note };
}

function hostOf(ptr: SenderFacts['ptr'], network: SenderFacts['network'], note: Note): Platform | null {
  if (ptr) return note('ptr', ptr, findByHost(ptr));
  return network?.domain ? note('network', network.domain, findByHost(network.domain)) : null;
}

/** The receiver has evaluated the same record: its result for an envelope of the domain tells whether the address is in it. */
function saidByReporter(spf: SenderFacts['spf'], isOwn: (domain: string) => boolean): boolean | null {
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

/** Below it everything is the domain's own. */
export function ownDomain(policyDomain: string): string {
  return registrableDomain(policyDomain) ?? policyDomain;
}

function base(name: string): string {
  return registeredDomain(name) ?? name;
}
