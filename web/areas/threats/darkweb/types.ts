import type { DataOf, ReadRoute } from '../../../api/client.ts';
import type { Status } from '../../../parts/status-badge.tsx';

export type Incident = DataOf<'GET /api/darkweb/breaches'>['data'][number];
export type DarkwebStatus = DataOf<'GET /api/darkweb/status'>['data'];
export type DomainState = DarkwebStatus['domains'][number];
export type Source = DarkwebStatus['sources'][number];
export type Answered = DomainState['sources'][number];
export type Emails = DataOf<'POST /api/darkweb/emails'>;

/** What a search, or an answer to an incident, makes stale. */
export const darkwebRoutes: readonly ReadRoute[] = ['GET /api/darkweb/status', 'GET /api/darkweb/breaches', 'GET /api/darkweb/events'];

/** How the state of a source is shown: what is not known is never a pass. */
export const statusOfState: Readonly<Record<Answered['state'], Status>> = { ok: 'pass', limited: 'unknown', failing: 'unknown', notAllowed: 'unknown', notAsked: 'unknown', notConfigured: 'off' };

/** How a severity is shown. */
export const statusOfSeverity: Readonly<Record<Incident['severity'], Status>> = { critical: 'fail', high: 'fail', medium: 'warn', low: 'info', info: 'info' };
