import type { Clock } from '../../../core/clock.ts';
import type { Dns, RecordType, Security, SecurityReason, SecurityStatus, ZoneLink } from '../../../core/lookup.ts';
import { unaskable } from '../failure.ts';
import type { Message, ResourceRecord } from '../message.ts';
import { canonicalName } from '../name.ts';
import { recordOf } from '../records.ts';
import type { AskSigned } from '../snapshot.ts';
import { rcodes, typeCodes } from '../types.ts';
import { keyBits } from './algorithms.ts';
import { aliasAt } from './alias.ts';
import type { TrustAnchor } from './anchors.ts';
import type { Question } from './denied.ts';
import { newEffort, type Effort } from './effort.ts';
import { isAtOrBelow, labelsOf, parentOf } from './names.ts';
import { broken, faultOfFailure, indeterminate, insecure, secure, setName, type Fault, type ReasonCode } from './reasons.ts';
import { setIn, type RrSet } from './rrsets.ts';
import type { ZoneCache } from './zone-cache.ts';
import { Zones, type ZoneSeen } from './zones.ts';
import type { ZoneTrust } from './zone-trust.ts';

export interface ValidatorOptions {
  /** None: nothing is validated. */
  anchors: readonly TrustAnchor[];
  clock: Clock;
  /** Shared by all checks of the process. */
  cache: ZoneCache;
  /** What one check may spend; left out, the usual. */
  effort?: () => Effort;
}

const MAX_ALIASES = 12;
const MAX_SHOWN_KEYS = 50;

/** Makes, for each check, what validates the answers that the check got (RFC 4035 §5); neither method throws. */
export function createValidator({ anchors, clock, cache, effort = newEffort }: ValidatorOptions): (ask: AskSigned) => Pick<Dns, 'secure' | 'chain'> {
  if (anchors.length === 0) return () => ({ secure: async () => ({ status: 'notValidated', reason: null }), chain: async () => [] });
  return ask => {
    const judge = new Judge(ask, new Zones({ ask, anchors, cache, clock, effort: effort() }));
    const judged = new Map<string, Promise<Security>>();
    return {
      secure(name, type) {
        const canonical = canonicalName(name);
        if (canonical === null) return Promise.resolve(indeterminate('', faultOfFailure(name, type, unaskable(name))));
        const key = `${canonical} ${type}`;
        const security = judged.get(key) ?? judge.answer(canonical, type);
        judged.set(key, security);
        return security;
      },
      chain: name => judge.chain(canonicalName(name) ?? ''),
    };
  };
}

class Judge {
  readonly #ask: AskSigned;
  readonly #zones: Zones;

  constructor(ask: AskSigned, zones: Zones) {
    this.#ask = ask;
    this.#zones = zones;
  }

