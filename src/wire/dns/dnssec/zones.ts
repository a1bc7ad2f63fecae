import type { Clock } from '../../../core/clock.ts';
import { registeredDomain } from '../../../core/domain-name.ts';
import type { Failure, RecordData, Security, SignatureSeen, ZoneLink } from '../../../core/lookup.ts';
import type { Message } from '../message.ts';
import { recordOf } from '../records.ts';
import type { AskSigned } from '../snapshot.ts';
import { rcodes, typeCodes } from '../types.ts';
import { aliasAt } from './alias.ts';
import type { TrustAnchor } from './anchors.ts';
import { enterZone, usableDs } from './delegation.ts';
import { judgeDenial } from './denial.ts';
import type { Denied, Question } from './denied.ts';
import type { Effort } from './effort.ts';
import { ancestorsOf, labelsOf, parentOf } from './names.ts';
import { broken, faultOfFailure, indeterminate, insecure, secure } from './reasons.ts';
import { setIn, type RrSet } from './rrsets.ts';
import { verifySet, type Verdict, type Verifier } from './signature.ts';
import type { ZoneCache } from './zone-cache.ts';
import type { ZoneTrust } from './zone-trust.ts';

/** What one check learned of a zone besides its keys. */
export interface ZoneSeen {
  signatures: SignatureSeen[];
  denial: ZoneLink['denial'];
  /** Sets whose signatures hold, and the types that the zone says to exist at names. */
  there: { name: string; type: number }[];
  listed: { at: string; types: readonly number[] }[];
}

interface Found {
  trust: ZoneTrust;
  /** The name was proven not to exist, so nothing below it does (RFC 8020). */
  ends: boolean;
}

export interface ZonesOptions {
  ask: AskSigned;
  anchors: readonly TrustAnchor[];
  cache: ZoneCache;
  clock: Clock;
  effort: Effort;
}

/** Finds the zone that holds a name and judges the way there from the root, each zone once. */
export class Zones {
  readonly #options: ZonesOptions;
  readonly #found = new Map<string, Promise<Found>>();
  readonly #asked = new Map<string, Promise<Message | Failure>>();
  readonly #seen = new Map<string, ZoneSeen>();

  constructor(options: ZonesOptions) {
    this.#options = options;
  }

  /** The nearest zone at or above `name`, as far down as the way is secure. */
  async around(name: string): Promise<ZoneTrust> {
    return (await this.#find(name)).trust;
  }

  /** Asks for what the way to `name` will need, all at once; most zones begin at a registry's suffix, the name below it, or the name itself. */
  foresee(name: string): void {
    for (const zone of ancestorsOf(name)) {
      if (this.#options.cache.get(zone)) continue;
      if (zone !== '') void this.#ask(zone, 'DS');
      if (zone === name || isOfRegistry(zone) || registeredDomain(zone) === zone) void this.#ask(zone, 'DNSKEY');
    }
  }

  /** What this check saw of a zone besides its keys. */
  seenOf(zone: string): ZoneSeen {
    const seen = this.#seen.get(zone) ?? { signatures: [], denial: null, there: [], listed: [] };
    this.#seen.set(zone, seen);
    return seen;
  }

  /** Judges a set of `trust`'s zone and keeps what was seen. */
  verify(set: RrSet, trust: ZoneTrust): Verdict {
    const verdict = verifySet(set, this.#verifierOf(trust));
    this.#keep(trust.zone, verdict.seen);
    if (verdict.holds && verdict.expanded === null) this.seenOf(trust.zone).there.push({ name: set.name, type: set.type });
    return verdict;
  }

  /** Judges a denial of `trust`'s zone and keeps what was seen. */
  deny(question: Question, message: Message, trust: ZoneTrust): Denied {
    const { denied, shown, verdicts } = judgeDenial(question, message.authorities, this.#verifierOf(trust));
    this.#keep(trust.zone, verdicts.flatMap(({ seen }) => seen));
    const seen = this.seenOf(trust.zone);
    seen.denial ??= shown;
    if (denied.outcome === 'proven' && denied.listed) seen.listed.push(denied.listed);
    return denied;
  }

  #verifierOf({ zone, ring }: Pick<ZoneTrust, 'zone' | 'ring'>): Verifier {
    const { clock, effort } = this.#options;
    return { zone, ring, nowSeconds: Math.floor(clock.now() / 1000), effort };
  }

  #keep(zone: string, signatures: readonly SignatureSeen[]): void {
    const seen = this.seenOf(zone);
    const known = new Set(seen.signatures.map(keyOfSeen));
    seen.signatures.push(...signatures.filter(signature => !known.has(keyOfSeen(signature))));
  }

  #find(name: string): Promise<Found> {
    const found = this.#found.get(name) ?? this.#lookup(name);
    this.#found.set(name, found);
    return found;
  }

  async #lookup(name: string): Promise<Found> {
    const { cache } = this.#options;
    const known = cache.get(name);
    if (known) return { trust: known, ends: false };
    const above = name === '' ? null : await this.#find(parentOf(name));
    if (above && (above.ends || above.trust.status !== 'secure')) return above;
    const found = above ? await this.#below(name, above.trust) : { trust: await this.#root(), ends: false };
    if (!found.ends && isOfRegistry(name) && found.trust.status === 'secure') cache.put(name, found.trust);
    return found;
  }

