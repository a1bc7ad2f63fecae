/** A CPE name of a product, without its language and the fields behind it. */
export interface Cpe {
  part: 'a' | 'o' | 'h';
  vendor: string;
  product: string;
  /** `*` is any, `-` is none. */
  version: string;
  update: string;
}

const MAX_LENGTH = 512;

/** A CPE 2.3 formatted string (NISTIR 7695 §6.2) or the older URI (§6.1), in lower case and unquoted; null for what is none. */
export function parseCpe(value: unknown): Cpe | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  const isUri = value.startsWith('cpe:/');
  if (!isUri && !value.startsWith('cpe:2.3:')) return null;
  const [part, vendor, product, version = '*', update = '*'] = isUri ? fieldsOfUri(value.slice(5)) : fieldsOf(value.slice(8));
  if ((part !== 'a' && part !== 'o' && part !== 'h') || isBlank(vendor) || isBlank(product)) return null;
  return { part, vendor: vendor!, product: product!, version, update };
}

/** A CPE 2.3 formatted string of an application (NISTIR 7695 §6.2); null stands for any version or update. */
export function formatCpe(vendor: string, product: string, version: string | null, update: string | null = null): string {
  return `cpe:2.3:a:${[vendor, product, version, update].map(field => (field === null ? '*' : quoted(field))).join(':')}:*:*:*:*:*:*`;
}

/** §5.3.2: everything but letters, digits and underscores is quoted; dots and hyphens need no quotes in this form. */
function quoted(text: string): string {
  return text.toLowerCase().replaceAll(/[^\w.-]/g, character => `\\${character}`);
}

/** `vendor:product` of a CPE name, by which products are found; null for what is none. */
export function cpeKeyOf(value: unknown): string | null {
  const cpe = parseCpe(value);
  return cpe ? `${cpe.vendor}:${cpe.product}` : null;
}

/** Whether what `pattern` describes includes `name`, field by field (NISTIR 7696 §6.2; `*` and `?` within a field count). */
export function includesCpe(pattern: Cpe, name: Cpe): boolean {
  return (['part', 'vendor', 'product', 'version', 'update'] as const).every(field => includesField(pattern[field], name[field]));
}

function includesField(pattern: string, value: string): boolean {
  if (pattern === '*' || pattern === value) return true;
  if (pattern === '-' || value === '-' || value === '*') return false;
  return matchesWildcards(pattern, value);
}

/** Wildcards stand at the ends only: `?` for one character or none, `*` for any number. */
function matchesWildcards(pattern: string, value: string): boolean {
  const [before, core, after] = [/^[*?]*/.exec(pattern)![0], pattern.replaceAll(/^[*?]+|[*?]+$/g, ''), /[*?]*$/.exec(pattern)![0]];
  if (before === '' && after === '') return false;
  const fits = (length: number, marks: string): boolean => marks.includes('*') || length <= marks.length;
  for (let at = value.indexOf(core); at !== -1; at = value.indexOf(core, at + 1)) {
    if (fits(at, before) && fits(value.length - at - core.length, after)) return true;
  }
  return false;
}

function isBlank(field: string | undefined): boolean {
  return field === undefined || field === '' || field === '*' || field === '-';
}

/** Fields between colons that no backslash quotes. */
function fieldsOf(text: string): string[] {
  return (text.match(/(?:[^:\\]|\\.)+/g) ?? []).map(field => field.replaceAll(/\\(.)/g, '$1').toLowerCase());
}

function fieldsOfUri(text: string): string[] {
  return text.split(':').map(field => (field === '' ? '*' : field.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))).toLowerCase()));
}
