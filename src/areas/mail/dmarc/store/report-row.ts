import type { DmarcTables } from '../tables.ts';
import type { Selectable } from 'kysely';

export type ReportRow = Selectable<DmarcTables['dmarc_report']>;
