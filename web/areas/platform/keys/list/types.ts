import type { DataOf } from '../../../../api/client.ts';

/** A key as the list shows it. */
export type Key = DataOf<'GET /api/api-keys'>['data'][number];
