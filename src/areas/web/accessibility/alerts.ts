import type { Severity } from '../../../core/finding.ts';
import type { Db, NewJob } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { aboutDomain, settleAlerts } from '../../platform/alerts/index.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import type { Impact } from './engines/engine.ts';
import { presentFinding } from './present.ts';
import { causesFrom, type Cause } from './results/causes.ts';
import { changeOf } from './results/change.ts';
import { resultsOf } from './results/summary.ts';
import type { AccessibilityServices } from './services.ts';
import { findAudit, type AuditRow } from './store/audits.ts';
import { countsOf, findingsNumbered } from './store/findings.ts';
import { accessibilityTexts, type AccessibilityTexts } from './texts.ts';

/** The alerts of this area. */
export const accessibilityAlerts = defineAlerts('accessibility', {
  'accessibility.finding': { scope: 'accessibility', says: 'An accessibility audit found a fault.', finding: true },
});

/** The kinds of notifications, with what each says. */
export const accessibilityNotifications = { 'accessibility.found': 'An audit found critical or serious faults that were not there in the audit before.' } as const;

const severityOf: Readonly<Record<Impact, Severity>> = { critical: 'critical', serious: 'high', moderate: 'medium', minor: 'low' };
/** Faults that become alerts; further ones are in the audit. */
const MAX_ALERTS = 100;
const MAX_LINES = 20;

export interface TitledCause extends Cause {
  title: string;
}

/** States the alerts of the domain by what an ended audit found, and tells what is new. Faults of which it could learn nothing stay. */
export async function tellOfAudit(tx: Db, services: AccessibilityServices, { account_id: accountId, domain_id: domainId, id }: AuditRow, domain: string, now: number): Promise<void> {
  const audit = (await findAudit(tx, accountId, id))!;
  const change = await changeOf(tx, audit, await resultsOf(tx, audit));
  const causes = change?.causes ?? causesFrom(await countsOf(tx, id));
  const titles = new Map((await findingsNumbered(tx, id, causes.slice(0, MAX_ALERTS).map(({ first }) => first))).map(row => [row.finding, presentFinding(row).title]));
  const titled = causes.slice(0, MAX_ALERTS).map((cause): TitledCause => ({ ...cause, title: titles.get(cause.first)! }));
  const texts = await textsOfAccount({ db: tx, speak: services.speak }, accessibilityTexts, accountId);
  const path = `/domains/${domainId}/accessibility/${id}`;
  const fixed = new Set((change?.gone ?? []).filter(one => one.change === 'fixed').map(({ cause }) => cause));
  await settleAlerts(tx, services, accessibilityAlerts, aboutDomain(accountId, { id: domainId, name: domain }), titled.map(({ cause, title, impact, pages, criteria }) => ({
    kind: 'accessibility.finding', cause, severity: severityOf[impact], title: texts.alert(title, pages.length), detail: criteria.join(', '), path: `${path}?cause=${cause}`,
  })), now, ({ cause }) => !fixed.has(cause));
  const fresh = new Set((change?.causes ?? []).filter(one => one.change === 'new').map(({ cause }) => cause));
  const urgent = titled.filter(({ cause, impact }) => fresh.has(cause) && (impact === 'critical' || impact === 'serious'));
  if (urgent.length > 0) await services.queue.add(tx, accountId, [foundNotice(texts, { domain, domainId, path, causes: urgent })]);
}

/** Tells of faults that the audit before had not, the worst first. */
export function foundNotice(texts: AccessibilityTexts, { domain, domainId, path, causes }: { domain: string; domainId: string; path: string; causes: readonly TitledCause[] }): NewJob {
  const lines = causes.slice(0, MAX_LINES).map(({ title, pages, criteria }) => texts.line(title, pages.length, criteria.join(', ')));
  return notificationJob({
    kind: 'accessibility.found', severity: severityOf[causes[0]!.impact], subjectType: 'domain', subjectId: domainId, title: texts.found(domain, causes.length),
    body: [...lines, ...(causes.length > MAX_LINES ? [texts.more(causes.length - MAX_LINES)] : [])].join('\n'), data: { path: `${path}?change=new`, domain },
  });
}
