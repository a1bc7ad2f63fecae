import { setTimeout as delay } from 'node:timers/promises';
import { eachAtOnce } from '../../../../core/each-at-once.ts';
import { parseIp } from '../../../../core/ip.ts';
import type { Admit } from '../../../../core/outside/endpoint-probes.ts';
import { Problem } from '../../../../core/problem.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';
import { takeHostTurnWithin } from '../../../web/site-audit/index.ts';
import type { ChecksServices } from '../services.ts';
import type { Definition } from './definition.ts';
import { isInternal } from './internal.ts';
import { proofsOf, type Proofs } from './proofs.ts';
import { HOW_ADDRESSES_ARE_PROVEN, SHORTEST_SECONDS, webPorts, type Judged } from './targets-of-others.ts';

const MX_PORT = 25;
/** How long the first request waits for the turn of somebody else's host; what it is led on to has less, since its time is running. */
const [PATIENCE_MS, PATIENCE_ON_THE_WAY_MS] = [20_000, 2000];
const LOOKUP_MS = 5000;
const LOOKUPS_AT_ONCE = 16;

type Means = Pick<ChecksServices, 'store' | 'clock' | 'endpoints' | 'crawlManners'>;

/** Why an address may not be asked; `known` unless a failed lookup is the reason. */
interface Refusal {
  cause: string;
  known: boolean;
}

/** What one try of a check may reach, judged with the address that is connected to: an A record is no proof of somebody else's machine. */
export class Admission {
  readonly #means: Means;
  readonly #judged: Judged;
  readonly #proofs: Proofs;
  /** A host of others of which the turn is taken already. */
  #turnAt: string | null = null;

  constructor(means: Means, judged: Judged, proofs: Proofs) {
    this.#means = means;
    this.#judged = judged;
    this.#proofs = proofs;
  }

