import type { Db } from '../../../../store/index.ts';
import { settleAlerts, type Cause as AlertCause } from '../../../platform/alerts/index.ts';
import { checksAlerts } from '../alerts.ts';
import type { ChecksServices } from '../services.ts';
import type { CheckRow } from '../spec.ts';
import type { ChecksTexts } from '../texts.ts';

/** What is wrong with a check now. */
export interface Wrong {
  down: { title: string; detail: string } | null;
  degraded: string | null;
  flapping: boolean;
}

/** States what is wrong with a check, in the transaction in which it became known. */
export async function alertOfCheck(tx: Db, services: Pick<ChecksServices, 'newId'>, row: Pick<CheckRow, 'id' | 'account_id' | 'domain_id' | 'name'>, { down, degraded, flapping }: Wrong, texts: ChecksTexts | null, now: number): Promise<void> {
  const path = `/status/checks/${row.id}`;
  const causes: AlertCause<keyof typeof checksAlerts.of>[] = [
    ...(down ? [{ kind: row.domain_id === null ? 'check.down' as const : 'domain.unreachable' as const, cause: 'down', severity: 'high' as const, ...down, path, notified: true }] : []),
    ...(flapping && texts ? [{ kind: 'check.flapping' as const, cause: 'flapping', severity: 'medium' as const, title: texts.flapping(row.name), detail: texts.flappingDetail, path, notified: true }] : []),
    ...(degraded !== null && texts ? [{ kind: 'check.degraded' as const, cause: 'degraded', severity: 'low' as const, title: texts.degraded(row.name), detail: degraded, path }] : []),
  ];
  await settleAlerts(tx, services, checksAlerts, { accountId: row.account_id, domainId: row.domain_id, subject: { type: 'customCheck', id: row.id, label: row.name } }, causes, now);
}
