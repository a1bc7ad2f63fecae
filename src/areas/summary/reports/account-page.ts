import { html } from '../../../core/html.ts';
import { changesTable, endingsTable, moment, nameOf, page, table } from './page.ts';
import type { AccountReport } from './shapes.ts';

const MAX_DOMAINS = 1000;
const MAX_EVENTS = 100;

/** The report on many domains as a page; what is too much for one is counted. */
export function accountPage({ brand, madeAt, chosenBy, totals, grades, domains, openEvents, endings }: AccountReport): string {
  const { client, group, tag } = chosenBy;
  const labels = [client !== null && `client ${client}`, group !== null && `group ${group}`, tag !== null && `tag ${tag}`].filter(label => label !== false);
  return page({ title: labels.length === 0 ? 'Security report: all domains' : `Security report: ${labels.join(', ')}`, brand, madeAt }, html`
<section><h2>At a glance</h2>
${table('In numbers', ['What', 'How many'], [
    ['Domains', totals.domains], ['Not scanned yet', totals.neverChecked], ['Issues', totals.issues], ['Pending changes', totals.openEvents],
  ], '')}
${table('Domains by grade', ['Grade', 'Domains'], grades.map(({ grade, domains: count }) => [grade ?? 'not judged', count]), 'No domain has a grade yet.')}
</section>
<section><h2>Domains</h2>
${table('Lowest score first', ['Domain', 'Grade', 'Score', 'Issues', 'Worst', 'Open changes', 'Last scan'], domains.slice(0, MAX_DOMAINS).map(line => [
    nameOf(line), line.grade ?? '–', line.score ?? '–', line.issues, line.worst ?? '–', line.openEvents, line.checkedAt === null ? 'none yet' : moment(line.checkedAt),
  ]), 'There are none.')}
${left(domains.length, MAX_DOMAINS, 'domains')}</section>
<section><h2>Pending changes</h2>
${changesTable('Most severe first', openEvents.slice(0, MAX_EVENTS), 'There are none.')}
${left(totals.openEvents, MAX_EVENTS, 'changes')}</section>
<section><h2>Registrations that end within 60 days</h2>
${endingsTable('Soonest first', endings.slice(0, MAX_DOMAINS), 'There are none.')}
${left(endings.length, MAX_DOMAINS, 'registrations')}</section>`);
}

function left(count: number, most: number, what: string) {
  return count > most && html`<p>And ${count - most} more ${what}.</p>
`;
}
