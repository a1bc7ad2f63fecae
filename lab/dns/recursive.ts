import type { LabServer } from '../types.ts';
import { addressText } from './address.ts';
import { TtlCache } from './cache.ts';
import type { Asked, Client } from './client.ts';
import { typeNumber, type Rcode } from './codes.ts';
import type { Edns, ExtendedError, Message, ResourceRecord } from './message.ts';
import { ancestorsOf, isAtOrBelow, parentOf } from './name.ts';
import { rdataText } from './rdata.ts';

const MAX_ALIASES = 12;
const MAX_REFERRALS = 24;
const MAX_DEPTH = 4;
const MAX_QUESTIONS = 100;
const MAX_SERVERS = 4;
const PATIENCE_MS = 150;
const SILENCE_MS = 10_000;
/** Signed replies to more questions at once than this would not fit the buffer of one socket. */
const MAX_UNDER_WAY = 48;
const ROOT_TTL_SECONDS = 86_400;
const DENIAL_TTL_SECONDS = 30;
/** What proves that something is not there, and that a wildcard may stand for a name. */
const denialTypes = ['SOA', 'NSEC', 'NSEC3'];
const expansionTypes = ['NSEC', 'NSEC3'];
const OTHER_ERROR = 0;
const NO_REACHABLE_AUTHORITY = 22;
const NETWORK_ERROR = 23;

/** What is known of a name and type, signatures included. */
export interface Resolution {
  rcode: Rcode;
  answer: readonly ResourceRecord[];
  authority: readonly ResourceRecord[];
  /** Why there is no answer (RFC 8914). */
  errors: readonly ExtendedError[];
}

interface Delegation {
  zone: string;
  servers: readonly LabServer[];
}

/** One client's question, and what it may still cost. */
interface Effort {
  questionsLeft: number;
  depth: number;
}

/** Finds answers by iteration from the root (RFC 1034 §5.3.3); it validates nothing. */
export class Recursor {
  readonly #root: Delegation;
  readonly #route: (address: string) => number | null;
  readonly #client: Client;
  readonly #answers: TtlCache<Resolution>;
  readonly #delegations: TtlCache<Delegation>;
  readonly #pending = new Map<string, Promise<Resolution>>();
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  /** Until when each server is asked last. */
  readonly #silentUntilMs = new Map<string, number>();

  constructor(options: { root: LabServer; route: (address: string) => number | null; client: Client; cache: boolean }) {
    this.#root = { zone: '', servers: [options.root] };
    this.#route = options.route;
    this.#client = options.client;
    this.#answers = new TtlCache(options.cache);
    this.#delegations = new TtlCache(options.cache);
  }

  /** Equal questions at the same time are one; `name` is lower case. */
  resolve(name: string, type: string): Promise<Resolution> {
    const key = `${name} ${type}`;
    const pending = this.#pending.get(key) ?? this.#follow(name, type).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  /** Forgets answers, delegations and silent servers. */
  forget(): void {
    this.#answers.clear();
    this.#delegations.clear();
    this.#silentUntilMs.clear();
  }

  async #follow(name: string, type: string): Promise<Resolution> {
    const effort = { questionsLeft: MAX_QUESTIONS, depth: 0 };
    const chain: ResourceRecord[] = [];
    const proofs: ResourceRecord[] = [];
    let target = name;
    for (let aliases = 0; aliases <= MAX_ALIASES; aliases++) {
      const step = await this.#lookup(target, type, effort);
      chain.push(...step.answer);
      proofs.push(...step.authority);
      const alias = step.answer.find(record => record.type === 'CNAME');
      if (!alias || type === 'CNAME' || type === 'ANY') return step.rcode === 'SERVFAIL' ? { ...step, answer: [] } : { ...step, answer: chain, authority: eachOnce(proofs) };
      target = rdataText('CNAME', alias.rdata).slice(0, -1);
    }
    return failed([{ code: OTHER_ERROR, text: 'CNAME chain is too long' }]);
  }

