/** What keeps a logo from being shown: everywhere, or at some mailbox providers. */
export interface LogoFaults {
  hard: readonly string[];
  soft: readonly string[];
}

interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** Comments, instructions, CDATA, end tags, start tags and text; one that does not match is no XML. */
const TOKEN = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MAX_DEPTH = 64;
const MAX_FAULTS = 8;

/** Elements that SVG Tiny PS leaves out because they run, move, or show something from elsewhere. */
const FORBIDDEN = new Set([
  'script', 'handler', 'listener', 'foreignObject', 'iframe', 'image', 'video', 'audio', 'animation',
  'animate', 'animateColor', 'animateMotion', 'animateTransform', 'set', 'discard',
]);

/** Reads an SVG file by the profile SVG Tiny Portable/Secure (draft-svg-tiny-ps-abrotman); total on any input, in linear time. */
export function faultsOfLogo(text: string): LogoFaults {
  const scanned = scan(text);
  if ('fault' in scanned) return { hard: [scanned.fault], soft: [] };
  const { tags, title } = scanned;
  const root = tags[0]!;
  const hard = [
    ...rootFaults(root),
    ...(title ? [] : ['there is no title element with a text in it']),
    ...new Set(tags.flatMap(({ name }) => (FORBIDDEN.has(localName(name)) ? [`the element ${name} is not allowed`] : []))),
    ...new Set(tags.flatMap(referenceFaults)),
  ];
  return { hard: hard.slice(0, MAX_FAULTS), soft: isSquare(root) ? [] : ['the viewBox is not a square'] };
}

/** The tags in their order and whether the root has a title, or why the text is no XML document of our kind. */
function scan(text: string): { tags: Tag[]; title: boolean } | { fault: string } {
  const token = new RegExp(TOKEN);
  const open: string[] = [];
  const tags: Tag[] = [];
  let title = false;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) return { fault: /^<!DOCTYPE/i.test(text.slice(at, at + 9)) ? 'a DOCTYPE is not allowed' : `the file is no XML at character ${at + 1}` };
    const [, end, start, attributes, empty, words] = match;
    if (words !== undefined && words.trim() !== '') {
      if (open.length === 0) return { fault: 'there is text outside of the svg element' };
      if (open.length === 2 && open[1] === 'title') title = true;
    }
    if (end !== undefined && open.pop() !== end) return { fault: `the end tag of ${end.slice(0, 40)} stands in the wrong place` };
    if (start === undefined) continue;
    if (open.length === 0 && tags.length > 0) return { fault: 'there is more than one outermost element' };
    if (open.length === MAX_DEPTH) return { fault: 'the elements are nested too deeply' };
    tags.push({ name: start, attributes: readAttributes(attributes!) });
    if (empty === '') open.push(start);
  }
  if (tags.length === 0 || open.length > 0) return { fault: 'the file ends before its elements do' };
  return { tags, title };
}

function readAttributes(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name!, double ?? single ?? '']));
}

function rootFaults({ name, attributes }: Tag): string[] {
  if (name !== 'svg') return ['the outermost element is not svg'];
  const wanted = [['xmlns', 'http://www.w3.org/2000/svg'], ['version', '1.2'], ['baseProfile', 'tiny-ps']] as const;
  return [
    ...wanted.filter(([key, value]) => attributes.get(key) !== value).map(([key, value]) => `the svg element lacks ${key}="${value}"`),
    ...['x', 'y'].filter(key => attributes.has(key)).map(key => `the svg element must not have ${key}=`),
  ];
}

/** Whatever the viewer would have to fetch or run. */
function referenceFaults({ name, attributes }: Tag): string[] {
  return [...attributes].flatMap(([key, value]) => {
    if (/^on/i.test(key)) return [`the attribute ${key} of ${name} runs a script`];
    if (localName(key) === 'href' && !value.startsWith('#')) return [`${name} refers to something outside of the file`];
    return /url\(\s*['"]?(?!#)/i.test(value) ? [`the attribute ${key} of ${name} refers to something outside of the file`] : [];
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function isSquare({ attributes }: Tag): boolean {
  const [, , width, height, ...rest] = (attributes.get('viewBox') ?? '').trim().split(/[\s,]+/).map(Number);
  return width !== undefined && width > 0 && width === height && rest.length === 0;
}
