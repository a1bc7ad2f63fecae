import { checkOf, type RecordName } from '../../../checks/index.ts';
import { html, type Html } from '../../../core/html.ts';
import { changesTable, endingsTable, lines, moment, nameOf, page, table } from './page.ts';
import type { DomainReport, RecordLine } from './shapes.ts';

/** The report on one domain as a page. */
export function domainPage(report: DomainReport): string {
  const { brand, madeAt, client, group } = report;
  return page({ title: `Security report: ${nameOf(report)}`, brand, madeAt }, html`
${client !== null && html`<p>Client: ${client}</p>
`}${group !== null && html`<p>Group: ${group}</p>
`}${report.checkedAt === null ? html`<p>This domain has not been scanned yet.</p>` : judged(report, report.checkedAt)}
<section><h2>Changed in the last 30 days</h2>
${changesTable('Newest first', report.changes, 'No changes.')}
</section>
<section><h2>What ends</h2>
${endingsTable('Times in UTC', report.endings, 'No date is known.')}
</section>`);
}

function judged({ score, grade, provisional, verdict, records, findings, unknown }: DomainReport, checkedAt: string): Html {
  return html`<p>Last scan: ${moment(checkedAt)}</p>
<section><h2>At a glance</h2>
<p class="grade">${score === null ? 'Too little could be assessed for a grade.' : html`Grade <strong>${grade}</strong>, ${score} of 100 points${provisional && ' (provisional: not everything could be assessed)'}`}</p>
${verdict && html`<p><strong>${verdict.headline}</strong></p>
<ul>${verdict.sentences.map(sentence => html`<li>${sentence}</li>`)}</ul>`}
</section>
<section><h2>Records</h2>
${table('What was checked', ['Record', 'State', 'Issues', 'Worst'], records.map(line => [titleOf(line.record), stateOf(line), line.issues, line.worst ?? '–']), 'Nothing was checked.')}
</section>
<section><h2>What to fix</h2>
${findings.length === 0 ? html`<p>Nothing.</p>` : findings.map(findingOf)}
</section>
${unknown.length > 0 && html`<section><h2>What could not be determined</h2>
<p>A lookup failed; it does not count against the domain.</p>
<ul>${unknown.map(({ record, cause }) => html`<li>${titleOf(record)}: ${cause}</li>`)}</ul>
</section>`}`;
}

function findingOf({ id, record, severity, title, detail, evidence, fix }: DomainReport['findings'][number]): Html {
  return html`<article><h3>${title}</h3>
<p>${severity === 'info' ? 'Advice' : `Severity: ${severity}`} · ${titleOf(record)} · ${id}</p>
<p>${detail}</p>
${evidence.length > 0 && html`<p>Seen:</p>${lines(evidence)}
`}${fix && html`<p><strong>What to do:</strong> ${fix.text}</p>
${fix.record && lines([`${fix.record.name} ${fix.record.type} ${fix.record.value}`])}`}
</article>
`;
}

/** Nothing is called faulty for a lookup that failed. */
function stateOf({ status, worst, partlyUnknown }: RecordLine): string {
  if (partlyUnknown && worst === null && status === 'error') return 'could not be determined';
  return `${statusWords[status] ?? status}${partlyUnknown ? ', partly unknown' : ''}`;
}

const statusWords: Readonly<Record<string, string>> = { ok: 'fine', configured: 'there', found: 'found', missing: 'not there', error: 'faulty', notTested: 'not checked' };

function titleOf(record: RecordName): string {
  return checkOf(record).title;
}
