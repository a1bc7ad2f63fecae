import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import type { DmarcServices } from './services.ts';
import { reportedDomain } from './scope.ts';
import { ApprovalReply, ApproveSender } from './shapes.ts';
import { tables } from '../tables.ts';

export const approveSender = operationIn<DmarcServices>()({
  id: 'dmarc.approve_sender',
  summary: 'Decide what a sender is',
  description: 'Says for one domain whether a sender is yours, a service that you use, a forwarder, a mailing list or a threat. The decision goes before everything that reports say, '
    + 'for what was counted before as well; `unknown` takes it back.',
  method: 'POST',
  path: '/api/dmarc/senders/{sender}',
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  owns: { domain: reportedDomain },
  input: ApproveSender,
  output: ApprovalReply,
  examples: [
    { input: { sender: 'domain:mailer.example.net', domain: 'example.com', class: 'own', name: 'Billing' }, says: 'Our own system' },
    { input: { sender: 'unknown', domain: 'example.com', class: 'threat' }, says: 'Not one of ours' },
  ],
  audit: ({ input: { sender, class: of }, output: { data } }) => ({ action: 'dmarc.sender_decided', resource: { type: 'domain', id: data.domain }, details: { sender, class: of } }),
  run: async ({ caller, now, owned: { domain } }, { db }, { sender, class: of, name }) => {
    const { no } = domain;
    const seen = no !== null && domain.heldSince === null && await tables(db).selectFrom('dmarc_sender').select('id').where('domain_no', '=', no).where('id', '=', sender).limit(1).executeTakeFirst();
    if (no === null || !seen) throw new Problem('not_found', 'No such sender was seen at this domain. Check the list of senders for its id.');
    if (of === 'unknown') await tables(db).deleteFrom('dmarc_approval').where('domain_no', '=', no).where('sender_id', '=', sender).execute();
    else {
      const by = known(caller);
      const decision = { class: of, name, decided_by: by.kind === 'key' ? by.keyId : by.userId, decided_at: now };
      await tables(db).insertInto('dmarc_approval').values({ domain_no: no, sender_id: sender, ...decision })
        .onConflict(conflict => conflict.columns(['domain_no', 'sender_id']).doUpdateSet(decision)).execute();
    }
    return { success: true as const, data: { sender, domain: domain.name, class: of, name } };
  },
});
