import type { DataOf } from '../../../../api/client.ts';

export type Channel = DataOf<'GET /api/notification-channels'>['data'][number];
export type Rule = DataOf<'GET /api/notification-rules'>['data'][number];
export type Delivery = DataOf<'GET /api/notification-deliveries'>['data'][number];
export type ChannelKind = Channel['kind'];
