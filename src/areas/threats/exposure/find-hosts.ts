import { parseIp } from '../../../core/ip.ts';
import type { ScanTarget } from '../../../core/outside/scan-target.ts';
import { Problem } from '../../../core/problem.ts';
import type { DomainRow } from '../../domains/inventory/index.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { currentHosts, proveHost } from './current-hosts.ts';
import type { ScanWork } from './scan-work.ts';
import { confirmedAddresses } from './store/addresses.ts';
import { holderOf, leaseAddress } from './store/lease.ts';
import { readOptOuts } from './store/opt-outs.ts';
import { addStep, beginScan, type ScanRow } from './store/scans.ts';
import { edgeOf } from './targets/edges.ts';
import { foreignAliasOf, MAX_HOSTS, type FoundHost } from './targets/resolve.ts';
import type { AddressProof } from './targets/prove.ts';
import { scopeOf, type HostScope } from './targets/scope.ts';

/** How long another scan of the address is waited for. */
const PROOF_WAIT_MS = 30 * 60_000;

/** A host with how far it may be scanned. */
interface JudgedHost extends FoundHost {
  scope: HostScope;
  reason: string | null;
  edge: string | null;
}

/** The first stage: where the names of the domain lead now, and how far each address may be scanned; commits the scan with it. */
export async function findHosts(run: ScanWork, domain: DomainRow): Promise<ScanRow> {
  const { services, accountId, input } = run;
  const { clock } = services;
  const proof = await proofOf(run, domain);
  const { names, resolved } = await currentHosts(run, domain);
  const wanted = wantedOf(resolved.hosts, input.targets);
  const hosts = await Promise.all(wanted.slice(0, MAX_HOSTS).map(host => judgeHost(run, domain, proof, host)));
  run.signal.throwIfAborted();
  const now = clock.now();
  const scan: ScanRow = { id: run.id, account_id: accountId, domain_id: domain.id, profile: input.profile, proof, state: 'running', begun: '{}', summary: null, started_at: now, finished_at: null };
  const left = wanted.length - hosts.length;
  const causes = [
    ...(resolved.failed.length > 0 ? [`${resolved.failed.length} names could not be resolved, such as ${resolved.failed[0]!.name}: ${resolved.failed[0]!.cause}`] : []),
    ...(left > 0 ? [`${left} further addresses were left out: a scan takes ${MAX_HOSTS}`] : []),
  ];
  await run.commit({ state: { done: 1 }, progress: { done: 1, total: 1 + hosts.length, step: 'resolve' }, events: [{ name: 'hosts', data: { addresses: hosts.map(({ address }) => address) } }] }, async tx => {
    await beginScan(tx, scan, hosts.map(({ address, names, mailServers, scope, reason, edge }) => ({ address, names: JSON.stringify({ names, mailServers }), scope, reason, edge, wildcard: 0, rtt_ms: null })));
    await addStep(tx, { scanId: scan.id, address: '' }, 'resolve', {
      outcome: causes.length > 0 || input.targets !== null ? 'partial' : 'done', cause: causes.length > 0 ? causes.join('; ') : input.targets === null ? null : 'Only chosen targets were scanned',
      details: { names: names.length, addresses: resolved.hosts.length },
    }, now);
  });
  return scan;
}

/** The domain by whose proof the scan is allowed; throws `Problem` where there is none now. */
async function proofOf({ services: { db, clock }, accountId }: ScanWork, domain: DomainRow): Promise<string> {
  const proof = await ownedBy(db, accountId, domain.name, clock.now());
  if (proof === null) throw new Problem('ownership_required', `Nothing was scanned: the ownership of ${domain.name} is no longer proven. Prove it again at /api/domains/${domain.id}/ownership.`);
  return proof;
}

/** Those that were asked for, by address or by name. */
function wantedOf(hosts: readonly FoundHost[], targets: readonly string[] | null): readonly FoundHost[] {
  return targets === null ? hosts : hosts.filter(({ address, names }) => targets.includes(address) || names.some(name => targets.includes(name)));
}

async function judgeHost(run: ScanWork, domain: DomainRow, proof: string, host: FoundHost): Promise<JudgedHost> {
  const { db, openTarget } = run.services;
  const target = openTarget(host.address);
  const optedOut = (await readOptOuts(db)).find(host.address, host.names);
  const edge = edgeOf(host.address, host.via);
  const foreignAlias = foreignAliasOf(host, proof);
  const confirmed = (await confirmedAddresses(db, domain.id)).has(host.address);
  // Whoever asks to be left alone gets no packet for a proof either.
  const isProvable = target !== null && optedOut === null && edge === null && foreignAlias === null && confirmed && parseIp(host.address) !== null;
  const shown = isProvable ? await proveInTurn(run, domain, target, host.names) : null;
  return { ...host, edge: edge?.name ?? null, ...scopeOf({ reachable: target !== null, optedOut, edge, foreignAlias, confirmed, proof: shown?.outcome === 'shown' ? shown.proof : null }) };
}

/** The proof is sought like everything else at the address: in its turn. */
async function proveInTurn(run: ScanWork, domain: DomainRow, target: ScanTarget, names: readonly string[]): Promise<AddressProof | null> {
  const { db, store, clock, manners, newId } = run.services;
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(PROOF_WAIT_MS)]);
  try {
    const lease = await leaseAddress(target.address, { db, clock, signal, perSecond: manners.requestsPerSecond, holder: holderOf(store.dialect, run.id, newId) });
    const inTurn = async <T>(ask: () => Promise<T>): Promise<T> => {
      await lease.turn();
      return ask();
    };
    try {
      return await proveHost(run, domain, {
        ...target, tls: { handshake: (to, until) => inTurn(() => target.tls.handshake(to, until)) }, page: (url, request) => inTurn(() => target.page(url, request)),
      }, names);
    } finally {
      await lease.release();
    }
  } catch (error) {
    run.signal.throwIfAborted();
    if (!signal.aborted) throw error;
    return null;
  }
}
