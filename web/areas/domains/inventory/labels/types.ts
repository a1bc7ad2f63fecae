import type { DataOf } from '../../../../api/client.ts';

export type Label = DataOf<'GET /api/groups'>['data'][number] & Partial<DataOf<'GET /api/clients'>['data'][number]>;
