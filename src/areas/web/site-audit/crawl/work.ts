import type { RunWork } from '../../../run-kind.ts';
import type { SiteAuditServices } from '../services.ts';
import type { AuditSettings } from '../settings.ts';

/** What an audit is asked for. */
export interface AuditInput {
  settings: AuditSettings;
}

/** What finished batches left: rows have the rest. */
export interface AuditState {
  stage: 'crawl' | 'judge';
}

export type AuditWork = RunWork<SiteAuditServices, AuditInput, AuditState>;
