import type { NewJob } from '../../../store/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import type { RunOutcome } from '../../run-kind.ts';
import { nextTime } from '../../schedule.ts';
import { alertOfTarget, unprovenText } from './alerts.ts';
import { observe } from './events/observe.ts';
import type { AddressFacts } from './facts/facts.ts';
import { stateAfter, type AddressProof, type TargetState } from './proof/proof.ts';
import type { IpScanWork } from './scan-work.ts';
import { gapsOf, isListed } from './status.ts';
import { addressesOfTargets, changeTarget, factsOf, findTarget, lockTarget, portsOf, proofOf, type AddressRow, type TargetRow } from './store/targets.ts';
import { ipTargetsTexts } from './texts.ts';

const DAY_MS = 86_400_000;
const MAX_CAUSES = 20;

/** What a scan came to. */
export interface IpScanResult {
  addresses: number;
  proven: number;
  /** Addresses that at least one blocklist lists. */
  listed: number;
  /** Null where ports were not tried. */
  openPorts: number | null;
  /** Addresses of which only ports 80 and 443 were tried; null where ports were not. */
  limited: number | null;
  /** What could not be learnt, and why. */
  notTested: string[];
}

interface Learnt {
  address: string;
  proof: AddressProof;
  facts: AddressFacts | null;
  ports: ReturnType<typeof portsOf>;
}

/** The end of a scan: the state of the target, its events and alerts are one change. */
export async function conclude(run: IpScanWork, targetId: string): Promise<RunOutcome> {
  const { services, accountId, input } = run;
  const learnt = ((await addressesOfTargets(services.db, [targetId])).get(targetId) ?? []).map(row => learntOf(row, input.ports));
  const notTested = learnt.flatMap(gapsOf);
  const result: IpScanResult = {
    addresses: learnt.length, proven: learnt.filter(({ proof }) => proof.state === 'proven').length,
    listed: learnt.filter(({ facts }) => isListed(facts)).length,
    openPorts: input.ports ? learnt.reduce((sum, { ports }) => sum + (ports?.ports.length ?? 0), 0) : null,
    limited: input.ports ? learnt.filter(({ ports }) => ports !== null && ports.limited !== null).length : null, notTested: notTested.slice(0, MAX_CAUSES),
  };
  return {
    status: notTested.length === 0 ? 'completed' : 'partial', result,
    async change(tx) {
      const target = await lockTarget(tx, targetId) ? await findTarget(tx, accountId, targetId) : null;
      if (!target) return;
      const now = services.clock.now();
      const state = stateAfter(target.state as TargetState, learnt.map(({ proof }) => proof));
      const changed = await changeTarget(tx, targetId, {
        state, checked_at: now, scanned_at: now, missed: null, proven_at: target.proven_at ?? (state === 'proven' ? now : null),
        due_at: target.due_at ?? (state === 'proven' ? nextTime(now, DAY_MS, targetId) : null),
      });
      const texts = await textsOfAccount({ db: tx, speak: services.speak }, ipTargetsTexts, accountId);
      const notices = await observe({ tx, newId: services.newId, texts, target: changed, now }, learnt);
      await alertOfTarget(tx, { newId: services.newId, texts }, changed, now);
      if (state === 'lost' && target.state !== 'lost') notices.push(lostNotice(changed, await unprovenText(tx, texts, changed)));
      await services.queue.add(tx, accountId, notices);
    },
  };
}

function learntOf(row: AddressRow, ports: boolean): Learnt {
  return { address: row.address, proof: proofOf(row), facts: factsOf(row), ports: ports ? portsOf(row) : null };
}

/** What people are notified of where a target cannot be shown to be theirs any more. */
export function lostNotice(target: Pick<TargetRow, 'id'>, { title, detail }: { title: string; detail: string }): NewJob {
  return notificationJob({ kind: 'ipTarget.unproven', severity: 'medium', subjectType: 'ipTarget', subjectId: target.id, title, body: detail, data: { targetId: target.id, path: `/ip-targets/${target.id}` } });
}