  /** The records of exactly this name, aliases not followed. */
  async #lookup(name: string, type: string, effort: Effort): Promise<Resolution> {
    const key = `${name} ${type}`;
    const cached = this.#answers.get(key);
    if (cached) return aged(cached.value, cached.ageSeconds);
    let delegation = this.#closest(type === 'DS' ? parentOf(name) : name);
    for (let referrals = 0; referrals < MAX_REFERRALS; referrals++) {
      const reply = await this.#askZone(delegation, name, type, effort);
      if ('errors' in reply) return failed(reply.errors);
      const next = referralIn(reply, delegation.zone, name);
      if (!next) return this.#remember(key, resolutionOf(reply, name, type));
      delegation = next.delegation;
      this.#delegations.put(delegation.zone, delegation, next.ttlSeconds);
    }
    return failed([{ code: OTHER_ERROR, text: 'too many referrals' }]);
  }

  #remember(key: string, resolution: Resolution): Resolution {
    this.#answers.put(key, resolution, ttlOf(resolution));
    return resolution;
  }

  #closest(name: string): Delegation {
    const known = ancestorsOf(name).find(zone => this.#delegations.get(zone));
    return known === undefined ? this.#root : this.#delegations.get(known)!.value;
  }

  /** Asks the servers of a zone in turn, silent ones last, once more where silence is new. */
  async #askZone({ zone, servers }: Delegation, name: string, type: string, effort: Effort): Promise<Message | { errors: ExtendedError[] }> {
    const errors: ExtendedError[] = [{ code: NO_REACHABLE_AUTHORITY, text: `at delegation ${zone}.` }];
    let candidates = this.#bySilence(servers).slice(0, MAX_SERVERS);
    for (let round = 0; round < 2 && candidates.length > 0; round++) {
      const newlySilent: LabServer[] = [];
      for (const server of candidates) {
        const wasSilent = this.#isSilent(server.name);
        const asked = await this.#askServer(server, zone, name, type, effort);
        if (typeof asked !== 'string') return asked;
        if (asked !== 'silent') errors.push({ code: NETWORK_ERROR, text: `${server.name}:53 ${asked} for ${name}. ${type}` });
        else if (!wasSilent) newlySilent.push(server);
      }
      candidates = newlySilent;
    }
    return { errors };
  }

  /** The reply of one server when it is of use, else what was wrong with it. */
  async #askServer(server: LabServer, zone: string, name: string, type: string, effort: Effort): Promise<Message | string> {
    const port = (await this.#addressesOf(server, effort)).map(this.#route).find(found => found !== null) ?? null;
    if (port === null) return 'unreachable';
    if (effort.questionsLeft-- <= 0) return 'too many questions';
    let asked = await this.#askInTurn(port, name, type, { dnssecOk: true });
    if (asked.outcome === 'answered' && asked.message.rcode === 'FORMERR') asked = await this.#askInTurn(port, name, type, null);
    if (asked.outcome === 'silent') this.#silentUntilMs.set(server.name, performance.now() + SILENCE_MS);
    if (asked.outcome !== 'answered') return asked.outcome;
    const { message } = asked;
    if (message.rcode !== 'NOERROR' && message.rcode !== 'NXDOMAIN') return `rcode=${message.rcode}`;
    if (message.truncated) return 'truncated';
    return message.authoritative || referralIn(message, zone, name) ? message : 'not authoritative';
  }

  async #askInTurn(port: number, name: string, type: string, edns: Partial<Edns> | null): Promise<Asked> {
    if (this.#underWay >= MAX_UNDER_WAY) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#underWay++;
    const asked = await this.#client.ask(port, name, type, { timeoutMs: PATIENCE_MS, edns });
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay--;
    return asked;
  }

  /** Glue, or what the server's own zone says. */
  async #addressesOf(server: LabServer, effort: Effort): Promise<readonly string[]> {
    if (server.addresses.length > 0 || effort.depth >= MAX_DEPTH) return server.addresses;
    effort.depth++;
    const found = await this.#lookup(server.name, 'A', effort);
    const more = found.answer.length > 0 ? found : await this.#lookup(server.name, 'AAAA', effort);
    effort.depth--;
    return more.answer.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ rdata }) => addressText(rdata));
  }

  #bySilence(servers: readonly LabServer[]): LabServer[] {
    return servers.toSorted((a, b) => Number(this.#isSilent(a.name)) - Number(this.#isSilent(b.name)));
  }

  #isSilent(server: string): boolean {
    return (this.#silentUntilMs.get(server) ?? 0) > performance.now();
  }
}

