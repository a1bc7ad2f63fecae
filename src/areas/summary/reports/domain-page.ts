import { checkOf, type RecordName } from '../../../checks/index.ts';
import { filled, html, type Html } from '../../../core/html.ts';
import { changesTable, endingsTable, lines, moment, nameOf, page, table } from './page.ts';
import type { DomainReport, RecordLine } from './shapes.ts';
import type { ReportsTexts } from './texts.ts';

/** The report on one domain as a page. */
export function domainPage(report: DomainReport, texts: ReportsTexts): string {
  const { brand, madeAt, client, group } = report;
  const { title, client: ofClient, group: inGroup, notScanned, changed, ends } = texts.domain;
  return page({ title: title(nameOf(report)), brand, madeAt }, html`
${client !== null && html`<p>${ofClient(client)}</p>
`}${group !== null && html`<p>${inGroup(group)}</p>
`}${report.checkedAt === null ? html`<p>${notScanned}</p>` : judged(report, report.checkedAt, texts)}
${report.sections.map(section => sectionOf(section, texts))}<section><h2>${changed.heading}</h2>
${changesTable(changed.caption, report.changes, changed.none, texts)}
</section>
<section><h2>${ends.heading}</h2>
${endingsTable(ends.caption, report.endings, ends.none, texts)}
</section>`, texts);
}

function judged(report: DomainReport, checkedAt: string, texts: ReportsTexts): Html {
  const { verdict, records, findings, unknown } = report;
  const { domain: says, language: { number }, severities } = texts;
  const rows = records.map(line => [titleOf(line.record), stateOf(line, texts), number(line.issues), line.worst === null ? '–' : severities[line.worst]]);
  return html`<p>${filled(says.lastScan, moment(checkedAt, texts))}</p>
<section><h2>${says.glance}</h2>
<p class="grade">${gradeOf(report, texts)}</p>
${verdict && html`<p><strong>${verdict.headline}</strong></p>
<ul>${verdict.sentences.map(sentence => html`<li>${sentence}</li>`)}</ul>`}
</section>
<section><h2>${says.records.heading}</h2>
${table(says.records.caption, says.records.heads, rows, says.records.none)}
</section>
<section><h2>${says.fixes.heading}</h2>
${findings.length === 0 ? html`<p>${says.fixes.none}</p>` : findings.map(finding => findingOf(finding, texts))}
</section>
${unknown.length > 0 && html`<section><h2>${says.unknown.heading}</h2>
<p>${says.unknown.why}</p>
<ul>${unknown.map(({ record, cause }) => html`<li>${titleOf(record)}: ${cause}</li>`)}</ul>
</section>`}`;
}

function sectionOf({ heading, paragraphs, tables }: DomainReport['sections'][number], { severities }: ReportsTexts): Html {
  return html`<section><h2>${heading}</h2>
${paragraphs.map(paragraph => html`<p>${paragraph}</p>
`)}${tables.map(({ caption, heads, rows, none, more }) => html`${table(caption, heads, rows.map(cells => cells.map(cell => (typeof cell === 'string' ? cell : severities[cell.severity]))), none)}
${more !== null && html`<p>${more}</p>
`}`)}</section>
`;
}

function gradeOf({ score, grade, provisional, unread }: DomainReport, { domain: says, language: { number, list } }: ReportsTexts): Html | string {
  if (grade === null || score === null) return unread.length > 0 ? says.unread(list(unread.map(titleOf))) : says.noGrade;
  return filled(provisional ? says.provisionalGrade : says.grade, html`<strong>${grade}</strong>`, number(score));
}

function findingOf({ id, record, severity, title, detail, evidence, fix }: DomainReport['findings'][number], texts: ReportsTexts): Html {
  const { fixes } = texts.domain;
  return html`<article><h3>${title}</h3>
<p>${severity === 'info' ? fixes.advice : fixes.severity(severity)} · ${titleOf(record)} · ${id}</p>
<p>${detail}</p>
${evidence.length > 0 && html`<p>${fixes.seen}</p>${lines(evidence, texts)}
`}${fix && html`<p><strong>${fixes.todo}</strong> ${fix.text}</p>
${fix.record && lines([`${fix.record.name} ${fix.record.type} ${fix.record.value}`], texts)}`}
</article>
`;
}

/** Nothing is called faulty for a lookup that failed. */
function stateOf({ asOf, ...line }: RecordLine, texts: ReportsTexts): Html | string {
  const state = wordOf(line, texts);
  return asOf === null ? state : filled(texts.domain.records.asOf, state, moment(asOf, texts));
}

function wordOf({ status, worst, partlyUnknown }: Omit<RecordLine, 'asOf'>, { domain: { records } }: ReportsTexts): string {
  if (partlyUnknown && worst === null && status === 'error') return records.undetermined;
  const said = records.statuses[status] ?? status;
  return partlyUnknown ? records.partlyUnknown(said) : said;
}

function titleOf(record: RecordName): string {
  return checkOf(record).title;
}
