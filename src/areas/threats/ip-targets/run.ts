import { eachAtOnce } from '../../../core/each-at-once.ts';
import { scanAddress, type AddressScan, type Profile } from '../exposure/index.ts';
import { conclude } from './conclude.ts';
import { collectFacts } from './facts/collect.ts';
import { collectReverse } from './facts/reverse.ts';
import type { Contact } from './proof/contact.ts';
import { limitOf } from './proof/limit.ts';
import { withSession } from './proof/prove-all.ts';
import { proveAddress, proveByContact, type Proving } from './proof/prove.ts';
import type { AddressProof } from './proof/proof.ts';
import { addressesOf } from './range.ts';
import { ipScan, type IpScanState, type IpScanWork } from './scan-work.ts';
import type { IpTargetsServices } from './services.ts';
import { addressRow, factsOf, findTarget, proofOf, saveAddress, type TargetRow } from './store/targets.ts';

const ADDRESSES_AT_ONCE = 4;
const LOOKUPS_MS = 60_000;
/** A run that is resumed proves an address again before its ports are tried. */
const PROOF_HOLDS_MS = 10 * 60_000;

export const doIpScan = ipScan.handledBy<IpTargetsServices, IpScanState>(async run => {
  const { services: { db }, accountId, subject } = run;
  const target = await findTarget(db, accountId, subject.id);
  if (!target) return { status: 'completed', result: null };
  const addresses = addressesOf(target.target);
  const state = run.state ?? { lookups: [], ports: [] };
  const scan: Scan = { run, target, state, total: addresses.length * (run.input.ports ? 2 : 1) + 1, agreed: await agreement(run, target, addresses) };
  await eachAtOnce(addresses.filter(address => !state.lookups.includes(address)), ADDRESSES_AT_ONCE, (address, stop) => learn(scan, address, stop), run.signal);
  if (run.input.ports) await eachAtOnce(addresses.filter(address => !state.ports.includes(address)), ADDRESSES_AT_ONCE, (address, stop) => tryPorts(scan, address, stop), run.signal);
  return conclude(run, target.id);
});

interface Scan {
  run: IpScanWork;
  target: TargetRow;
  state: IpScanState;
  total: number;
  /** What the contact of the network came to; null where nobody was asked. */
  agreed: AddressProof | null;
}

function agreement(run: IpScanWork, target: TargetRow, addresses: readonly [string, ...string[]]): Promise<AddressProof | null> {
  return proveByContact(provingOf(run, target, run.signal), target.contact === null ? null : JSON.parse(target.contact) as Contact, addresses);
}

function provingOf({ services, accountId, id }: IpScanWork, { domain_id: domainId }: TargetRow, signal: AbortSignal): Proving {
  return { services, accountId, domainId, holder: id, signal };
}

/** Proof and lookups of one address, committed together; the DNS and others are asked, and the machine only where it was proven by what it answers. */
async function learn(scan: Scan, address: string, stop: AbortSignal): Promise<void> {
  const { run, target, state } = scan;
  const { services } = run;
  const row = await addressRow(services.db, target.id, address);
  if (!row) return;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LOOKUPS_MS)]);
  const { proof, facts } = await withSession(services, signal, async ({ clients }) => {
    const reverse = await collectReverse(address, clients.dns);
    const [proof, facts] = await Promise.all([
      scan.agreed?.state === 'proven' ? scan.agreed : proveAddress(provingOf(run, target, stop), address, { reverse, before: proofOf(row), mayAsk: false }),
      collectFacts(address, reverse, { clients, origins: services.origins, listChoice: services.listChoice, signal }),
    ]);
    return { proof: betterOf(proof, scan.agreed), facts };
  });
  stop.throwIfAborted();
  state.lookups.push(address);
  await commit(scan, 'lookups', async tx => saveAddress(tx, target.id, address, { proof, facts }, services.clock.now()));
}

/** Where the contact of the network was the way, what came of asking the registry is the answer. */
function betterOf(proof: AddressProof, agreed: AddressProof | null): AddressProof {
  return proof.state === 'proven' || agreed === null ? proof : agreed;
}

/** The ports of one address; one that is not proven now gets no packet. */
async function tryPorts(scan: Scan, address: string, stop: AbortSignal): Promise<void> {
  const { run, target, state } = scan;
  const { services } = run;
  if (!await addressRow(services.db, target.id, address)) return;
  const { proof, names } = await proofNow(scan, address, stop);
  const ports = proof.state === 'proven' ? await scanProven(scan, { address, proof, names }, stop) : untried(proof);
  stop.throwIfAborted();
  state.ports.push(address);
  await commit(scan, 'ports', async tx => saveAddress(tx, target.id, address, { proof, ports }, services.clock.now()));
}

async function scanProven({ run, target }: Scan, proven: { address: string; proof: AddressProof; names: readonly string[] }, stop: AbortSignal): Promise<AddressScan> {
  const { address, names } = proven;
  // The confirmation may have been withdrawn since the scan began.
  const limited = await limitOf(provingOf(run, target, stop), await findTarget(run.services.db, run.accountId, target.id) ?? target, proven);
  return scanAddress(run.services, { address, names, profile: target.profile as Profile, limited, runId: run.id, signal: stop });
}

/** The proof as it was just now; sought again where that is long ago. */
async function proofNow({ run, target, agreed }: Scan, address: string, stop: AbortSignal): Promise<{ proof: AddressProof; names: readonly string[] }> {
  const { services } = run;
  const row = (await addressRow(services.db, target.id, address))!;
  const [before, names] = [proofOf(row), factsOf(row)?.reverse.confirmed ?? []];
  if (before.state !== 'proven' || services.clock.now() - before.at < PROOF_HOLDS_MS) return { proof: before, names };
  if (before.method === 'email') return { proof: agreed ?? { ...before, state: 'unknown' }, names };
  const reverse = await withSession(services, stop, ({ clients: { dns } }) => collectReverse(address, dns));
  return { proof: await proveAddress(provingOf(run, target, stop), address, { reverse, before, mayAsk: false }), names: reverse.confirmed };
}

function untried({ state, cause }: AddressProof): AddressScan {
  return { outcome: 'notTested', portsDone: false, limited: null, cause: cause ?? (state === 'unknown' ? 'The proof could not be checked.' : 'The address is not proven.'), wildcard: false, ports: [] };
}

function commit({ run, state, total }: Scan, step: string, change: Parameters<IpScanWork['commit']>[1]): Promise<void> {
  return run.commit({ state: { ...state }, progress: { done: state.lookups.length + state.ports.length, total, step } }, change);
}
