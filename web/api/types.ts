import type { DataOf } from './client.ts';

/** What the API calls the things that many pages show. */
export type CheckResult = DataOf<'GET /api/'>;
export type CheckupResult = DataOf<'GET /api/checkup'>;
/** What the last scan of a domain found. */
export type ScanResult = NonNullable<DataOf<'GET /api/domains/{id}/last-check'>['data']>;
export type Grade = NonNullable<DataOf<'GET /api/domains/{id}'>['data']['grade']>;
export type Severity = CheckResult['findings'][number]['severity'];
export type EventState = DataOf<'GET /api/domain-events'>['data'][number]['state'];
