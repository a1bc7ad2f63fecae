import { portLists } from '../ports/lists.ts';
import { scanPorts, type OpenPort, type PortScan } from '../ports/scan.ts';
import { addPort, saveHost } from '../store/scans.ts';
import { portsOf, type HostScope } from '../targets/scope.ts';
import type { AddressWork, DoHostStage, StepOutcome } from './stage.ts';

const USUAL: ReadonlySet<number> = new Set(portLists.top100);

/** What the ports of an address did, and how far that goes. `asked`: the open ones that are asked what they are. */
export interface PortsTried extends PortScan {
  outcome: StepOutcome;
  why: string | null;
  tested: number;
  asked: readonly OpenPort[];
}

/** Tries the ports of the profile at the address. */
export async function tryPorts({ profile, host, isMailServer, edge, target, turn, parallel, random, signal }: AddressWork): Promise<PortsTried> {
  const wanted = portsOf(host.scope as HostScope, { profile, isMailServer, isShared: edge !== null });
  const scan = await scanPorts({ probe: target.touch, ports: wanted, mayBait: host.scope === 'full', parallel, turn, random, signal });
  const { open, untested, cause, wildcard } = scan;
  return {
    ...scan,
    outcome: untested.length === 0 ? 'done' : untested.length < wanted.length ? 'partial' : 'notTested',
    why: cause === null ? null : `${untested.length} of ${wanted.length} ports were not tested: ${cause}`,
    tested: wanted.length - untested.length,
    // An address that answers everywhere says nothing by open ports: only the usual ones are asked what they are.
    asked: wildcard ? open.filter(({ port }) => USUAL.has(port)) : open,
  };
}

/** Which ports of the address are open. */
export const findPorts: DoHostStage = async work => {
  const { outcome, why, tested, asked, closed, filtered, connections, wildcard, rttMs } = await tryPorts(work);
  return {
    outcome, cause: why, details: { tested, closed, filtered, connections },
    async save(tx) {
      const at = { scanId: work.scanId, address: work.host.address };
      await saveHost(tx, at, { wildcard, rttMs });
      for (const one of asked) await addPort(tx, at, one);
    },
  };
};
