import type { ServiceType } from './catalogue/service.ts';
import type { Platform, Signs } from './gather.ts';
import { receiverSays, rewritesEnvelope } from './passing-on.ts';
import type { ReasonCode, SenderClass, SenderFacts } from './shapes.ts';

/** The class of a row, why, and who sent it where that is a service. */
export interface Judgement {
  class: SenderClass;
  reasons: ReasonCode[];
  platform: Platform | null;
  /** The service that signed before the message was passed on. */
  origin?: string | null;
}

/** Services that send for their customers and pass nothing on: a signature that comes from there was made there. */
const sending = new Set<ServiceType>(['marketing', 'transactional', 'support', 'business', 'commerce']);
/** Services whose addresses anybody's mail may come from. */
const sharedReasons: Partial<Record<ServiceType, ReasonCode>> = { gateway: 'security_gateway', mailbox: 'service_address', personalMailbox: 'personal_mailbox' };
/** More networks than one sender uses for a key. */
const MANY_NETWORKS = 5;

/** Judges one row; the first rule that holds has the word. */
export function judge(facts: SenderFacts, signs: Signs): Judgement {
  // Where the address is proven to be of a service, that is it; a signature may be older than the last hop.
  const host = signs.include ?? signs.envelope ?? signs.host ?? signs.network;
  if (facts.spfAligned || signs.inside === true) return allowed(facts, signs, host);
  return passedOn(facts, signs, host) ?? (facts.dkimAligned ? signed(facts, signs, host) : unaligned(facts, signs, host));
}

/** The domain's SPF record allows the address. */
function allowed(facts: SenderFacts, signs: Signs, host: Platform | null): Judgement {
  const reasons: ReasonCode[] = [];
  if (facts.spfAligned || !facts.spfHolder) reasons.push('aligned_spf');
  if (facts.dkimAligned) reasons.push('aligned_dkim');
  if (facts.spfHolder) reasons.push(facts.spfHolder.include ? 'in_spf_include' : 'in_spf_record');
  if (!facts.spfAligned && !facts.dkimAligned) reasons.push('not_authenticated');
  const platform = serviceAmong(signs.platform, signs.signer, host);
  return { class: platform || facts.spfHolder?.include ? 'known' : 'own', reasons, platform };
}

/** Whether the message was passed on, by what neither the sender nor the forwarder can forge: the receiver's word, or who the host is. */
function passedOn(facts: SenderFacts, signs: Signs, host: Platform | null): Judgement | null {
  const said = receiverSays(facts.reasons);
  const origin = (signs.platform ?? signs.signer)?.id ?? null;
  if (said === 'receiver_list' || host?.type === 'list') {
    return { class: 'mailingList', reasons: said === 'receiver_list' ? [said] : ['list_service'], platform: host, origin };
  }
  const list = signs.signer?.type === 'list' ? signs.signer : null;
  if (list) return { class: 'mailingList', reasons: ['list_service'], platform: list, origin: signs.platform?.id ?? null };
  const service = [host, signs.signer].find(platform => platform?.type === 'forwarding');
  if (service) return { class: 'forwarder', reasons: ['forwarding_service', ...(said ? [said] : [])], platform: service, origin };
  return said && !isSender(host, signs) ? { class: 'forwarder', reasons: [said], platform: host, origin: origin === host?.id ? null : origin } : null;
}

/** A host that only sends, or has signed the message itself. */
function isSender(host: Platform | null, { signer, platform }: Signs): boolean {
  return host !== null && (sending.has(host.type) || host.id === platform?.id || (host.id === signer?.id && !['mailbox', 'personalMailbox'].includes(host.type)));
}

/** A valid signature of the domain, from an address that its SPF record does not allow. */
function signed(facts: SenderFacts, signs: Signs, host: Platform | null): Judgement {
  const { platform, signer } = signs;
  if (host && (isSender(host, signs) || (host === signer && signs.ownTenant))) {
    // A service may send over the servers of another: its own selector tells.
    return { class: 'known', reasons: ['aligned_dkim', 'service_address'], platform: platform && sending.has(platform.type) ? platform : host };
  }
  const service = serviceAmong(platform, signer);
  if (signs.ownHost) return { class: service ? 'known' : 'own', reasons: ['aligned_dkim', 'own_host'], platform: service };
  if (facts.seen?.networksOfSelector === 1 || facts.seen?.homeOfSelector) return { class: service ? 'known' : 'own', reasons: ['aligned_dkim', 'home_of_signature'], platform: service };
  if (signs.inside === null && (!host || host.type === 'cloud')) return { class: 'unknown', reasons: ['aligned_dkim', 'not_looked_up'], platform: host };
  const reasons: ReasonCode[] = ['signature_outside', 'aligned_dkim'];
  if (host?.type === 'gateway') reasons.push('security_gateway');
  if (rewritesEnvelope(facts.envelopeFrom)) reasons.push('rewritten_envelope');
  if ((facts.seen?.networksOfSelector ?? 0) > MANY_NETWORKS) reasons.push('many_networks');
  return { class: 'forwarder', reasons, platform: host, origin: (platform ?? signer)?.id ?? null };
}

/** Nothing ties the message to the domain. */
function unaligned(facts: SenderFacts, signs: Signs, host: Platform | null): Judgement {
  const { signer, envelope } = signs;
  // A signature of a service proves that service only where it does not come from a host that passes other people's mail on.
  const service = [envelope, signer, signs.host, signs.network].find(platform => platform && sending.has(platform.type));
  if (service && (!host || service === host || host.type === 'cloud' || sending.has(host.type))) {
    const sure = signer === service ? 'service_dkim' : envelope === service ? 'service_envelope' : 'service_address';
    return { class: 'known', reasons: [sure, 'not_authenticated'], platform: signer && sending.has(signer.type) ? signer : service };
  }
  if (signs.ownTenant) return { class: 'known', reasons: ['service_dkim', 'not_authenticated'], platform: signer };
  if (signs.ownHost) return { class: 'own', reasons: ['own_host', 'not_authenticated'], platform: null };
  return stranger(facts, signs, host);
}

/** Anyone who is no service that sends: a threat, unless something may explain it. */
function stranger(facts: SenderFacts, signs: Signs, host: Platform | null): Judgement {
  const reasons: ReasonCode[] = [];
  const shared = [signs.envelope, signs.signer, host].find(service => service && service.type in sharedReasons);
  if (signs.inside === null && !signs.temporary) reasons.push('not_looked_up');
  if (shared) reasons.push(sharedReasons[shared.type]!);
  if (signs.temporary) reasons.push('temporary_error');
  if (signs.broken) reasons.push('broken_signature');
  if (rewritesEnvelope(facts.envelopeFrom)) reasons.push('rewritten_envelope', 'unproven_forwarding');
  reasons.push('not_authenticated');
  if (signs.inside === false) reasons.push('outside_spf');
  if (facts.ptr === null) reasons.push('no_host_name');
  if (facts.seen?.alignedDkimFromNetwork === false) reasons.push('never_signed_here');
  const broken = signs.broken && facts.seen?.networksOfSelector !== 0;
  const excused = shared !== undefined || broken || signs.temporary || signs.inside === null || facts.seen?.alignedDkimFromNetwork === true;
  return { class: excused ? 'unknown' : 'threat', reasons, platform: shared ?? host ?? signs.signer };
}

/** The first that is a service with a name of its own: whose servers are rented is whose they are. */
function serviceAmong(...platforms: readonly (Platform | null)[]): Platform | null {
  return platforms.find(platform => platform && platform.type !== 'cloud') ?? null;
}
