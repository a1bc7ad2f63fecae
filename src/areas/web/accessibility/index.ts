import { defineArea } from '../../area.ts';
import { accessibilityAlerts, accessibilityNotifications } from './alerts.ts';
import { accessibilityAudit, doAccessibilityAudit } from './audit/run.ts';
import { exportAudit } from './export-operation.ts';
import { accessibility } from './migrations/0080-accessibility.ts';
import { accessibilityPictures } from './migrations/0088-accessibility-pictures.ts';
import { accessibilitySamples } from './migrations/0110-accessibility-samples.ts';
import { auditOperations } from './operations.ts';
import { showPicture } from './picture-operation.ts';
import { scheduled } from './schedule.ts';
import type { AccessibilityServices } from './services.ts';
import { auditsOf } from './store/audits.ts';
import { answeredQuestionsOf } from './store/questions.ts';
import { tables } from './tables.ts';

/** Whether pages can be used by everybody: a sample of a site judged by the criteria of WCAG, and what people still have to answer. */
export const accessibilityArea = defineArea<AccessibilityServices>()({
  id: 'accessibility',
  group: 'web',
  topics: { accessibilityAudit: 'Accessibility audits after WCAG: what fails on which page and element, what a person still has to answer, and statements of conformance.' },
  operations: [...auditOperations, showPicture, exportAudit],
  runKinds: [accessibilityAudit],
  runs: [doAccessibilityAudit],
  schedules: [scheduled.due],
  alerts: accessibilityAlerts,
  notificationKinds: accessibilityNotifications,
  tables,
  migrations: { '0080-accessibility': accessibility, '0088-accessibility-pictures': accessibilityPictures, '0110-accessibility-samples': accessibilitySamples },
  exports: { accessibilityAudits: auditsOf, accessibilityAnswers: answeredQuestionsOf },
  idPrefixes: { aqu: 'question of an accessibility audit' },
  auditActions: {
    'domain.accessibility_audit_started': 'Started an accessibility audit',
    'accessibility_audit.answered': 'Answered a review question of an accessibility audit',
  },
});
