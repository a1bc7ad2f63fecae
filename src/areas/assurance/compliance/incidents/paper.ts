import type { DocumentRecord } from '../documents/shapes.ts';
import { heading, table, text, type Block, type Paper } from '../paper/paper.ts';
import { momentOf } from './letters/facts.ts';
import type { IncidentRecord } from './shapes.ts';

const UNKNOWN = 'Not known';
const factors = { nature: 'Nature and extent of the data', recipient: 'Who used it or got it', acquired: 'Whether it was acquired or viewed', mitigated: 'How far the risk was mitigated' } as const;
const states = { open: 'Open', done: 'Done', notApplicable: 'Does not apply' } as const;

/** An incident for counsel: what is known and what is not, what happened when, the clocks, and the evidence. Pure. */
export function incidentPaper(firm: string, incident: IncidentRecord, evidence: readonly DocumentRecord[], now: number): Paper {
  const { title, timeZone } = incident;
  return {
    title: `Incident: ${title}`, about: [firm, `${incident.id}, version ${incident.version}. For counsel, confidential. Times are those of ${timeZone}.`],
    blocks: [
      heading('Facts'), table('What is known, and what is not', ['Fact', 'As recorded'], factsOf(incident), UNKNOWN),
      ...assessmentOf(incident),
      heading('Timeline'), table('In the order in which it happened', ['When', 'What'], timelineOf(incident), 'Nothing is recorded.'),
      heading('Reporting duties'), text(incident.disclaimer, 'quiet'),
      table('Soonest first', ['Duty', 'Source', 'Applies', 'Due', 'State'], incident.obligations.map(one => dutyOf(one, timeZone)), 'From the known facts, no law in the catalogue and no clock of the account requires a report.'),
      heading('Evidence'), table('Files and links, as they were added', ['Title', 'File or link', 'SHA-256', 'Added'], evidence.map(one => evidenceOf(one, timeZone)), 'No file or link is recorded as evidence of this incident.'),
    ],
    footer: incident.disclaimer, madeAt: now,
  };
}

function yesNo(known: boolean | null): string {
  return known === null ? UNKNOWN : known ? 'Yes' : 'No';
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? UNKNOWN : items.join('\n');
}

const kinds: Readonly<Record<IncidentRecord['kind'], string>> = { securityIncident: 'Security incident', breach: 'Breach', privacy: 'Privacy', availability: 'Availability', thirdParty: 'Third party' };
const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

function factsOf(of: IncidentRecord): [string, string][] {
  return [
    ['Kind', kinds[of.kind]], ['Severity', `${of.severity} of 5, 1 is the most severe`], ['Status', capital(of.status)], ['Description', of.description ?? UNKNOWN], ['Detection', of.detection === null ? UNKNOWN : capital(of.detection)],
    ['Technique', of.technique ?? UNKNOWN], ['Outcome', of.outcome === 'unknown' ? UNKNOWN : capital(of.outcome)], ['Systems', listed(of.systems)], ['Types of data', listed(of.dataTypes)], ['People affected', of.individualsAffected?.toLocaleString('en-US') ?? UNKNOWN], ['States', of.states.length === 0 ? UNKNOWN : of.states.join(', ')],
    ['Encrypted, with the key safe', yesNo(of.encrypted)], ['Protected health information', yesNo(of.healthData)], ['Business associate', yesNo(of.businessAssociate)], ['Covered defense information', yesNo(of.coveredDefenseInformation)], ['Contracts', listed(of.contracts)], ['CAGE code', of.cageCode ?? UNKNOWN],
    ['Payment card account data', yesNo(of.cardData)], ['Customer information of a financial institution', yesNo(of.customerFinancialData)], ['Tax client data', yesNo(of.taxData)], ['Personal data under the GDPR', yesNo(of.personalDataInEurope)], ['Files with the SEC', yesNo(of.listedCompany)],
    ['Reported by', of.reporter ?? UNKNOWN], ['Answers for it', of.owner ?? UNKNOWN],
  ];
}

/** The four factors, where somebody has said anything of them (45 CFR 164.402(2)). */
function assessmentOf({ riskAssessment, lowProbability }: IncidentRecord): Block[] {
  const said = Object.entries(factors).map(([factor, name]): [string, string] => [name, riskAssessment[factor as keyof typeof factors] ?? UNKNOWN]);
  if (lowProbability === null && said.every(([, words]) => words === UNKNOWN)) return [];
  return [heading('Risk assessment'), table('The four factors of 45 CFR 164.402(2)', ['Factor', 'As recorded'], [...said, ['Low probability of compromise', yesNo(lowProbability)]], UNKNOWN)];
}

function timelineOf(of: IncidentRecord): [string, string][] {
  const moments: [at: string | null, what: string][] = [
    [of.occurredAt, 'It happened'], [of.discoveredAt, 'It was discovered'], [of.createdAt, 'It was recorded here'], [of.containedAt, 'It was contained'], [of.reportedAt, 'It was reported to the Department of Defense'], [of.materialityDeterminedAt, 'It was found to be material'], [of.closedAt, 'It was closed'],
    ...of.actions.map(({ at, text: what }): [string, string] => [at, what]),
    ...of.obligations.filter(({ state }) => state === 'done').map(({ doneAt, title, reference }): [string | null, string] => [doneAt, `Done: ${title}${reference === null ? '' : ` (${reference})`}`]),
  ];
  return moments.filter((one): one is [string, string] => one[0] !== null).toSorted((a, b) => Date.parse(a[0]) - Date.parse(b[0])).map(([at, what]) => [momentOf(at, of.timeZone)!, what]);
}

function dutyOf({ title, citation, asOf, own, applies, appliesWhen, dueAt, state, overdue, doneAt, reference }: IncidentRecord['obligations'][number], timeZone: string): string[] {
  const done = [momentOf(doneAt, timeZone), reference].filter(part => part !== null);
  return [
    title, `${citation}, as of ${asOf}${own ? ', added by the account' : ''}`, `${applies === 'yes' ? 'Yes' : 'May apply'}: ${appliesWhen}`, momentOf(dueAt, timeZone) ?? 'Not running yet',
    [overdue ? 'Overdue' : states[state], ...done].join('\n'),
  ];
}

function evidenceOf({ title, url, file, addedAt, state }: DocumentRecord, timeZone: string): string[] {
  return [state === 'withdrawn' ? `${title} (withdrawn)` : title, file ? `${file.name}, ${file.size.toLocaleString('en-US')} bytes` : url ?? '', file?.sha256 ?? '', momentOf(addedAt, timeZone)!];
}
