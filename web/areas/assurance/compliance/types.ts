import type { DataOf } from '../../../api/client.ts';

/** What the API calls the things of these pages. */
export type Framework = DataOf<'GET /api/compliance/frameworks'>['data'][number];
export type Control = DataOf<'GET /api/compliance'>['data'][number];
export type ControlDetails = DataOf<'GET /api/compliance/{id}'>['data'];
export type Deadlines = DataOf<'GET /api/compliance/incidents'>['deadlines'];
export type Incident = DataOf<'GET /api/compliance/incidents'>['data'][number];
