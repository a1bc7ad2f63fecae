import { parseCsv, unguarded } from '../../../../../core/csv.ts';
import { CatalogueFault, type ReadCatalogue } from './catalogue.ts';

/** A catalogue as CSV: the columns `id` and `title`, and `family` and `text` where there are any. Throws `CatalogueFault`. */
export function csvCatalogue(content: string): ReadCatalogue {
  const [head, ...rows] = parseCsv(content);
  const names = head?.fields?.map(name => name.trim().toLowerCase()) ?? [];
  for (const needed of ['id', 'title']) if (!names.includes(needed)) throw new CatalogueFault(`The first line names no column \`${needed}\`.`);
  const broken = rows.find(({ fields }) => fields === null);
  if (broken) throw new CatalogueFault(`Line ${broken.line}: its quotes do not close.`);
  const valueOf = (fields: readonly string[], name: string): string => unguarded(fields[names.indexOf(name)] ?? '').trim();
  return {
    title: null, edition: null,
    controls: rows.map(({ fields }) => ({ id: valueOf(fields!, 'id'), title: valueOf(fields!, 'title'), family: valueOf(fields!, 'family') || 'Controls', text: valueOf(fields!, 'text') || null })),
  };
}
