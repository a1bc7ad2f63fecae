import type { DataOf } from '../../../../api/client.ts';

export type Alert = DataOf<'GET /api/alerts'>['data'][number];
