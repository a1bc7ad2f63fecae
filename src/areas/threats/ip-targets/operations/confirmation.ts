import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import type { IpTargetsServices } from '../services.ts';
import { TargetPath } from '../shapes.ts';
import { changeTarget } from '../store/targets.ts';
import { EXAMPLE, ipTarget, recordOf, TargetReply } from './targets.ts';

const confirm = operationIn<IpTargetsServices>()({
  id: 'ip_targets.confirm',
  summary: 'Confirm an IP target',
  description: 'Confirms that the machines at its addresses are yours alone, so that scans try the ports of its profile and not only 80 and 443. Only a person can do this, once for each target. '
    + 'Each scan also needs the proof of each address; on machines that serve many customers, only the web ports are tried.',
  method: 'POST',
  path: '/api/ip-targets/{id}/confirm',
  access: 'session',
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  owns: { id: ipTarget },
  input: TargetPath,
  output: TargetReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'ip_target.confirmed', resource: { type: 'ip_target', id: data.id }, details: { target: data.target } }),
  run: async ({ caller, now, owned: { id: row }, nothingChanged }, { db }, { id }) => {
    if (row.state === 'pending') throw new Problem('ownership_required', `${row.target} is not proven to be yours. GET /api/ip-targets/${id} says what is missing; then POST /api/ip-targets/${id}/proof.`);
    const who = known(caller);
    if (row.confirmed_at !== null || who.kind !== 'session') {
      nothingChanged();
      return { success: true as const, data: await recordOf(db, row) };
    }
    return { success: true as const, data: await recordOf(db, await changeTarget(db, id, { confirmed_by: who.userId, confirmed_at: now, ports_due_at: null })) };
  },
});

const withdraw = operationIn<IpTargetsServices>()({
  id: 'ip_targets.withdraw',
  summary: 'Withdraw the confirmation of an IP target',
  description: 'From then on scans try only ports 80 and 443 of its addresses. What was found stays.',
  method: 'DELETE',
  path: '/api/ip-targets/{id}/confirm',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: ipTarget },
  input: TargetPath,
  output: TargetReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'ip_target.confirmation_withdrawn', resource: { type: 'ip_target', id: data.id }, details: { target: data.target } }),
  run: async ({ owned: { id: row }, nothingChanged }, { db }, { id }) => {
    if (row.confirmed_at === null) nothingChanged();
    return { success: true as const, data: await recordOf(db, await changeTarget(db, id, { confirmed_by: null, confirmed_at: null })) };
  },
});

export const confirmationOperations = [confirm, withdraw] as const;
