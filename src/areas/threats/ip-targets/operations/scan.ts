import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { refundAllowance } from '../../../platform/account/index.ts';
import { accepted, RunReply, startRun } from '../../../platform/runs/index.ts';
import { nextTime } from '../../../schedule.ts';
import { ipScan } from '../scan-work.ts';
import { portsEveryMs } from '../schedule.ts';
import type { IpTargetsServices } from '../services.ts';
import { ScanInput } from '../shapes.ts';
import { changeTarget } from '../store/targets.ts';
import { EXAMPLE, ipTarget } from './targets.ts';

const scan = operationIn<IpTargetsServices>()({
  id: 'ip_targets.scan',
  summary: 'Scan an IP target',
  description: 'Starts a scan: each address is proven again first, and one that is not proven any more gets no packet. Then names (FCrDNS), blocklists, network, RPKI validity and owner are looked up, and the ports and services of the proven addresses are tried: 80 and 443, and those of the profile once a person has confirmed the target. '
    + 'It counts as one manual scan; if a scan of the target is queued or running, that one is returned.',
  method: 'POST',
  path: '/api/ip-targets/{id}/scan',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { id: ipTarget },
  input: ScanInput,
  output: RunReply,
  examples: [{ input: EXAMPLE, says: 'Everything' }, { input: { ...EXAMPLE, ports: false }, says: 'Only what others say of the addresses' }],
  audit: { none: 'The entry names the proof and the rates, and is written by the handler.' },
  run: async (call, services, { id, ports }) => {
    const { caller, owned: { id: row }, now } = call, { db, counters, manners } = services;
    const { account } = known(caller);
    if (row.state === 'pending') {
      throw new Problem('ownership_required', `${row.target} is not proven to be yours. GET /api/ip-targets/${id} says what is missing; then POST /api/ip-targets/${id}/proof.`);
    }
    const { run, started } = await startRun(db, services, {
      accountId: account.id, kind: ipScan, subject: { type: 'ipTarget', id, label: row.target }, input: { ports }, trigger: 'manual', allowance: { name: 'manualScans', spentAt: now }, dedupeKey: id,
    });
    if (started) {
      if (ports) await changeTarget(db, id, { ports_due_at: nextTime(now, portsEveryMs[account.plan], id) });
      const { connectsPerSecond, dialoguesPerSecond, requestsPerSecond } = manners;
      call.note({ action: 'ip_target.scan_started', resource: { type: 'ip_target', id }, details: { run: run.id, target: row.target, ports, connectsPerSecond, dialoguesPerSecond, requestsPerSecond } });
    } else await refundAllowance(counters, { accountId: account.id, allowance: 'manualScans', spentAt: now }, db);
    return accepted(call, services, run);
  },
});

export const ipScanOperations = [scan] as const;