  /** Waits for the turn of the target where it is somebody else's; a text says why it does not come. */
  async begin(signal: AbortSignal): Promise<string | null> {
    const { check, target: { host } } = this.#judged;
    if (check.kind === 'dns' || this.#judged.isMail || await this.#proofs.isOwn(host)) return null;
    const refusal = await this.#takeTurn(host, PATIENCE_MS, signal);
    if (refusal === null) this.#turnAt = host;
    return refusal;
  }

  /** As `Admit`. */
  readonly admit: Admit = async ({ host: named, port }, addresses, signal) => {
    const host = named.replace(/^\[|\]$/g, '');
    const { may, refusal } = await this.#sift({ host, port }, addresses, signal);
    if (may.length === 0) return refusal?.cause ?? `${host} has no address`;
    // Mail servers of many domains are the same few, and are there to be greeted.
    if (this.#judged.isMail || may.every(isInternal) || await this.#proofs.isOwn(host)) return may;
    const isBegun = this.#turnAt === host;
    this.#turnAt = null;
    return isBegun ? may : await this.#takeTurn(host, PATIENCE_ON_THE_WAY_MS, signal) ?? may;
  };

  /** Throws `Problem` `ownership_required` where it is known that none of the present addresses of the host may be asked. */
  async require(signal: AbortSignal): Promise<void> {
    const { check: { kind }, target: { host, port } } = this.#judged;
    if (kind === 'push' || kind === 'dns' || this.#judged.isMail || webPorts.has(port) || parseIp(host) !== null || !await this.#proofs.isOwn(host)) return;
    const lookups = await Promise.all((['A', 'AAAA'] as const).map(type => this.#means.endpoints({ kind: 'dns', host, type }, { timeoutMs: LOOKUP_MS, signal })));
    const { may, refusal } = await this.#sift({ host, port }, lookups.flatMap(({ answers }) => answers), signal);
    if (may.length === 0 && refusal?.known) throw new Problem('ownership_required', `${refusal.cause}. ${HOW_ADDRESSES_ARE_PROVEN}`, { host });
  }

  async #sift(hop: { host: string; port: number | null }, addresses: readonly string[], signal: AbortSignal): Promise<{ may: readonly string[]; refusal: Refusal | null }> {
    const refusals = await Promise.all(addresses.map(async address => ({ address, refusal: await this.#refusalOf(hop, address, signal) })));
    return { may: refusals.filter(({ refusal }) => refusal === null).map(({ address }) => address), refusal: refusals.find(({ refusal }) => refusal !== null)?.refusal ?? null };
  }

  async #refusalOf({ host, port }: { host: string; port: number | null }, address: string, signal: AbortSignal): Promise<Refusal | null> {
    // The door has let it pass: it is the operator's own.
    if (specialPurpose(address) !== null) return null;
    const isOwn = await this.#proofs.isOwn(host);
    if (isOwn && (webPorts.has(port) || await this.#proofs.hasAddress(address))) return null;
    if (port === MX_PORT && (isOwn || this.#judged.isMail)) return this.#unpublished(host, address, signal);
    if (isOwn) return { known: true, cause: `An A or AAAA record alone does not show that ${address} is yours, so it is asked at the ports 80 and 443 only` };
    if (!webPorts.has(port)) return { known: true, cause: `${host} is outside your proven domains: such hosts are asked at the ports 80 and 443 only` };
    return this.#judged.check.intervalSeconds >= SHORTEST_SECONDS ? null : { known: true, cause: `${host} is outside your proven domains: such hosts are asked every ${SHORTEST_SECONDS} s at most` };
  }

  /** A mail server may be greeted where the domain that it stands in publishes it; that of the uptime of a domain, by that domain. */
  async #unpublished(host: string, address: string, signal: AbortSignal): Promise<Refusal | null> {
    const owner = this.#judged.isMail ? this.#judged.target.host : await this.#proofs.ownerOf(host);
    for (const domain of this.#judged.isMail || owner === null ? [this.#judged.target.host] : between(host, owner)) {
      const { answers, failure } = await this.#means.endpoints({ kind: 'dns', host: domain, type: 'MX' }, { timeoutMs: LOOKUP_MS, signal });
      if (failure !== null) return { known: false, cause: `The mail servers of ${domain} could not be looked up: ${failure.cause}` };
      // Without MX records a domain is its own mail server (RFC 5321 §5.1); any other name has published none.
      if (answers.length === 0 ? this.#judged.isMail && domain === host : answers.some(answer => answer.split(' ')[1]?.toLowerCase() === host)) return null;
    }
    return { known: true, cause: `No MX record of ${owner ?? host} publishes ${host}, and nothing shows that ${address} is yours, so it is not greeted` };
  }

  async #takeTurn(host: string, patienceMs: number, signal: AbortSignal): Promise<string | null> {
    const { store, clock, crawlManners } = this.#means;
    const spacingMs = Math.round(1000 / crawlManners.foreignRequestsPerSecond);
    const { taken, waitMs } = await store.transactionOfFigures(db => takeHostTurnWithin({ db, clock }, host, { spacingMs, patienceMs }));
    if (!taken) return `${host} was not asked: hosts outside proven domains get one request a second from all accounts together, and too many are waiting`;
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
    return null;
  }
}

/** Throws `Problem` `ownership_required` where it is known of one of the checks that no present address of its host may be asked so. */
export async function requireAddresses(services: ChecksServices, accountId: string, checks: readonly Definition[], signal: AbortSignal): Promise<void> {
  const proofs = proofsOf(services.db, accountId, () => services.clock.now());
  await eachAtOnce(checks.filter(({ check }) => check.enabled), LOOKUPS_AT_ONCE, one => new Admission(services, { ...one, isMail: false }, proofs).require(signal), signal);
}

/** `name`, and the names above it up to `owner`. */
function between(name: string, owner: string): string[] {
  const labels = name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.')).filter(one => one.length >= owner.length);
}
