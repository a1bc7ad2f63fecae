import { latestResult } from '../../domains/history/index.ts';
import { client, facetsOf, scanMeasures, type DomainRow } from '../../domains/inventory/index.ts';
import { brandOf, domainReport } from './build.ts';
import type { ReportsServices } from './services.ts';
import type { DomainReport } from './shapes.ts';
import { changesOf } from './store.ts';

const CHANGES_MS = 30 * 86_400_000;

/** The report on a domain as of its last scan, in the name of its client; nothing is looked up again. */
export async function reportOn(services: ReportsServices, row: DomainRow & Pick<Parameters<typeof domainReport>[0]['row'], 'client_name' | 'group_name'>, sections: DomainReport['sections'], now: number): Promise<DomainReport> {
  const { db } = services;
  const [scan, changes, of] = [await latestResult(db, row.id), await changesOf(db, row.id, now - CHANGES_MS), row.client_id && await client.load(services, row.account_id, row.client_id)];
  const { expiresAt } = (await facetsOf(db, { expiresAt: scanMeasures.of.expiresAt }, [row.id]))(row.id);
  return domainReport({ row: { ...row, expiresAt }, scan, changes, sections, brand: brandFor(of || null), now });
}

/** How the client presents itself in reports. */
export function brandFor(row: { details: string } | null) {
  return brandOf(row ? JSON.parse(row.details) as Record<string, unknown> : {});
}
