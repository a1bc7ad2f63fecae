import type { DataOf } from '../../../../api/client.ts';

export type Overview = DataOf<'GET /api/overview'>['data'];
