import { toUnicode } from '../../../../core/domain-name.ts';
import type { NewId } from '../../../../core/ids.ts';
import type { Speak } from '../../../../core/texts.ts';
import type { Db } from '../../../../store/index.ts';
import { defineAlerts } from '../../../alert.ts';
import { alertsWanted } from '../../../domains/inventory/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { aboutDomain, settleAlerts } from '../../../platform/alerts/index.ts';
import { severityOf } from '../state/severity.ts';
import type { CandidateState } from '../state/words.ts';
import { tables } from '../tables.ts';
import { lookalikesTexts, type LookalikesTexts } from '../texts.ts';

/** The alerts of this area. */
export const lookalikeAlerts = defineAlerts('lookalikes', {
  'lookalike.impersonating': { scope: 'vulnscan', says: 'A lookalike imitates a domain, or is back after it was taken down.' },
});

/** The states in which a lookalike is an alert. */
export const wrong: readonly CandidateState[] = ['impersonating', 'reEmerged'];

/** Whether a lookalike in this state is an alert. */
export function isWrong(state: string): boolean {
  return (wrong as readonly string[]).includes(state);
}

/** States the alerts of a domain by the lookalikes that imitate it, in the transaction that changed them. */
export async function alertOfLookalikes(tx: Db, { newId, texts }: { newId: NewId; texts: LookalikesTexts }, { accountId, domainId, domain }: { accountId: string; domainId: string; domain: string }, now: number): Promise<void> {
  const rows = await tables(tx).selectFrom('lookalike').select(['name', 'state', 'risk', 'threat']).where('domain_id', '=', domainId).where('state', 'in', wrong).execute();
  await settleAlerts(tx, { newId }, lookalikeAlerts, aboutDomain(accountId, { id: domainId, name: domain }), rows.map(row => {
    const kind = row.state === 'reEmerged' ? 'reEmerged' : 'impersonating';
    const name = toUnicode(row.name);
    return {
      kind: 'lookalike.impersonating', cause: row.name, severity: severityOf(kind, row), title: texts.happened(kind, name), detail: texts.explained(kind, name),
      path: `/domains/${domainId}/lookalikes/${encodeURIComponent(row.name)}`, notified: true,
    };
  }), now);
}

/** States the alerts of a domain that is older than alerts. */
export const alertOfOldLookalikes = alertsWanted.heardBy<{ newId: NewId; speak: Speak }>(async (tx, { newId, speak }, { accountId, domainId, name, now }) => {
  await alertOfLookalikes(tx, { newId, texts: await textsOfAccount({ db: tx, speak }, lookalikesTexts, accountId) }, { accountId, domainId, domain: name }, now);
});
