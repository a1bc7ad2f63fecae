import type { DataOf } from '../../../../api/client.ts';

export type EvidencePage = DataOf<'GET /api/domains/{id}/lookalike-evidence'>;

/** A lookalike with what happened to it last. */
export type OneLookalike = DataOf<'GET /api/domains/{id}/lookalikes/{name}'>['data'];
