import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor } from '../../../../core/page.ts';
import type { FailureContent } from '../store/failure.ts';
import type { DmarcServices } from './services.ts';
import { isoOf, reportedDomain, shownDomains } from './scope.ts';
import { FailuresQuery, FailuresReply } from './shapes.ts';
import { tables } from '../tables.ts';

const LIST = 'dmarc.failures';

export const listFailures = operationIn<DmarcServices>()({
  id: 'dmarc.failures',
  summary: 'List single messages that failed',
  description: 'The failure reports (RFC 9991) of a domain from the last 30 days, newest first. Only a few headers of each message are kept, and no local part of any address.',
  method: 'GET',
  path: '/api/dmarc/failures',
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain: reportedDomain },
  input: FailuresQuery,
  output: FailuresReply,
  examples: [{ input: { domain: 'example.com' }, says: 'The newest of one domain' }],
  run: async ({ caller, owned: { domain } }, { db }, { limit, cursor }) => {
    const position = decodeCursor(LIST, cursor);
    const all = tables(db).selectFrom('dmarc_report').selectAll().where('kind', '=', 'failure').where('domain_no', 'in', shownDomains(db, known(caller).account.id, domain.name).select('no'));
    const rows = await (position ? all.where(eb => eb.or([eb('received_at', '<', position.at), eb.and([eb('received_at', '=', position.at), eb('no', '<', Number(position.id.slice(4)))])])) : all)
      .orderBy('received_at', 'desc').orderBy('no', 'desc').limit(limit + 1).execute();
    return cutPage(LIST, rows, limit, ({ received_at: at, no }) => ({ at, id: `dmf_${no}` }), ({ no, received_at, begin_at, organization, content, uncounted }) => {
      const { feedbackType: _, spfRecord: __, ...said } = JSON.parse(content!) as FailureContent;
      return { id: `dmf_${no}`, receivedAt: isoOf(received_at), proven: uncounted === null, arrivedAt: isoOf(begin_at), organization, ...said };
    });
  },
});
