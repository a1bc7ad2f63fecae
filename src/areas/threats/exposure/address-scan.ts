import type { ExposureServices } from './services.ts';
import type { ServiceSeen } from './services/index.ts';
import { askServices } from './stages/services.ts';
import { tryPorts, type PortsTried } from './stages/ports.ts';
import type { AddressWork, StepOutcome } from './stages/stage.ts';
import { holderOf, leaseAddress, type AddressLease } from './store/lease.ts';
import { readOptOuts } from './store/opt-outs.ts';
import { edgeOf } from './targets/edges.ts';
import type { Profile } from './targets/scope.ts';

const STAGE_MS = 30 * 60_000;

/** An open port of an address; `service` is null where nothing was learnt of it. */
export interface AddressPort {
  port: number;
  transport: 'tcp' | 'udp';
  verified: boolean;
  service: ServiceSeen | null;
}

/** What the ports and services of one address came to. `portsDone`: all ports were tried, so that one that is not here is closed. */
export interface AddressScan {
  outcome: StepOutcome;
  portsDone: boolean;
  cause: string | null;
  /** Why only ports 80 and 443 were tried; null where those of the profile were. */
  limited: string | null;
  wildcard: boolean;
  ports: AddressPort[];
}

export interface AddressScanOptions {
  address: string;
  names: readonly string[];
  profile: Profile;
  /** Why only ports 80 and 443 may be tried; null where nothing stands against the others. */
  limited: string | null;
  /** Of whoever scans; one scan at a time has an address. */
  runId: string;
  signal: AbortSignal;
}

export type ScanMeans = Pick<ExposureServices, 'db' | 'store' | 'clock' | 'newId' | 'openTarget' | 'manners' | 'random'>;

/** The port and service stages at one address that is proven, with the same rates and turns as every scan; on machines of a content delivery network or a platform, and where `limited` says so, only ports 80 and 443. */
export async function scanAddress(services: ScanMeans, { address, names, profile, limited: limit, runId, signal }: AddressScanOptions): Promise<AddressScan> {
  const target = services.openTarget(address);
  if (target === null) return notTested('The address must not be reached.');
  const { connectsPerSecond, dialoguesPerSecond, openAtOnce } = services.manners;
  const edge = edgeOf(address, []);
  const limited = edge === null ? limit : `The address belongs to ${edge.name}, which serves many customers from it: only ports 80 and 443 were tested.`;
  const host = { address, scope: limited === null ? 'full' : 'web', wildcard: 0 as const, rtt_ms: null };
  const context = { profile, names, isMailServer: false, edge, target, parallel: openAtOnce, random: services.random };
  const over = AbortSignal.any([signal, AbortSignal.timeout(STAGE_MS)]);
  try {
    const tried = await inTurn(services, { address, names, runId, perSecond: connectsPerSecond, signal: over }, turns => tryPorts({ ...context, ...turns, host }));
    if (typeof tried === 'string') return notTested(tried);
    const asked = { ...host, wildcard: tried.wildcard ? 1 as const : 0 as const, rtt_ms: tried.rttMs === null ? null : Math.round(tried.rttMs) };
    const said = await inTurn(services, { address, names, runId, perSecond: dialoguesPerSecond, signal: over }, turns => askServices({ ...context, ...turns, host: asked }, tried.asked.map(({ port }) => port)));
    signal.throwIfAborted();
    return typeof said === 'string' ? { ...gathered(tried, { seen: [], failed: [] }), limited, outcome: 'partial', cause: said } : { ...gathered(tried, said), limited };
  } catch (error) {
    signal.throwIfAborted();
    if (!over.aborted) throw error;
    return notTested('The time was up, or another scan had the address all the while.');
  }
}

interface Turns {
  address: string;
  names: readonly string[];
  runId: string;
  perSecond: number;
  signal: AbortSignal;
}

/** Does `work` in the turns of the address; a text says why it must be left alone. */
export async function inTurn<T>({ db, store, clock, newId }: Omit<ScanMeans, 'openTarget' | 'manners' | 'random'>, { address, names, runId, perSecond, signal }: Turns, work: (turns: Pick<AddressWork, 'turn' | 'signal'>) => Promise<T>): Promise<T | string> {
  const optedOut = (await readOptOuts(db)).find(address, names);
  if (optedOut !== null) return `The operator of this service has excluded ${optedOut} from scans.`;
  const lease: AddressLease = await leaseAddress(address, { db, clock, signal, perSecond, holder: holderOf(store.dialect, runId, newId) });
  try {
    return await work({ turn: () => lease.turn(), signal: AbortSignal.any([signal, lease.signal]) });
  } finally {
    await lease.release();
  }
}

/** At an address that takes connections on whatever port, only the ports where a protocol was recognised are open by evidence. */
function gathered({ outcome, why, asked, wildcard }: PortsTried, { seen, failed }: Awaited<ReturnType<typeof askServices>>): Omit<AddressScan, 'limited'> {
  const services = new Map(seen.map(({ port, transport, service }) => [`${port}/${transport}`, service]));
  const tcp = asked.map(({ port, verified }) => ({ port, transport: 'tcp' as const, verified, service: services.get(`${port}/tcp`) ?? null }));
  const udp = seen.filter(({ transport }) => transport === 'udp').map(({ port, service }) => ({ port, transport: 'udp' as const, verified: true, service }));
  return {
    outcome: outcome === 'done' && failed.length > 0 ? 'partial' : outcome, portsDone: outcome === 'done', wildcard,
    cause: why ?? (failed.length > 0 ? `${failed.length} of ${asked.length} services were not tested: ${failed[0]}` : null),
    ports: [...tcp, ...udp].filter(({ service }) => !wildcard || (service !== null && service.protocol !== null)),
  };
}

function notTested(cause: string): AddressScan {
  return { outcome: 'notTested', portsDone: false, cause, limited: null, wildcard: false, ports: [] };
}
