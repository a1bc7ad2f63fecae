import type { Resource } from '../../../core/operation.ts';
import type { AccessibilityServices } from './services.ts';
import { findAudit, type AuditRow } from './store/audits.ts';
import { findQuestion, type QuestionRow } from './store/questions.ts';

/** An audit of the account, by its id, which is that of its run. */
export const audit: Resource<AccessibilityServices, AuditRow> = { type: 'accessibility audit', load: ({ db }, accountId, id) => findAudit(db, accountId, id) };

/** A question of an audit, by its id. */
export const question: Resource<AccessibilityServices, QuestionRow> = { type: 'accessibility question', load: ({ db }, accountId, id) => findQuestion(db, accountId, id) };
