import { z } from 'zod';
import { severities, type Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import type { SettingsSection } from '../../area.ts';
import { readSettings } from '../account/index.ts';

/** From which severity on failed findings are alerts; it holds at once, as all are kept. */
export const alertSettings = {
  fields: { findingsFrom: z.enum(severities).exclude(['info']).describe('Failed findings of this severity and above are alerts') },
  defaults: { findingsFrom: 'high' },
} satisfies SettingsSection;

/** The least severity of a finding that is an alert of the account. */
export async function findingsFrom(db: Db, accountId: string): Promise<Severity> {
  const { alerts } = await readSettings(db, accountId, { alerts: alertSettings });
  return (alerts as { findingsFrom: Severity }).findingsFrom;
}
