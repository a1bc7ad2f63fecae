import { portLists } from '../ports/lists.ts';
import { scanPorts } from '../ports/scan.ts';
import { addPort, saveHost } from '../store/scans.ts';
import { portsOf, type HostScope } from '../targets/scope.ts';
import type { DoHostStage } from './stage.ts';

const USUAL: ReadonlySet<number> = new Set(portLists.top100);

/** Which ports of the address are open. */
export const findPorts: DoHostStage = async ({ scanId, profile, host, isMailServer, edge, target, turn, parallel, random, signal }) => {
  const wanted = portsOf(host.scope as HostScope, { profile, isMailServer, isShared: edge !== null });
  const scan = await scanPorts({ probe: target.touch, ports: wanted, mayBait: host.scope === 'full', parallel, turn, random, signal });
  const { open, untested, cause, wildcard, rttMs, closed, filtered, connections } = scan;
  return {
    outcome: untested.length === 0 ? 'done' : untested.length < wanted.length ? 'partial' : 'notTested',
    cause: cause === null ? null : `${untested.length} of ${wanted.length} ports were not tested: ${cause}`,
    details: { tested: wanted.length - untested.length, closed, filtered, connections },
    async save(tx) {
      const at = { scanId, address: host.address };
      await saveHost(tx, at, { wildcard, rttMs });
      // An address that answers everywhere says nothing by open ports: only the usual ones are asked what they are.
      for (const one of wildcard ? open.filter(({ port }) => USUAL.has(port)) : open) await addPort(tx, at, one);
    },
  };
};
