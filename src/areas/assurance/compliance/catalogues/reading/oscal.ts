import { CatalogueFault, headLine, type ReadCatalogue, type ReadControl } from './catalogue.ts';

const MAX_DEPTH = 12;
/** Of groups, controls and parts together; more than any catalogue has. */
const MOST_NODES = 200_000;

type Node = Readonly<Record<string, unknown>>;

/** What is read of one catalogue. */
interface Reading {
  controls: ReadControl[];
  nodes: number;
}

/** An OSCAL catalog in JSON: its controls with their statements, those that were withdrawn left out. Throws `CatalogueFault`. */
export function oscalCatalogue(content: string): ReadCatalogue {
  const catalog = nodeOf(nodeOf(parsed(content))?.['catalog']);
  if (!catalog) throw new CatalogueFault('This is no OSCAL catalog: it has no member `catalog`.');
  const metadata = nodeOf(catalog['metadata']) ?? {};
  const reading: Reading = { controls: [], nodes: 0 };
  readGroup(reading, catalog, 'Controls', 0);
  return { title: headLine(textOf(metadata['title']), 'The title of the catalog'), edition: headLine(textOf(metadata['version']), 'The version of the catalog'), controls: reading.controls };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw new CatalogueFault(`This is no JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

function readGroup(reading: Reading, group: Node, family: string, depth: number): void {
  count(reading, depth);
  for (const one of nodesIn(group['groups'])) readGroup(reading, one, textOf(one['title']) || family, depth + 1);
  for (const one of nodesIn(group['controls'])) readControl(reading, one, family, {}, depth + 1);
}

/** A control, then its enhancements. */
function readControl(reading: Reading, control: Node, family: string, above: Readonly<Record<string, string>>, depth: number): void {
  count(reading, depth);
  const values = { ...above, ...parametersOf(control) };
  if (!isWithdrawn(control)) {
    const statement = nodesIn(control['parts']).filter(part => part['name'] === 'statement').map(part => proseOf(reading, part, values, depth + 1)).join('\n');
    reading.controls.push({ id: textOf(control['id']), title: textOf(control['title']), family, text: statement || null });
  }
  for (const one of nodesIn(control['controls'])) readControl(reading, one, family, values, depth + 1);
}

function isWithdrawn(control: Node): boolean {
  return nodesIn(control['props']).some(({ name, value }) => name === 'status' && typeof value === 'string' && value.toLowerCase() === 'withdrawn');
}

/** What stands in place of each parameter. */
function parametersOf(control: Node): Record<string, string> {
  return Object.fromEntries(nodesIn(control['params']).flatMap(param => {
    const choices = nodeOf(param['select'])?.['choice'];
    const words = textOf(param['label']) || (Array.isArray(choices) ? choices.map(textOf).join('; or ') : '');
    return words ? [[`p ${textOf(param['id'])}`, words]] : [];
  }));
}

function proseOf(reading: Reading, part: Node, values: Readonly<Record<string, string>>, depth: number): string {
  count(reading, depth);
  const label = nodesIn(part['props']).find(({ name }) => name === 'label')?.['value'];
  const prose = textOf(part['prose']).replaceAll(/\{\{\s*(?:insert:\s*)?param,?\s*([\w.-]{1,100})\s*\}\}/g, (_, id: string) => `[${values[`p ${id}`] ?? 'assignment'}]`);
  return [[textOf(label), prose].filter(Boolean).join(' '), ...nodesIn(part['parts']).filter(({ name }) => name === 'item').map(one => proseOf(reading, one, values, depth + 1))].filter(Boolean).join('\n');
}

function count(reading: Reading, depth: number): void {
  if (depth > MAX_DEPTH) throw new CatalogueFault(`Groups, controls and parts lie more than ${MAX_DEPTH} deep in each other.`);
  if (++reading.nodes > MOST_NODES) throw new CatalogueFault(`There are more than ${MOST_NODES} groups, controls and parts.`);
}

function nodeOf(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Node : null;
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? (value as unknown[]).map(nodeOf).filter(node => node !== null) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
