import { defineArea } from '../../area.ts';
import { ipTargetAlerts } from './alerts.ts';
import { ipEventKinds } from './events/kinds.ts';
import { ipTargets } from './migrations/0092-ip-targets.ts';
import { ipTargetsJudged } from './migrations/0127-ip-targets-judged.ts';
import { confirmationOperations } from './operations/confirmation.ts';
import { ipEventOperations } from './operations/events.ts';
import { proofOperations } from './operations/proof.ts';
import { ipScanOperations } from './operations/scan.ts';
import { targetOperations } from './operations/targets.ts';
import { doIpScan } from './run.ts';
import { ipScan } from './scan-work.ts';
import { alarmingTargets, watchingTargets } from './schedule.ts';
import type { IpTargetsServices } from './services.ts';
import { allEventsOf, findEvent } from './store/events.ts';
import { allTargetsOf, findTarget } from './store/targets.ts';
import { tables } from './tables.ts';

export type { ListChoice } from './facts/lists.ts';
export { isProvenTarget } from './store/targets.ts';

/** The good name of addresses: whether they are proven, what others say of them, what stands open there, and what changed. */
export const ipTargetsArea = defineArea<IpTargetsServices>()({
  id: 'ip-targets',
  group: 'threats',
  topics: { ip_targets: 'IP targets: proven addresses and small ranges, with names, blocklists, routing, open ports, and what changed there.' },
  operations: [...targetOperations, ...proofOperations, ...confirmationOperations, ...ipScanOperations, ...ipEventOperations],
  runKinds: [ipScan],
  runs: [doIpScan],
  schedules: [watchingTargets, alarmingTargets],
  tables,
  migrations: { '0092-ip-targets': ipTargets, '0127-ip-targets-judged': ipTargetsJudged },
  exports: { ipTargets: allTargetsOf, ipTargetEvents: allEventsOf },
  idPrefixes: { ipt: 'IP target', ipe: 'event of an IP target' },
  subjects: [{ type: 'ipTarget', find: findTarget }, { type: 'ipEvent', find: findEvent }],
  notificationKinds: { ...ipEventKinds, 'ipTarget.unproven': 'An IP target is no longer proven to be yours.' },
  alerts: ipTargetAlerts,
  auditActions: {
    'ip_target.added': 'Added an IP target',
    'ip_target.changed': 'Changed an IP target',
    'ip_target.confirmed': 'Confirmed an IP target for scans of all ports',
    'ip_target.confirmation_withdrawn': 'Withdrew the confirmation of an IP target',
    'ip_target.deleted': 'Deleted an IP target',
    'ip_target.proof_checked': 'Checked proof of an IP target',
    'ip_target.scan_started': 'Started a scan of an IP target',
    'ip_event.authorized': 'Authorized a change of an IP target',
    'ip_event.denied': 'Denied a change of an IP target',
  },
});
