import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseIp } from '../../core/ip.ts';
import type { RecordData, RecordType } from '../../core/lookup.ts';
import type { EndpointRequest, EndpointSight } from '../../core/outside/endpoint-probes.ts';
import { visitMail } from './dialogues.ts';
import type { Means, Visit } from './visit.ts';

const MAX_ANSWERS = 50;
const MAX_EXCHANGES = 3;
const PING = 'ping';

/** Asks the resolver for records. */
export async function visitDns(visit: Visit, { resolver }: Means, { host, type }: EndpointRequest & { kind: 'dns' }): Promise<EndpointSight> {
  const lookup = await resolver.lookup(host, type as RecordType, visit.signal);
  visit.took('dnsMs');
  if (lookup.outcome === 'failed') return visit.sight({ failure: visit.lookupFailure(`${type} of ${host}: ${lookup.cause}`), rcode: lookup.kind === 'servfail' ? 'SERVFAIL' : lookup.kind === 'refused' ? 'REFUSED' : null });
  if (lookup.outcome === 'absent') return visit.sight({ rcode: lookup.nxdomain ? 'NXDOMAIN' : 'NOERROR' });
  const answers = lookup.value.slice(0, MAX_ANSWERS).map(textOf);
  return visit.sight({ answers, rcode: 'NOERROR', body: answers.join('\n') });
}

function textOf(record: RecordData[RecordType]): string {
  if (typeof record === 'string') return record;
  if ('exchange' in record) return `${record.preference} ${record.exchange}`;
  return Object.values(record).map(String).join(' ');
}

/** Greets the mail servers of a domain, the best first, until one greets back; a domain without MX records is its own mail server (RFC 5321 §5.1). */
export async function visitMailOf(visit: Visit, { resolver }: Means, { host }: EndpointRequest & { kind: 'mx' }): Promise<EndpointSight> {
  const lookup = await resolver.lookup(host, 'MX', visit.signal);
  visit.took('dnsMs');
  if (lookup.outcome === 'failed') return visit.failed(visit.lookupFailure(`MX of ${host}: ${lookup.cause}`));
  const servers = lookup.outcome === 'absent' ? [host] : lookup.value.toSorted((a, b) => a.preference - b.preference).map(({ exchange }) => exchange);
  if (servers[0] === '') return visit.failed({ kind: 'dns', cause: `${host} says that it takes no mail (RFC 7505)` });
  let last: EndpointSight | null = null;
  for (const server of servers.slice(0, MAX_EXCHANGES)) {
    last = await visitMail(visit, { kind: 'smtp', host: server, port: 25, tls: false });
    if (last.failure === null || visit.signal.aborted) return last;
  }
  return last ?? visit.failed({ kind: 'dns', cause: `${host} has no mail server` });
}

const run = promisify(execFile);

/** One echo request, by the program of the system: only that may send it without privileges. `unsupported` where there is none. */
export async function visitIcmp(visit: Visit, { resolver, door }: Means, { host }: EndpointRequest & { kind: 'icmp' }): Promise<EndpointSight> {
  const literal = parseIp(host) !== null;
  const lookup = literal ? null : await resolver.lookup(host, 'A', visit.signal);
  visit.took('dnsMs');
  if (lookup?.outcome === 'failed') return visit.failed(visit.lookupFailure(`A of ${host}: ${lookup.cause}`));
  const addresses = literal ? [host] : lookup?.outcome === 'found' ? lookup.value : [];
  const forbidden = addresses.find(address => !door.mayReach(address));
  if (forbidden !== undefined) return visit.failed({ kind: 'notAllowed', cause: `${host} must not be reached: ${forbidden} is not public` });
  if (addresses.length === 0) return visit.failed({ kind: 'dns', cause: `${host} has no address` });
  const admitted = await visit.admitted({ host, port: null }, addresses);
  if (typeof admitted === 'string') return visit.failed({ kind: 'notAsked', cause: admitted });
  const address = admitted[0]!;
  // Where addresses are mapped, an echo request would go to somebody else.
  if (door.route(address, 1)?.address !== address) return visit.failed({ kind: 'unsupported', cause: 'echo requests are not sent here' });
  visit.address = address;
  const leave = await door.turn(address, visit.signal).catch(() => null);
  if (leave === null) return visit.failed({ kind: 'notAsked', cause: `${address}: its turn did not come in time` });
  return ping(visit, address).finally(leave);
}

async function ping(visit: Visit, address: string): Promise<EndpointSight> {
  try {
    const { stdout } = await run(PING, ['-n', '-c', '1', '-W', String(Math.ceil(visit.timeoutMs / 1000)), address], { signal: visit.signal, maxBuffer: 65_536 });
    visit.took('firstByteMs');
    return visit.sight({ body: /time=([\d.]+ ?ms)/.exec(stdout)?.[1] ?? '' });
  } catch (error) {
    const { code } = error as { code?: string | number };
    if (visit.signal.aborted || code === 1) return visit.failed({ kind: 'timeout', cause: `${address} does not answer echo requests` });
    return visit.failed({ kind: 'unsupported', cause: code === 'ENOENT' ? 'this machine has no program to send echo requests' : 'this machine does not send echo requests' });
  }
}