  /** The zones from the root to the one that holds `name`. */
  async chain(name: string): Promise<ZoneLink[]> {
    this.#zones.foresee(name);
    const links: ZoneLink[] = [];
    for (let trust: ZoneTrust | null = await this.#zones.around(name); trust; trust = trust.above) links.unshift(this.#linkOf(trust));
    return links;
  }

  /** The whole answer is as good as its worst part: every alias on the way, and the end. */
  async answer(name: string, type: RecordType): Promise<Security> {
    const parts: Security[] = [];
    const visited = [name];
    let message: Message | null = null;
    for (let current = name; ;) {
      if (!message || !speaksOf(message, current)) {
        const reply = await this.#ask(current, type);
        if ('outcome' in reply) return worst([...parts, indeterminate(current, faultOfFailure(current, type, reply))]);
        message = reply;
      }
      const set = setIn(message.answers, current, typeCodes[type]);
      const alias = set || type === 'CNAME' ? null : aliasAt(message.answers, current);
      if (!alias) return worst([...parts, await (set ? this.#judgeSet(set, message, current) : this.#judgeAbsence(message, current, typeCodes[type]))]);
      parts.push(await this.#judgeSet(alias.set, message, current));
      if (alias.target === null) return worst([...parts, broken(alias.set.name, { code: 'DNAME_TARGET_MISMATCH', detail: `the DNAME of ${alias.set.name} leads elsewhere than the CNAME of ${current}` })]);
      current = alias.target;
      if (visited.includes(current) || visited.length > MAX_ALIASES) return worst([...parts, indeterminate(current, { code: 'CNAME_LOOP', detail: `the aliases from ${name} lead nowhere` })]);
      visited.push(current);
    }
  }

  /** The records of an answer, in the zone that signs them (RFC 4035 §5.3). */
  async #judgeSet(set: RrSet, message: Message, name: string): Promise<Security> {
    const holder = holderOf(set.name, set.type);
    const trust = await this.#signerOf(holder, set.signatures.map(({ signer }) => signer));
    if (trust.status !== 'secure') return securityOf(trust);
    const verdict = this.#zones.verify(set, trust);
    if (!verdict.holds) return this.#refuse(holder, trust, verdict.fault);
    if (verdict.expanded === null) return secure;
    return this.#proofOf(holder, trust, { name, type: set.type, nxdomain: false, expanded: verdict.expanded }, message);
  }

  /** That there is no such name, or no such record at it (RFC 4035 §5.4). */
  async #judgeAbsence(message: Message, name: string, type: number): Promise<Security> {
    const holder = holderOf(name, type);
    const trust = await this.#signerOf(holder, signersIn(message.authorities));
    if (trust.status !== 'secure') return securityOf(trust);
    return this.#proofOf(holder, trust, { name, type, nxdomain: message.rcode === rcodes.nxDomain, expanded: null }, message);
  }

  async #proofOf(holder: string, trust: ZoneTrust, question: Question, message: Message): Promise<Security> {
    const denied = this.#zones.deny(question, message, trust);
    if (denied.outcome === 'proven') return secure;
    return denied.outcome === 'insecure' ? insecure(trust.zone, denied.fault) : this.#refuse(holder, trust, denied.fault);
  }

  /** What a zone does not vouch for may belong to another one between it and the name, which only now is worth finding. */
  async #refuse(holder: string, trust: ZoneTrust, fault: Fault): Promise<Security> {
    const nearest = await this.#zones.around(holder);
    if (nearest.zone === trust.zone || nearest.reason?.zone === trust.zone) return broken(trust.zone, fault);
    return nearest.status === 'secure' ? broken(nearest.zone, { code: 'SIGNER_NOT_ZONE', detail: `${holder} lies in the zone ${nearest.zone}, and its signatures are by ${trust.zone === '' ? 'the root' : trust.zone}` }) : securityOf(nearest);
  }

  /** The zone of the nearest signer, which saves the search for the one that holds the name; that one where there is no signature. */
  #signerOf(holder: string, signers: readonly string[]): Promise<ZoneTrust> {
    const [signer] = signers.filter(signer => isAtOrBelow(holder, signer)).toSorted((a, b) => labelsOf(b).length - labelsOf(a).length);
    if (signer !== undefined) this.#zones.foresee(signer);
    return this.#zones.around(signer ?? holder);
  }

  #linkOf(trust: ZoneTrust): ZoneLink {
    const { zone, status, reason, ds, keySet } = trust;
    const seen = this.#zones.seenOf(zone);
    const keys = (keySet?.records ?? []).slice(0, MAX_SHOWN_KEYS).flatMap(({ data }) => {
      const key = recordOf('DNSKEY', data);
      return key && data.type === 'DNSKEY' ? [{ ...key, bits: keyBits(data) }] : [];
    });
    return { zone, status, reason, ds, keys, signatures: [...trust.signatures, ...seen.signatures], denial: seen.denial, contradictions: contradictionsIn(zone, seen) };
  }
}

/** Resolvers that go by what they know of a zone deny such records to others (RFC 8198). */
function contradictionsIn(zone: string, { there, listed }: ZoneSeen): SecurityReason[] {
  return there.flatMap(({ name, type }) => (listed.some(({ at, types }) => at === name && !types.includes(type))
    ? [{ code: 'EXISTING_TYPE_NOT_IN_BITMAP' satisfies ReasonCode, zone, detail: `${setName(name, type)} exists, and the zone proves that it does not` }]
    : []));
}

/** Whether a reply that was followed to an alias target says something of it (RFC 2308 §2.2, RFC 6604 §3), so that it need not be asked for. */
function speaksOf({ answers, authorities, rcode }: Message, name: string): boolean {
  return answers.some(record => record.name === name) || rcode === rcodes.nxDomain || authorities.some(({ type }) => type === typeCodes.SOA);
}

function signersIn(authorities: readonly ResourceRecord[]): string[] {
  return [...new Set(authorities.map(({ data }) => data).filter(data => data.type === 'RRSIG').map(({ signer }) => signer))];
}

/** DS records lie in the parent zone (RFC 4035 §2.4). */
function holderOf(name: string, type: number): string {
  return type === typeCodes.DS ? parentOf(name) : name;
}

function securityOf({ status, reason }: ZoneTrust): Security {
  return { status, reason };
}

const ORDER: readonly SecurityStatus[] = ['bogus', 'indeterminate', 'insecure', 'notValidated', 'secure'];

function worst(parts: readonly Security[]): Security {
  return parts.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))[0] ?? secure;
}
