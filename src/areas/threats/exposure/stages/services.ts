import type { ServiceDialogues } from '../../../../core/outside/service-dialogues.ts';
import { judgeService, recogniseDatagramService, recogniseService, type RecognitionLimits, type Service, type ServiceSeen } from '../services/index.ts';
import { saveService } from '../store/scans.ts';
import { politely, scrambled } from './dialogues.ts';
import type { AddressWork, DoHostStage } from './stage.ts';

/** Ports that are asked at once; each has up to five connections open. */
const PORTS_AT_ONCE = 4;
const [MOST_QUIET_MS, MOST_REPLY_MS] = [1500, 2000];

/** What is asked by datagrams: questions that are as harmless as their answers are short. */
const datagrams = [{ port: 53, protocol: 'domain' }, { port: 123, protocol: 'ntp' }] as const;

/** A service where it was seen. */
export interface PlacedService {
  port: number;
  transport: 'tcp' | 'udp';
  service: ServiceSeen;
}

/** What answers at the open TCP ports `asked` of the address, and at the two ports whose questions go by UDP; `failed` says why of each that nothing is known of. */
export async function askServices(work: AddressWork, asked: readonly number[]): Promise<{ seen: PlacedService[]; failed: string[] }> {
  const { host, turn, signal } = work;
  const dialogues = politely(work.target.dialogues, turn);
  const seen: PlacedService[] = [];
  const failed: string[] = [];
  await inLanes(asked, PORTS_AT_ONCE, async port => {
    if (signal.aborted) return void failed.push('the time was up');
    const said = await seeService(work, dialogues, port);
    if (typeof said === 'string') failed.push(said);
    else seen.push({ port, transport: 'tcp', service: said });
  });
  // Where only the web ports may be tested, others are left alone by UDP as well.
  for (const { port, protocol } of host.scope === 'full' ? datagrams : []) {
    const service = signal.aborted ? null : await seeDatagramService(work, dialogues, port, protocol);
    if (service) seen.push({ port, transport: 'udp', service });
  }
  return { seen, failed };
}

/** What answers at each open port of a scan. */
export const seeServices: DoHostStage = async work => {
  const { scanId, host, ports } = work;
  const asked = ports.filter(({ transport }) => transport === 'tcp').map(({ port }) => port);
  const { seen, failed } = await askServices(work, asked);
  return {
    outcome: failed.length === 0 ? 'done' : failed.length < asked.length ? 'partial' : 'notTested',
    cause: failed.length === 0 ? null : `${failed.length} of ${asked.length} services were not tested: ${failed[0]}`,
    details: { recognised: seen.filter(({ service }) => service.protocol !== null).length },
    async save(tx) {
      for (const one of seen) await saveService(tx, { scanId, address: host.address }, one);
    },
  };
};

/** What answers at the port; a text says why nothing is known of it. */
async function seeService(work: AddressWork, dialogues: ServiceDialogues, port: number): Promise<ServiceSeen | string> {
  const { host: { address }, names, target: { userAgent }, signal } = work;
  const recognise = async (by: ServiceDialogues): Promise<Service | string> => {
    const said = await recogniseService(by, { host: address, port, serverName: names[0] ?? null, userAgent }, { ...limitsAt(work.host), signal });
    return signal.aborted ? 'the time was up' : said.outcome === 'failed' ? said.cause : said.service;
  };
  const service = await recognise(dialogues);
  if (typeof service === 'string') return service;
  if (judgeService(service, { host: address, port }).length === 0) return { ...service, verified: null };
  const second = await recognise(dialogues);
  const isSure = typeof second !== 'string' && isSame(second, service) && await passesControl(work, service, () => recognise(scrambled(dialogues, work.random)));
  return { ...service, verified: isSure ? 'verified' : 'inconclusive' };
}

/**
 * Whether something that must not look like this service does not: nonsense in place of its questions, where an answer is what counts against it; else
 * the improbable ports of the host, which a host that answers everywhere has open as well.
 */
async function passesControl({ host }: AddressWork, service: Service, control: () => Promise<Service | string>): Promise<boolean> {
  if (service.withoutPassword === null || service.evidence[0]?.from === 'greeting') return host.wildcard === 0;
  const said = await control();
  return typeof said !== 'string' && !isSame(said, service);
}

function isSame(one: Service, other: Service): boolean {
  return one.protocol === other.protocol && one.product === other.product && one.withoutPassword?.asked === other.withoutPassword?.asked;
}

async function seeDatagramService({ host, names, target: { userAgent }, signal }: AddressWork, dialogues: ServiceDialogues, port: number, protocol: 'domain' | 'ntp'): Promise<ServiceSeen | null> {
  const target = { host: host.address, port, serverName: names[0] ?? null, userAgent };
  const service = await recogniseDatagramService(dialogues, target, protocol, { signal, replyMs: limitsAt(host).replyMs });
  return service && { ...service, verified: null };
}

/** By the round trip that was measured; an address that takes every connection is asked no more than what is usual at the port. */
function limitsAt({ rtt_ms: rttMs, wildcard }: AddressWork['host']): Omit<RecognitionLimits, 'signal'> {
  const wait = (leastMs: number, mostMs: number) => (rttMs === null ? mostMs : Math.min(mostMs, leastMs + 4 * rttMs));
  const times = { connectMs: 3000, quietMs: wait(400, MOST_QUIET_MS), replyMs: wait(600, MOST_REPLY_MS) };
  return wildcard === 1 ? { ...times, timeoutMs: 6000, maxConnections: 5 } : { ...times, timeoutMs: 40_000, maxConnections: 60 };
}

async function inLanes<T>(all: readonly T[], lanes: number, each: (one: T) => Promise<void>): Promise<void> {
  let at = 0;
  await Promise.all(Array.from({ length: Math.min(lanes, all.length) }, async () => {
    while (at < all.length) await each(all[at++]!);
  }));
}
