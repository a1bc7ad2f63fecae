import type { DataOf } from '../../../../api/client.ts';
import type { Status } from '../../../../parts/status-badge.tsx';

type State = DataOf<'GET /api/domains/{id}/ownership'>['data']['state'];

/** Colour and shape of how a proof stands. */
export const statuses: Readonly<Record<State, Status>> = { none: 'off', pending: 'info', proven: 'pass', grace: 'warn', lost: 'fail' };
