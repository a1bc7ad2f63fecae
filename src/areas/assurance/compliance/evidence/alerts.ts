import type { Severity } from '../../../../core/finding.ts';
import type { Db, NewJob } from '../../../../store/index.ts';
import { defineAlerts } from '../../../alert.ts';
import type { EvidenceKindName } from '../../../evidence-source.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { settleAlerts } from '../../../platform/alerts/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import type { Assessments } from '../assessment.ts';
import { evidenceFor } from '../catalogue/evidence-map.ts';
import { frameworks, type Control, type Framework } from '../catalogue/index.ts';
import { assessmentsOf, chosenBy, scopeOf, type ChosenFramework } from '../frameworks/store.ts';
import type { ComplianceServices } from '../services.ts';
import { complianceTexts, type ComplianceTexts } from '../texts.ts';
import { contradictions, findingsIn, type ObservationRow } from './store.ts';

/** The alerts of this area. */
export const complianceAlerts = defineAlerts('compliance', {
  'compliance.contradicted': { scope: 'compliance', says: 'Evidence contradicts a control that was assessed as met or partly met.' },
});
export const CONTRADICTED = 'compliance.contradicted';

const MAX_LINES = 20;
type Settling = Pick<ComplianceServices, 'newId' | 'speak'>;

/** A control that people hold to be met, at least in part, and what contradicts that. */
export interface Contradicted {
  framework: Pick<Framework, 'id' | 'title'>;
  control: Pick<Control, 'id' | 'title'>;
  by: readonly Pick<ObservationRow, 'kind' | 'findings' | 'first_at'>[];
}

/** The controls of a framework that `rows` contradict. */
function contradictedIn({ framework, row }: ChosenFramework, assessments: Assessments, rows: readonly ObservationRow[]): Contradicted[] {
  const scope = scopeOf(row);
  const within = rows.filter(({ domain_id: domainId }) => scope === null || domainId === '' || scope.includes(domainId));
  return framework.controls.flatMap(control => {
    const status = assessments.get(control.id);
    if (status !== 'met' && status !== 'partial') return [];
    const kinds = new Set<string>(evidenceFor(framework.id, control.id).map(({ kind }) => kind));
    const by = within.filter(({ kind }) => kinds.has(kind));
    return by.length > 0 ? [{ framework, control, by }] : [];
  });
}

/** States the alerts of every framework of the account by what is seen now, in the transaction that changed it. The caller holds the account's lock. */
export async function settleContradictions(tx: Db, services: Settling, accountId: string, now: number): Promise<void> {
  const chosen = new Map((await chosenBy(tx, accountId)).map(one => [one.framework.id, one]));
  const rows = await contradictions(tx, accountId, now);
  const texts = await textsOfAccount({ db: tx, speak: services.speak }, complianceTexts, accountId);
  for (const framework of frameworks) {
    const one = chosen.get(framework.id);
    const contradicted = one ? contradictedIn(one, await assessmentsOf(tx, accountId, framework.id), rows) : [];
    await settleAlerts(tx, services, complianceAlerts, { accountId, domainId: null, subject: { type: 'complianceFramework', id: framework.id, label: framework.title } },
      contradicted.map(each => causeOf(texts, each)), now);
  }
}

function causeOf(texts: ComplianceTexts, { framework, control, by }: Contradicted) {
  return {
    kind: CONTRADICTED, cause: control.id, severity: severityOf(by), title: texts.contradicted(framework.title, control.id, control.title), detail: linesOf(texts, by).join('\n'),
    path: pathOf({ framework, control }), since: by[0]!.first_at, notified: true,
  } as const;
}

function pathOf({ framework, control }: Pick<Contradicted, 'framework' | 'control'>): string {
  return `/compliance/controls/${encodeURIComponent(`${framework.id}:${control.id}`)}`;
}

function severityOf(rows: Contradicted['by']): Severity {
  return rows.some(row => findingsIn(row).some(({ severity }) => severity === 'critical' || severity === 'high')) ? 'high' : 'medium';
}

/** How many findings of which source: their titles and domains are only for keys with the scope of that source, whom an alert does not know. */
function linesOf(texts: ComplianceTexts, rows: Contradicted['by']): string[] {
  return [...Map.groupBy(rows, ({ kind }) => kind as EvidenceKindName)].map(([kind, of]) => texts.found(of.flatMap(findingsIn).length, texts.sources[kind]));
}

/** What people are notified of when these observations have just begun; null where they contradict no control that is held to be met. */
export async function noticeOf(tx: Db, services: Settling, accountId: string, begun: readonly ObservationRow[]): Promise<NewJob | null> {
  const rows = begun.filter(({ verdict }) => verdict === 'contradicts');
  if (rows.length === 0) return null;
  const contradicted: Contradicted[] = [];
  for (const one of await chosenBy(tx, accountId)) contradicted.push(...contradictedIn(one, await assessmentsOf(tx, accountId, one.framework.id), rows));
  if (contradicted.length === 0) return null;
  return contradictionNotice(await textsOfAccount({ db: tx, speak: services.speak }, complianceTexts, accountId), accountId, contradicted);
}

/** The job that tells people of contradictions that have just begun. Pure. */
export function contradictionNotice(texts: ComplianceTexts, accountId: string, contradicted: readonly Contradicted[]): NewJob {
  const named = contradicted.map(({ framework, control }) => texts.control(framework.title, control.id));
  const by = [...new Set(contradicted.flatMap(each => each.by))];
  const [first] = contradicted;
  return notificationJob({
    kind: CONTRADICTED, severity: severityOf(by), subjectType: 'account', subjectId: accountId, title: texts.contradicts(contradicted.length),
    body: [...named.slice(0, MAX_LINES), ...(named.length > MAX_LINES ? [texts.more(named.length - MAX_LINES)] : []), ...linesOf(texts, by)].join('\n'),
    data: { path: contradicted.length === 1 ? pathOf(first!) : `/compliance/frameworks/${first!.framework.id}?attention=true`, controls: contradicted.map(({ framework, control }) => `${framework.id}:${control.id}`), kinds: [...new Set(by.map(({ kind }) => kind))] },
  });
}
