import { rcodes, type Rcode } from './codes.ts';
import { parseMasterFile } from './master-file.ts';
import type { ResourceRecord } from './message.ts';
import { wordsOf } from './zone-text.ts';

/** One block of a CoreDNS configuration: what these addresses say of these zones. Zone names are without the trailing dot. */
export interface ServerBlock {
  zones: readonly string[];
  addresses: readonly string[];
  /** The master file, and the zone that it holds. */
  file: { path: string; zone: string } | null;
  /** Questions at or below these names get no answer. */
  silentFor: readonly string[];
  /** The first that fits gives the whole reply. */
  templates: readonly Template[];
  /** The AA bit of all replies where it is forced. */
  authoritative: boolean | null;
}

/** A reply made up for one type, or for `ANY`, at or below a name. */
export interface Template {
  type: string;
  zone: string;
  rcode: Rcode;
  answer: readonly ResourceRecord[];
  authority: readonly ResourceRecord[];
  additional: readonly ResourceRecord[];
}

/** `words`, and the lines between the braces behind them. */
interface Directive {
  words: readonly string[];
  body: Directive[];
}

/** Without effect on what is answered. */
const ignored = new Set(['log']);

/** The blocks of a CoreDNS configuration, those with a resolver left out; throws for a directive that is not known here. */
export function parseForeignConfig(text: string): ServerBlock[] {
  return directivesOf(text).filter(({ body }) => !body.some(({ words }) => words[0] === 'unbound')).map(blockOf);
}

function directivesOf(text: string): Directive[] {
  const top: Directive = { words: [], body: [] };
  const open = [top];
  for (const line of text.split('\n')) {
    const words = wordsOf(line.replace(/#.*/, ''));
    if (words[0] === '}') open.pop();
    else if (words.length > 0) {
      const directive = { words: words.filter(word => word !== '{'), body: [] };
      open.at(-1)!.body.push(directive);
      if (words.at(-1) === '{') open.push(directive);
    }
  }
  return top.body;
}

function blockOf({ words, body }: Directive): ServerBlock {
  const known = new Set([...ignored, 'bind', 'file', 'acl', 'template', 'header']);
  const strange = body.find(({ words }) => !known.has(words[0]!));
  if (strange) throw new RangeError(`"${strange.words.join(' ')}" is not known`);
  const of = (name: string) => body.filter(({ words }) => words[0] === name);
  const zones = words.map(word => zoneName(word.replace(/:53$/, '')));
  const [file] = of('file').map(({ words }) => ({ path: words[1]!, zone: words[2] === undefined ? zones[0]! : zoneName(words[2]) }));
  const [header] = of('header').flatMap(({ body }) => body).map(({ words }) => words[1] === 'set');
  return {
    zones,
    addresses: of('bind').map(({ words }) => words[1]!),
    file: file ?? null,
    silentFor: of('acl').map(({ words }) => zoneName(words[1]!)),
    templates: of('template').map(templateOf),
    authoritative: header ?? null,
  };
}

/** `template IN type zone` around `rcode`, `answer`, `authority` and `additional`; records are absolute. */
function templateOf({ words: [, , type, zone], body }: Directive): Template {
  const of = (name: string) => body.filter(({ words }) => words[0] === name).map(({ words }) => words[1]!);
  const records = (section: string) => of(section).flatMap(text => parseMasterFile(text, ''));
  const rcode = rcodes.find(known => known === (of('rcode')[0] ?? 'NOERROR'));
  if (!rcode) throw new RangeError(`${zone}: the rcode is not known`);
  return { type: type!, zone: zoneName(zone!), rcode, answer: records('answer'), authority: records('authority'), additional: records('additional') };
}

function zoneName(text: string): string {
  return text.replace(/\.$/, '').toLowerCase();
}