  async #root(): Promise<ZoneTrust> {
    const trust = await this.#enter('', null, this.#options.anchors, Infinity);
    if (trust.status !== 'bogus') return trust;
    // That the root itself is broken is far less likely than a resolver that hides signatures, or an anchor that has had its day.
    const { code } = trust.reason!;
    if (!trust.keySet || code === 'MISSING_RRSIG') return { ...trust, ...indeterminate('', { code: 'UNABLE_TO_RETRIEVE_DNSSEC_RECORDS', detail: 'the DNS resolver in use leaves out signatures, so nothing can be validated over it' }) };
    const unanchored = code === 'NO_SEP' || code === 'DIGEST_INVALID';
    return unanchored ? { ...trust, ...indeterminate('', { code: 'NO_TRUST_ANCHOR_SIGNING', detail: 'none of the configured trust anchors is a key of the root' }) } : trust;
  }

  /** What the zone `above` says of a zone that may begin at `name`. */
  async #below(name: string, above: ZoneTrust): Promise<Found> {
    const reply = await this.#ask(name, 'DS');
    const here = (security: Security): Found => ({ trust: { ...nothingOf(name, above), ...security }, ends: false });
    if ('outcome' in reply) return here(indeterminate(name, faultOfFailure(name, 'DS', reply)));
    const set = setIn(reply.answers, name, typeCodes.DS);
    const alias = set ? null : aliasAt(reply.answers, name);
    if (set || alias) {
      const verdict = this.verify(set ?? alias!.set, above);
      if (!verdict.holds) return here(broken(above.zone, verdict.fault));
      if (!set) return { trust: above, ends: false };
      if (verdict.expanded !== null) return here(broken(above.zone, { code: 'RRSIG_LABELS_INVALID', detail: `the DS of ${name} is that of a wildcard` }));
      const ds = set.records.map(({ data }) => recordOf('DS', data)).filter(record => record !== null);
      return { trust: await this.#enter(name, above, ds, this.#untilMs(set, verdict.expiration)), ends: false };
    }
    const nxdomain = reply.rcode === rcodes.nxDomain;
    const denied = this.deny({ name, type: typeCodes.DS, nxdomain, expanded: null }, reply, above);
    if (denied.outcome === 'bogus') return here(broken(above.zone, denied.fault));
    const leftOut = denied.outcome === 'insecure' && denied.fault.code === 'OPT_OUT';
    if (leftOut || (denied.outcome === 'proven' && denied.delegation)) return here(insecure(name, { code: 'NO_DS', detail: `the parent zone has no DS for ${name}` }));
    if (denied.outcome === 'insecure') return here(insecure(name, denied.fault));
    return { trust: above, ends: nxdomain };
  }

  /** The keys of a zone, by the DS records or anchors that vouch for them. */
  async #enter(zone: string, above: ZoneTrust | null, ds: readonly RecordData['DS'][], untilMs: number): Promise<ZoneTrust> {
    const trust = { ...nothingOf(zone, above), ds, untilMs };
    const chosen = usableDs(zone, ds);
    if ('ignored' in chosen) return { ...trust, ...insecure(zone, chosen.ignored) };
    const reply = await this.#ask(zone, 'DNSKEY');
    if ('outcome' in reply) return { ...trust, ...indeterminate(zone, faultOfFailure(zone, 'DNSKEY', reply)) };
    const keySet = setIn(reply.answers, zone, typeCodes.DNSKEY);
    if (!keySet) return { ...trust, ...broken(zone, { code: 'NO_SEP', detail: `${zone} has DS records but publishes no keys` }) };
    const entry = enterZone(keySet, chosen.usable, this.#verifierOf(trust));
    const signatures = entry.seen;
    if (entry.outcome === 'trusted') return { ...trust, ...secure, keySet, ring: entry.ring, signatures, untilMs: Math.min(untilMs, this.#untilMs(keySet, entry.expiration)) };
    return { ...trust, ...broken(zone, entry.fault), keySet, signatures };
  }

  /** A signature of the next turn of the 32-bit clock is far away; the time to live counts alone then. */
  #untilMs({ ttlSeconds }: RrSet, expiration: number): number {
    const nowMs = this.#options.clock.now();
    const leftSeconds = (expiration - Math.floor(nowMs / 1000)) >>> 0;
    return nowMs + Math.min(ttlSeconds, leftSeconds) * 1000;
  }

  #ask(name: string, type: 'DS' | 'DNSKEY'): Promise<Message | Failure> {
    const key = `${name} ${type}`;
    const reply = this.#asked.get(key) ?? this.#put(name, type);
    this.#asked.set(key, reply);
    return reply;
  }

  async #put(name: string, type: 'DS' | 'DNSKEY'): Promise<Message | Failure> {
    if (this.#options.effort.questionsLeft-- <= 0) return { outcome: 'failed', kind: 'budget', cause: 'the questions that validating may ask in one check are used up' };
    return this.#options.ask(name, type);
  }
}

function nothingOf(zone: string, above: ZoneTrust | null): Omit<ZoneTrust, keyof Security> {
  return { zone, above, ds: [], keySet: null, ring: new Map(), signatures: [], untilMs: 0 };
}

/** Whether a name is the root or a suffix under which a registry takes registrations: the same for every check. */
function isOfRegistry(name: string): boolean {
  return name === '' || (labelsOf(name).length <= 3 && registeredDomain(name) === null);
}

function keyOfSeen({ name, typeCovered, keyTag, inception, expiration }: SignatureSeen): string {
  return `${name} ${typeCovered} ${keyTag} ${inception} ${expiration}`;
}
