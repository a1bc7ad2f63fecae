import type { DataOf } from '../../../api/client.ts';

/** What the API calls the things of these pages. */
export type Framework = DataOf<'GET /api/compliance/frameworks'>['data'][number];
type ComplianceRecord = DataOf<'GET /api/compliance'>['data'][number];
export type Control = Extract<ComplianceRecord, { type: 'control' }>;
export type ControlDetails = DataOf<'GET /api/compliance/{id}'>['data'];
export type Deadlines = DataOf<'GET /api/compliance/incidents'>['deadlines'];
export type Clock = DataOf<'GET /api/compliance/clocks'>['data'][number];
export type Incident = DataOf<'GET /api/compliance/incidents'>['data'][number];
export type Task = DataOf<'GET /api/compliance/tasks'>['data'][number];
export type Plan = DataOf<'GET /api/compliance/wisp'>['data'];

/** The controls in a list of records. */
export function controlsIn(records: readonly ComplianceRecord[]): Control[] {
  return records.filter(record => record.type === 'control');
}
