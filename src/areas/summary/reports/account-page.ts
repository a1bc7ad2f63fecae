import { html, type Html } from '../../../core/html.ts';
import { changesTable, endingsTable, moment, nameOf, page, table } from './page.ts';
import type { AccountReport } from './shapes.ts';
import type { ReportsTexts } from './texts.ts';

const MAX_DOMAINS = 1000;
const MAX_EVENTS = 100;

/** The report on many domains as a page; what is too much for one is counted. */
export function accountPage(report: AccountReport, texts: ReportsTexts): string {
  const { brand, madeAt, chosenBy, totals, openEvents, endings } = report;
  const { glance, pending, ends } = texts.account;
  return page({ title: titleOf(chosenBy, texts), brand, madeAt }, html`
<section><h2>${glance}</h2>
${inNumbers(report, texts)}
</section>
${domainsPart(report, texts)}
<section><h2>${pending.heading}</h2>
${changesTable(pending.caption, openEvents.slice(0, MAX_EVENTS), pending.none, texts)}
${left(totals.openEvents - MAX_EVENTS, pending)}</section>
<section><h2>${ends.heading}</h2>
${endingsTable(ends.caption, endings.slice(0, MAX_DOMAINS), ends.none, texts)}
${left(endings.length - MAX_DOMAINS, ends)}</section>`, texts);
}

function titleOf({ client, group, tag }: AccountReport['chosenBy'], { account: { titleOfAll, titleOf, labels } }: ReportsTexts): string {
  const chosen = [client !== null && labels.client(client), group !== null && labels.group(group), tag !== null && labels.tag(tag)].filter(label => label !== false);
  return chosen.length === 0 ? titleOfAll : titleOf(chosen);
}

function inNumbers({ totals, grades }: AccountReport, { account: { numbers, grades: byGrade }, notJudged, language: { number } }: ReportsTexts): Html {
  const rows = (['domains', 'neverChecked', 'issues', 'openEvents'] as const).map(what => [numbers[what], number(totals[what])]);
  return html`${table(numbers.caption, numbers.heads, rows, '')}
${table(byGrade.caption, byGrade.heads, grades.map(({ grade, domains }) => [grade ?? notJudged, number(domains)]), byGrade.none)}`;
}

function domainsPart({ domains }: AccountReport, texts: ReportsTexts): Html {
  const { account: { domains: part }, language: { number } } = texts;
  const rows = domains.slice(0, MAX_DOMAINS).map(line => [
    nameOf(line), line.grade ?? '–', line.score === null ? '–' : number(line.score), number(line.issues), line.worst === null ? '–' : texts.severities[line.worst], number(line.openEvents),
    line.checkedAt === null ? part.neverScanned : moment(line.checkedAt, texts),
  ]);
  return html`<section><h2>${part.heading}</h2>
${table(part.caption, part.heads, rows, part.none)}
${left(domains.length - MAX_DOMAINS, part)}</section>`;
}

function left(count: number, { more }: { more(count: number): string }) {
  return count > 0 && html`<p>${more(count)}</p>
`;
}
