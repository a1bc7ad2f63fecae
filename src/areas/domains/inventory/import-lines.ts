import { z } from 'zod';
import { parseDomain } from '../../../core/domain-name.ts';
import { parseCsv, unguarded } from '../../../core/csv.ts';
import { LabelName } from './labels.ts';
import { Note, Tags } from './shapes.ts';

/** How many domains an import can bring. */
export const MAX_LINES = 5000;

/** One domain of an import, read and judged. */
export type ImportLine =
  | { line: number; name: string; reason: string }
  | { line: number; name: string; reason: null; tags: string[]; group: string | null; client: string | null; note: string | null };

/** What a line says, before it is judged. */
const Entry = z.strictObject({
  name: z.string().max(5000).describe('The domain'),
  tags: z.array(z.string().max(5000)).max(100).optional(),
  group: z.string().max(5000).nullable().optional().describe('Name of a group; one that is not there is made'),
  client: z.string().max(5000).nullable().optional().describe('Name of a client; one that is not there is made'),
  note: z.string().max(5000).nullable().optional(),
});
type Entry = z.output<typeof Entry>;

/** What is imported: a list, or the text of a file. */
export const ImportInput = z.strictObject({
  domains: z.array(z.union([z.string().max(5000), Entry])).min(1).max(MAX_LINES).optional().describe('Names, or names with labels'),
  csv: z.string().min(1).max(1_000_000).optional()
    .describe('Lines of `name,tags,group,client,note`, all but the name may be left out; tags are parted by `;`. With a first line that names the columns, in any order'),
  preview: z.boolean().default(false).describe('Adds nothing, and reports what would happen to each line'),
}).refine(({ domains, csv }) => (domains === undefined) !== (csv === undefined), { message: 'Give either `domains` or `csv`.' });

const Judged = z.object({ tags: Tags, group: LabelName.nullable(), client: LabelName.nullable(), note: Note.nullable() });

/** The lines of an import, each judged by itself. */
export function readImport({ domains, csv }: Pick<z.output<typeof ImportInput>, 'domains' | 'csv'>): ImportLine[] {
  if (csv !== undefined) return readCsv(csv);
  return domains!.map((one, at) => judge(at + 1, typeof one === 'string' ? { name: one } : one));
}

const columns = ['name', 'tags', 'group', 'client', 'note'] as const;
type Column = (typeof columns)[number];

function readCsv(csv: string): ImportLine[] {
  const lines = parseCsv(csv);
  const named = columnsNamedBy(lines[0]?.fields ?? null);
  const columnNames = named ?? columns;
  return lines.slice(named ? 1 : 0).map(({ line, fields }) => {
    if (fields === null) return { line, name: '', reason: 'The quotes of the line do not close.' };
    if (fields.length > columnNames.length) return { line, name: fields[0]!.slice(0, 253), reason: `The line has ${fields.length} fields, not ${columnNames.length}.` };
    const text = (column: Column) => unguarded(fields[columnNames.indexOf(column)] ?? '').trim();
    return judge(line, { name: text('name'), tags: text('tags').split(/[;|]/).filter(tag => tag.trim() !== ''), group: text('group'), client: text('client'), note: text('note') });
  });
}

/** The columns, where the line names them; those that an import does not know are null. */
function columnsNamedBy(fields: string[] | null): (Column | null)[] | null {
  const named = fields?.map(field => field.trim().toLowerCase()).map(field => (field === 'domain' ? 'name' : field)) ?? [];
  return named.includes('name') ? named.map(name => columns.find(column => column === name) ?? null) : null;
}

function judge(line: number, { name: given, tags = [], group, client, note }: Entry): ImportLine {
  const domain = parseDomain(given);
  if (!domain.ok) return { line, name: given.slice(0, 253), reason: domain.suggestion ? `${domain.reason} Did you mean ${domain.suggestion}?` : domain.reason };
  const said = Judged.safeParse({ tags, group: group || null, client: client || null, note: note || null });
  if (said.success) return { line, name: domain.domain, reason: null, ...said.data };
  const { path, message } = said.error.issues[0]!;
  return { line, name: domain.domain, reason: `${path.join('.')}: ${message}` };
}
