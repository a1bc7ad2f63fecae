import { scoring, scoringGroups } from '../../src/areas/domains/check/scoring.ts';
import { checkOf, recordNames } from '../../src/checks/index.ts';
import { severities } from '../../src/core/finding.ts';
import { page, table } from './markdown.ts';

const essential = recordNames.filter(record => checkOf(record).essential !== undefined).map(record => checkOf(record).label);
const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

/** How score and grade come about. */
export function scoringPage(): string {
  return page(
    '# Score and grade',
    '',
    'Each record has points. A failed finding costs a part of its record\'s points, by severity; a record never costs more than it has.',
    'What is unknown or not applicable leaves the denominator. Every lost point names its finding in `scoreReasons`.',
    'When more than a fifth of the points could not be judged the score is marked `provisional`; when more than half, there is none.',
    '',
    `There is no grade without the essential: when the lookup of ${listed(essential)} failed, \`grade\` is null, \`provisional\` is true and \`unread\` names`,
    'the records. The score is then that of the rest; lists, means and history do not use it. Where what is known makes it F, it is F all the same.',
    '',
    table(['Group', 'Points', 'Record', 'Points'], scoringGroups.flatMap(({ title, points }) => Object.entries(points).map(([record, own], at) =>
      [at === 0 ? title : '', at === 0 ? String(Object.values(points).reduce((sum, one) => sum + one, 0)) : '', record, String(own)]))),
    '',
    'The groups of the check have 100 points together. What only a checkup covers takes points away and adds none, so check, checkup and',
    'inventory give the same grade for what they share. A+ means that nothing is to be fixed.',
    '',
    table(['Severity', 'Costs of the record\'s points'], severities.map(severity => [severity, `${scoring.cost[severity] * 100} %`])),
    '',
    table(['Grade', 'From'], Object.entries(scoring.floors).map(([grade, floor]) => [grade, String(floor)])),
    '',
    'With a failed finding of a severity, no grade is better than this:',
    '',
    table(['Severity', 'Best grade'], Object.entries(scoring.best)),
    '',
    'Some findings hold the grade down further:',
    '',
    table(['Finding', 'When', 'Best grade'], scoring.caps.map(({ id, severity, best }) => [`\`${id}\``, severity ?? 'always', best])),
  );
}
