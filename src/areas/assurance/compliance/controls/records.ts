import { evidenceCounts } from '../evidence/for-controls.ts';
import type { ChosenFramework } from '../frameworks/store.ts';
import type { ComplianceServices } from '../services.ts';
import { presentControl, type ControlRecord } from './shapes.ts';
import { rowsOf } from './store.ts';

/** Every control of these frameworks, in the order of the catalogue. */
export async function recordsOf(services: Pick<ComplianceServices, 'db'>, accountId: string, chosen: readonly ChosenFramework[], now: number): Promise<ControlRecord[]> {
  const rows = await rowsOf(services.db, accountId, chosen.map(({ framework }) => framework.id));
  const countsOf = await evidenceCounts(services, accountId, chosen, now);
  return chosen.flatMap(({ framework }) => framework.controls.filter(({ heading }) => !heading).map(control => presentControl({ framework, control }, rows.get(`${framework.id}:${control.id}`), countsOf, now)));
}
