import type { NewId } from '../../../../core/ids.ts';
import type { Severity } from '../../../../core/finding.ts';
import type { Db } from '../../../../store/index.ts';
import { defineAlerts } from '../../../alert.ts';
import { aboutDomain, MAX_CAUSES, settleAlerts } from '../../../platform/alerts/index.ts';
import { threatsOf, type CveKnowledge } from '../data/read-index.ts';
import type { Unsupported } from '../judging/unsupported.ts';
import type { Priority, RankedMatch } from '../matching/priority.ts';
import { alertRowsOf, isRaised, type NewMatch } from '../store/matches.ts';
import type { VulnerabilitiesTexts } from '../texts.ts';
import { inEnglish, titleOf, whatToDo } from './sentences.ts';

/** The alerts of this area. */
export const vulnerabilityAlerts = defineAlerts('vulnerabilities', {
  'vulnerability.applies': { scope: 'vulnscan', says: 'A known vulnerability applies to what a host of a domain runs.' },
  'component.unsupported': { scope: 'vulnscan', says: 'Hosts of a domain run a version that its authors no longer support.' },
});

/** How much a priority matters among alerts of other areas. */
export const severityOfPriority: Readonly<Record<Priority, Severity>> = { act: 'critical', attend: 'high', track: 'medium' };
const MAX_LINES = 20;

/** States the alerts of a domain by the matches that hold now, in the transaction that changed them, and by what is `unsupported`; null leaves these alerts as they are. */
export async function settleVulnerabilities(tx: Db, { newId }: { newId: NewId }, accountId: string, domain: { id: string; name: string }, unsupported: readonly Unsupported[] | null, now: number): Promise<void> {
  const rows = (await alertRowsOf(tx, domain.id)).filter(row => isRaised(row, now)).slice(0, MAX_CAUSES);
  const threats = await threatsOf(tx, rows.map(({ cve }) => cve));
  const vulnerable = rows.map(row => {
    const match = JSON.parse(row.match) as RankedMatch;
    const said = { ...match, title: threats.get(row.cve)!.title, product: row.product, version: row.version, host: row.host };
    return { kind: 'vulnerability.applies', cause: row.id, severity: severityOfPriority[match.priority], title: titleOf(inEnglish, said), detail: whatToDo(inEnglish, said), path: `/vulnerabilities?cve=${row.cve}`, since: row.first_seen_at } as const;
  });
  const ended = (unsupported ?? []).map(({ product, version, cycle, endedOn, hosts }) => ({
    kind: 'component.unsupported', cause: `${product} ${version}`, severity: 'medium', title: inEnglish.unsupported(product, version), detail: inEnglish.supportEnded(cycle, endedOn, hosts), path: `/vulnerabilities/product?id=${encodeURIComponent(product)}`,
  } as const));
  await settleAlerts(tx, { newId }, vulnerabilityAlerts, aboutDomain(accountId, domain), [...vulnerable, ...ended], now, ({ kind }) => unsupported === null && kind === 'component.unsupported');
}

/** What people are notified of: the matches of one judgement that became alerts, most urgent first, with what is known of their vulnerabilities. */
export function noticeOf(texts: VulnerabilitiesTexts, domain: { name: string }, raised: readonly NewMatch[], threats: ReadonlyMap<string, Pick<CveKnowledge, 'title'>>): { severity: Severity; title: string; body: string } {
  const said = raised.map(({ component, product, match }) => ({ ...match, title: threats.get(match.cve)?.title ?? null, product, version: component.version, host: component.host }));
  const lines = said.slice(0, MAX_LINES).map(one => `${texts.language.sentence(titleOf(texts, one))} ${whatToDo(texts, one)}`);
  const more = said.length > lines.length ? [texts.more(said.length - lines.length)] : [];
  return { severity: severityOfPriority[said[0]!.priority], title: texts.found(domain.name, said.length), body: [...lines, ...more].join('\n') };
}
