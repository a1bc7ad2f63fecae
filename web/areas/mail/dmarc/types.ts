import type { DataOf, ReadRoute } from '../../../api/client.ts';

/** What reports say of one domain or of all; senders; what is wrong; TLS reports. */
export type Summary = DataOf<'GET /api/dmarc/summary'>['data'];
export type Sender = DataOf<'GET /api/dmarc/senders'>['data'][number];
/** What a sender is; `mixed` where its messages are of several classes. */
export type SenderClass = Sender['parts'][number]['class'];
export type Diagnosis = DataOf<'GET /api/dmarc/diagnostics'>['data']['findings'][number];

/** What a decision on a sender, or a report more, makes stale. */
export const reportRoutes: readonly ReadRoute[] = ['GET /api/dmarc/summary', 'GET /api/dmarc/senders', 'GET /api/dmarc/diagnostics', 'GET /api/dmarc/tls', 'GET /api/dmarc/setup-status'];
