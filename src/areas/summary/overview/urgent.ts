import { toUnicode } from '../../../core/domain-name.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import { english } from '../../../core/language.ts';
import type { Db } from '../../../store/index.ts';
import { latestResult } from '../../domains/history/index.ts';
import { facetsOf, scanMeasures } from '../../domains/inventory/index.ts';
import { MOST_URGENT, type Concern } from './shapes.ts';
import { countConcerns, mostSevereEvents, soonestEndings, worstDomains } from './store.ts';

const DAY_MS = 86_400_000;
/** From so many days before its end on, a registration is reported. */
const SOON_DAYS = 30;

/** The moment before which an end is near, epoch milliseconds. */
export function soonOf(now: number): number {
  return now + SOON_DAYS * DAY_MS;
}

/** What is to do first at the domains of the account, and how much there is in all; `now` in epoch milliseconds. */
export async function urgentOf(db: Db, accountId: string, now: number): Promise<{ urgent: Concern[]; urgentCount: number }> {
  const [gravest, soonest, worst] = [await mostSevereEvents(db, accountId), await soonestEndings(db, accountId, soonOf(now)), await worstDomains(db, accountId)];
  const facets = await facetsOf(db, { issues: scanMeasures.of.issues }, [...gravest.map(({ domain_id }) => domain_id), ...soonest.map(({ id }) => id), ...worst.map(({ id }) => id)]);
  const events = gravest.map(({ id, domain_id, domain_name, severity, title, created_at }) => ({
    kind: 'event' as const, severity: severity as Severity, title, domainId: domain_id, domain: toUnicode(domain_name), eventId: id, issues: facets(domain_id).issues, at: isoOf(created_at),
  }));
  const endings = soonest.map(({ id, name, expires_at }) => ({
    kind: 'expiry' as const, ...wordsOfEnd(Math.floor((expires_at! - now) / DAY_MS)), domainId: id, domain: toUnicode(name), eventId: null, issues: facets(id).issues, at: isoOf(expires_at!),
  }));
  const serious = worst.map(({ id, name, worst, checked_at }) => ({
    kind: 'issues' as const, severity: worst as Severity, title: '', domainId: id, domain: toUnicode(name), eventId: null, issues: facets(id).issues, at: checked_at === null ? null : isoOf(checked_at),
  }));
  const first: Concern[] = [...events, ...endings, ...serious].toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)).slice(0, MOST_URGENT);
  const urgent = await Promise.all(first.map(async concern => (concern.kind === 'issues' ? { ...concern, title: await worstIssue(db, concern.domainId) } : concern)));
  return { urgent, urgentCount: await countConcerns(db, accountId, soonOf(now)) };
}

function wordsOfEnd(days: number): Pick<Concern, 'severity' | 'title'> {
  if (days < 0) return { severity: 'critical', title: 'The registration has ended' };
  const title = days === 0 ? 'The registration ends today' : `The registration ends in ${english.plural(days, { one: 'day', other: 'days' })}`;
  return { severity: days <= 7 ? 'critical' : days <= 14 ? 'high' : 'medium', title };
}

/** The most severe thing that the last scan found. */
async function worstIssue(db: Db, domainId: string): Promise<string> {
  const latest = await latestResult(db, domainId);
  return latest?.result.findings.find(({ state, severity }) => state === 'fail' && severity !== 'info')?.title ?? '';
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
