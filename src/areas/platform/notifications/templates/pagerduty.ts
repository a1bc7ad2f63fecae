import type { Severity } from '../../../../core/finding.ts';
import { cut, phaseOf, type Message } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';

/** Events API v2: a summary has at most 1024 characters. */
const MAX_SUMMARY = 1024;

const severities: Readonly<Record<Severity, string>> = { critical: 'critical', high: 'error', medium: 'warning', low: 'info', info: 'info' };

/** An event for PagerDuty without its routing key: what is about one subject is one incident there, and what ends it resolves that. */
export function pagerdutyBody({ notices: [notice] }: Message, _target: string, texts: NotificationsTexts): string {
  const { id, kind, severity, title, body, subject, data, createdAt, url } = notice;
  const dedup_key = `${subject.type}:${subject.id}`;
  if (phaseOf(data) === 'over') return JSON.stringify({ event_action: 'resolve', dedup_key });
  return JSON.stringify({
    event_action: 'trigger',
    dedup_key,
    payload: {
      summary: cut(title, MAX_SUMMARY), source: typeof data['domain'] === 'string' ? data['domain'] : subject.id, severity: severities[severity],
      timestamp: createdAt, component: subject.type, class: kind, custom_details: { ...data, id, body },
    },
    client: 'Domain Security Service',
    client_url: url,
    links: [{ href: url, text: texts.open }],
  });
}
