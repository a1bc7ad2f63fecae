import type { DataOf } from '../../../../api/client.ts';

export type DomainEvent = DataOf<'GET /api/domain-events'>['data'][number];
