import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { CompiledDatabase, CompiledFingerprint } from '../../src/areas/threats/exposure/services/recog/fingerprint.ts';
import { v8Pattern } from './pattern.ts';

/** A text that a fingerprint must match, and what it must find in it. */
export interface Example {
  text: string;
  expected: Readonly<Record<string, string>>;
}

export interface SourceFingerprint {
  description: string;
  /** Null where V8 does not take the pattern. */
  compiled: CompiledFingerprint | null;
  pattern: string;
  examples: readonly Example[];
}

export interface SourceDatabase {
  name: string;
  fingerprints: readonly SourceFingerprint[];
}

/** Reads one file of Recog; `fileOf` gives the content of an example that has a file of its own. */
export function readDatabase(name: string, xml: string): SourceDatabase {
  const fingerprints: SourceFingerprint[] = [];
  const parser = new SaxesParser();
  let open: { pattern: string; flags: string; description: string; params: Record<string, string | number>; examples: Example[] } | null = null;
  let tag: SaxesTagPlain | null = null;
  let text = '';
  parser.on('opentag', opened => {
    [tag, text] = [opened, ''];
    const { attributes } = opened;
    if (opened.name === 'fingerprint') open = { pattern: attributes['pattern']!, flags: attributes['flags'] ?? '', description: '', params: {}, examples: [] };
    if (opened.name === 'param') open!.params[attributes['name']!] = attributes['pos'] === '0' ? attributes['value']! : Number(attributes['pos']);
  });
  const take = (more: string) => { text += more; };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', closed => {
    if (closed.name === 'description') open!.description = text.trim();
    if (closed.name === 'example') open!.examples.push(exampleOf(closed.attributes, text));
    if (closed.name === 'fingerprint' && open) {
      fingerprints.push({ description: open.description, pattern: open.pattern, examples: open.examples, compiled: compile(open.pattern, open.flags, open.params) });
      open = null;
    }
  });
  parser.on('error', error => { throw new Error(`${name}: ${error.message} (${tag?.name})`); });
  parser.write(xml).close();
  return { name, fingerprints };
}

/** What the program needs of a database: the fingerprints whose pattern compiles. */
export function compiledDatabase({ fingerprints }: SourceDatabase): CompiledDatabase {
  return fingerprints.flatMap(({ compiled }) => (compiled ? [compiled] : []));
}

function exampleOf(attributes: Readonly<Record<string, string>>, text: string): Example {
  const expected = Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('_')));
  return { text: attributes['_encoding'] === 'base64' ? Buffer.from(text, 'base64').toString('latin1') : text, expected };
}

function compile(pattern: string, flags: string, params: Record<string, string | number>): CompiledFingerprint | null {
  const rewritten = v8Pattern(pattern, flags);
  return rewritten && [rewritten.source, rewritten.flags, params];
}