/** The delegation to a zone below `zone` and at or above `name` that a reply without answer gives, with glue of its bailiwick. */
function referralIn(reply: Message, zone: string, name: string): { delegation: Delegation; ttlSeconds: number } | null {
  if (reply.authoritative || reply.answer.length > 0) return null;
  const cut = reply.authority.find(record => record.type === 'NS' && record.name !== zone && isAtOrBelow(record.name, zone) && isAtOrBelow(name, record.name));
  if (!cut) return null;
  const names = reply.authority.filter(record => record.type === 'NS' && record.name === cut.name).map(({ rdata }) => rdataText('NS', rdata).slice(0, -1));
  const glue = reply.additional.filter(record => ['A', 'AAAA'].includes(record.type) && isAtOrBelow(record.name, zone));
  const servers = names.map(server => ({ name: server, addresses: glue.filter(record => record.name === server).map(({ rdata }) => addressText(rdata)) }));
  return { delegation: { zone: cut.name, servers }, ttlSeconds: Math.min(cut.ttl, ROOT_TTL_SECONDS) };
}

/** Only what the reply says of this very name is taken from it. */
function resolutionOf(reply: Message, name: string, type: string): Resolution {
  const own = reply.answer.filter(record => record.name === name);
  const ofType = (wanted: string) => own.filter(record => record.type === wanted || covers(record, wanted));
  const answer = type === 'ANY' ? own : ofType(type).length > 0 ? ofType(type) : ofType('CNAME');
  const kept = answer.length > 0 ? expansionTypes : denialTypes;
  const authority = reply.authority.filter(record => kept.some(wanted => record.type === wanted || covers(record, wanted)));
  return { rcode: answer.length > 0 ? 'NOERROR' : reply.rcode, answer, authority, errors: [] };
}

/** One NSEC may prove something of several names of a chain. */
function eachOnce(records: readonly ResourceRecord[]): ResourceRecord[] {
  return records.filter((record, i) => records.findIndex(({ name, type, rdata }) => name === record.name && type === record.type && rdata.equals(record.rdata)) === i);
}

function covers(record: ResourceRecord, type: string): boolean {
  return record.type === 'RRSIG' && record.rdata.length > 2 && record.rdata.readUInt16BE() === typeNumber(type);
}

/** RFC 2308 §5 for what is not there. */
function ttlOf({ answer, authority }: Resolution): number {
  if (answer.length > 0) return Math.min(...answer.map(({ ttl }) => ttl));
  const soa = authority.find(record => record.type === 'SOA');
  return soa ? Math.min(soa.ttl, soa.rdata.readUInt32BE(soa.rdata.length - 4)) : DENIAL_TTL_SECONDS;
}

function aged(resolution: Resolution, seconds: number): Resolution {
  if (seconds === 0) return resolution;
  const older = (record: ResourceRecord) => ({ ...record, ttl: Math.max(0, record.ttl - seconds) });
  return { ...resolution, answer: resolution.answer.map(older), authority: resolution.authority.map(older) };
}

function failed(errors: readonly ExtendedError[]): Resolution {
  return { rcode: 'SERVFAIL', answer: [], authority: [], errors };
}
