import { checkCatalogue } from '../../src/checks/catalogue.ts';
import { page, table } from './markdown.ts';

/** The subjects of the domain check, group by group. */
export function checksPage(): string {
  const { groups, records } = checkCatalogue;
  return page(
    '# Checks', '',
    `The ${records.length} subjects of the domain check and the checkup. \`record\` names them in \`records\`, in findings and in history.`, '',
    table(['Group', 'Record', 'What it is', 'Covered by', 'Points'], Object.entries(groups).flatMap(([group, title]) =>
      records.filter(check => check.group === group).map((check, at) => [at === 0 ? title : '', `\`${check.record}\``, check.title, check.depth === 'check' ? 'check and checkup' : 'checkup alone', String(check.score.points)]))),
    '', 'How the points become a score: [score and grade](scoring.md). What each can find: [findings](findings.md).',
  );
}
