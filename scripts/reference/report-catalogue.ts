import { checkCatalogue } from '../../src/checks/catalogue.ts';
import { shownRecords } from '../../src/checks/index.ts';

/** What the dashboard knows of the checks, as a module of plain data: it shares no code with the service. */
export function reportCatalogueModule(): string {
  const { records, groups } = checkCatalogue;
  const shown = new Set<string>(shownRecords('checkup'));
  const quote = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const entries = Object.entries(groups).map(([group, title]) => {
    const own = records.filter(check => check.group === group && shown.has(check.record));
    return `  { id: ${quote(group)}, title: ${quote(title)}, records: [${own.map(({ record, depth }) => `{ name: ${quote(record)}, depth: ${quote(depth)} }`).join(', ')}] },`;
  });
  return [
    '// Made from src/checks by `npm run generate`; do not edit.',
    '/** The records of a report, in the groups and the order in which they are read; `depth` is the least that covers a record. */',
    'export const recordGroups = [', ...entries, '] as const;', '',
    '/** What the subjects of findings are called. */',
    'export const recordLabels = {', ...records.map(({ record, label }) => `  ${record}: ${quote(label)},`), '} as const;', '',
  ].join('\n');
}
