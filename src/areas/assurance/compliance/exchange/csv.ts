import { csvLine, parseCsv, unguarded } from '../../../../core/csv.ts';
import type { ControlRecord } from '../controls/shapes.ts';

type Column = [name: string, value: (record: ControlRecord) => string | number | null];

/** What an import takes, besides `id` and `version`. */
const importedFields = ['status', 'approach', 'justification', 'owner', 'dueOn', 'planOfAction', 'privateText'] as const;
export type ImportedField = (typeof importedFields)[number];

const columns: readonly Column[] = [
  ['id', ({ id }) => id], ['title', ({ title }) => title], ['family', ({ family }) => family], ['weight', ({ weight }) => weight],
  ...importedFields.map((name): Column => [name, record => record[name]]),
  ['version', ({ version }) => version], ['changedAt', ({ changedAt }) => changedAt], ['attention', ({ attention }) => String(attention)],
  ['supports', ({ evidence }) => evidence.supports], ['contradicts', ({ evidence }) => evidence.contradicts], ['stale', ({ evidence }) => evidence.stale], ['documents', ({ evidence }) => evidence.documents],
];

/** The controls as CSV, one a line, which an import reads again. */
export function csvOf(records: readonly ControlRecord[]): string {
  return [columns.map(([name]) => name), ...records.map(record => columns.map(([, value]) => value(record)))].map(csvLine).join('');
}

/** One line of an import: what its columns give; an empty field is null. */
export interface ImportedLine {
  line: number;
  id: string;
  /** Null where there is no such column. */
  version: string | null;
  given: Partial<Record<ImportedField, string | null>>;
}

/** The lines of an import, or what keeps it from being read. Columns that are no fields of a control are left out. */
export function linesOf(text: string): { lines: ImportedLine[] } | { fault: string } {
  const [head, ...rows] = parseCsv(text);
  const names = head?.fields?.map(name => name.trim());
  if (!names?.includes('id')) return { fault: 'The first line names no column `id`.' };
  const fields = importedFields.filter(name => names.includes(name));
  if (fields.length === 0) return { fault: `The first line names none of the columns ${importedFields.join(', ')}.` };
  const broken = rows.find(row => row.fields === null);
  if (broken) return { fault: `Line ${broken.line}: its quotes do not close.` };
  const valueOf = (row: readonly string[], name: string): string | null => unguarded(row[names.indexOf(name)] ?? '') || null;
  return {
    lines: rows.map(({ line, fields: row }) => ({
      line, id: valueOf(row!, 'id') ?? '', version: names.includes('version') ? valueOf(row!, 'version') : null,
      given: Object.fromEntries(fields.map(name => [name, valueOf(row!, name)])),
    })),
  };
}
