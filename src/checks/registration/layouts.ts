import { printable } from './printable.ts';

/** What a part of a reply is about: keys such as `created` or `name` mean different things in each. */
type SectionKind = 'domain' | 'registrar' | 'nameservers' | 'person' | 'other';

/** One value of a WHOIS reply. A line without a key belongs to the key or the heading above it. */
export interface Entry {
  /** Lower case, words parted by single blanks. */
  key: string;
  value: string;
  kind: SectionKind;
  /** The heading, written as a key; '' where there is none. */
  section: string;
}

interface Section {
  name: string;
  kind: SectionKind;
  indent: number;
  /** Whether a line has come below the heading. */
  filled: boolean;
}

interface Line {
  indent: number;
  /** '' for a line that is a value alone. */
  key: string;
  value: string;
}

const MAX_CHARACTERS = 128 * 1024;
const MAX_LINES = 2000;
const MAX_LINE_CHARACTERS = 500;

const COMMENT = /^\s*[%#]/;
const FOOTER = /^\s*(?:>>> ?last update|-- *$)/i;
/** JPRS writes `[Created on]  2001/05/14` and `a. [Domain Name]  EXAMPLE.CO.JP`. */
const BRACKETED = /^(?:[a-z]\. )?\[([^\][ ][^\][]{0,60})\](.*)$/;
/** `Key: value`, `key.....: value`, `** Key : value`; not the colon of a URL. */
const KEYED = /^([*\p{L}][^:\t]{0,70}):(?!\/\/)(.*)$/u;
const TABBED = /^(\p{L}[^\t:.]{1,60})\t(.*)$/u;
/** `Record expires on 2020-05-23 (YYYY-MM-DD)`, `Registered on 30th April 2003`. */
const PHRASE = /^((?:record )?(?:registered|created|expires) on) (\d.*)$/i;

const PERSON = new RegExp('^(?:(?:domain )?registrant|(?:domain )?holder|owner|admin(?:istrative)?|tech(?:nical)?|billing|abuse|reseller|organi[sz]ation'
  + '|person|role|nic hdl(?: br)?|contact)(?: contacts?)?(?: information)?$');
const REGISTRAR = /^(?:sponsoring )?registrar(?: information)?$/;
const NAMESERVERS = /^(?:(?:domain|primary|secondary) )?(?:name ?servers?|servers|dns servers|ns list)(?: information| in listed order)?$/;
const DOMAIN = /^(?:domain(?: name| information| status)?|relevant dates|registration status|flags)$/;
/** Keys that make a paragraph a contact's or the registrar's own when they stand at its head with a value. */
const HEADS = new Set([
  'registrar', 'nic hdl', 'nic hdl br', 'person', 'role', 'contact', 'ns list', 'nsset', 'keyset', 'domain registrant', 'administrative contact', 'technical contact',
]);

const NO_SECTION: Section = { name: '', kind: 'domain', indent: 0, filled: true };

/** The lines of a reply before its footer, comments included, each bounded. */
export function replyLines(text: string): string[] {
  const lines = text.slice(0, MAX_CHARACTERS).split(/\r\n|\r|\n/, MAX_LINES)
    .map(line => printable(line.slice(0, MAX_LINE_CHARACTERS)).trimEnd());
  const end = lines.findIndex(line => FOOTER.test(line));
  return lines.slice(0, end < 0 ? lines.length : end);
}

/** The values in the lines of a WHOIS reply of any layout, in their order. Total and linear. */
export function readEntries(lines: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  let section = NO_SECTION;
  let key = '';
  let atParagraph = true;
  for (const raw of lines) {
    if (raw === '' || COMMENT.test(raw)) {
      atParagraph = true;
      continue;
    }
    const line = splitLine(raw);
    if (atParagraph && endsSection(line, section)) section = NO_SECTION;
    const opened = openedBy(line, section, atParagraph);
    section = opened ?? { ...section, filled: true };
    key = opened?.name ?? (line.key || key);
    const isHeading = opened !== null && line.key === '';
    if (line.value !== '' && !isHeading) entries.push({ key, value: line.value, kind: section.kind, section: section.name });
    atParagraph = false;
  }
  return entries;
}

/** A name of a key or heading as the tables know it: lower case, without dots, hyphens and numbering. */
function readKey(text: string): string {
  return text.toLowerCase().replace(/[-_.*\s]+/g, ' ').replace(/ \d+ ?$/, '').trim();
}

function splitLine(raw: string): Line {
  const text = raw.trimStart();
  const indent = raw.length - text.length;
  const keyed = PHRASE.exec(text) ?? BRACKETED.exec(text) ?? KEYED.exec(text) ?? TABBED.exec(text);
  if (!keyed) return { indent, key: '', value: text };
  return { indent, key: readKey(keyed[1]!), value: keyed[2]!.replace(/^:/, '').trim() };
}

/** A keyed line at a paragraph's head, no further in than the heading, belongs to the whole again. */
function endsSection(line: Line, section: Section): boolean {
  return line.key !== '' && section.filled && line.indent <= section.indent;
}

function openedBy(line: Line, section: Section, atParagraph: boolean): Section | null {
  const name = line.key || readKey(line.value);
  const kind = kindOf(name);
  const open: Section = { name, kind, indent: line.indent, filled: false };
  if (line.key !== '' && line.value !== '') {
    return atParagraph && section.name === '' && HEADS.has(name) ? { ...open, filled: true } : null;
  }
  if (kind !== 'other') return open;
  return line.key === '' && atParagraph && line.indent === 0 && section.filled ? open : null;
}

function kindOf(name: string): SectionKind {
  if (PERSON.test(name)) return 'person';
  if (REGISTRAR.test(name)) return 'registrar';
  if (NAMESERVERS.test(name)) return 'nameservers';
  return DOMAIN.test(name) ? 'domain' : 'other';
}
