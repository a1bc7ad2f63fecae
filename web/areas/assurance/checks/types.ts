import type { DataOf } from '../../../api/client.ts';

export type CheckRow = DataOf<'GET /api/status/custom-checks'>['data'][number];
export type Check = DataOf<'GET /api/status/custom-checks/{id}'>['data'];
export type CheckState = CheckRow['state'];
export type CheckKind = CheckRow['kind'];
export type Try = DataOf<'POST /api/status/custom-checks/{id}/test'>['data'];
export type Incident = DataOf<'GET /api/status/check-incidents'>['data'][number];

/** What is asked for again after a check has changed. */
export const checkRoutes = ['GET /api/status/custom-checks', 'GET /api/status/custom-checks/{id}', 'GET /api/status/check-incidents'] as const;
