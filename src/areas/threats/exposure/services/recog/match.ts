import { readFileSync } from 'node:fs';
import { withinTime } from '../../within-time.ts';
import type { CompiledDatabase } from './fingerprint.ts';

/** What a fingerprint says of a text: `service.product`, `service.version`, `os.vendor` and so on, as Recog names them. */
export type FingerprintMatch = Readonly<Record<string, string>>;

/** No banner that a program means to be read is longer. */
const MAX_CHARACTERS = 1024;
/** For all patterns of a database on one text; honest texts take less than 2 ms. Some patterns would take years for a text that is made for them. */
const MAX_MS = 50;

let databases: Readonly<Record<string, CompiledDatabase>> | undefined;
const compiled = new Map<string, readonly RegExp[]>();

/** What the first fingerprint of `database` (the name of Recog's file) that matches `text` says; null where none does in time. */
export function matchFingerprint(database: string, text: string): FingerprintMatch | null {
  databases ??= JSON.parse(readFileSync(new URL('./fingerprints.json', import.meta.url), 'utf8')) as Record<string, CompiledDatabase>;
  const fingerprints = databases[database];
  if (fingerprints === undefined) throw new Error(`no database ${database}`);
  const patterns = compiled.get(database) ?? compile(fingerprints);
  compiled.set(database, patterns);
  const cut = text.slice(0, MAX_CHARACTERS);
  const found = withinTime(MAX_MS, () => {
    for (const [index, pattern] of patterns.entries()) {
      const match = pattern.exec(cut);
      if (match) return { match: parametersOf(fingerprints[index]![2], match) };
    }
    return { match: null };
  });
  return found?.match ?? null;
}

/** V8 compiles a pattern when it is first used: that is not to come off the time of the first text. */
function compile(fingerprints: CompiledDatabase): RegExp[] {
  const patterns = fingerprints.map(([source, flags]) => new RegExp(source, flags));
  for (const pattern of patterns) pattern.test('');
  return patterns;
}

/** The parameters of a fingerprint with the groups of its match filled in; what nothing was found for is left out. */
export function parametersOf(params: Readonly<Record<string, string | number>>, match: RegExpExecArray): FingerprintMatch {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const text = typeof value === 'number' ? match[value] : value;
    if (text) found[name] = text;
  }
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, typeof params[name] === 'number' ? value : fillIn(name, value, found)]));
}

/** `{service.version}` stands for another parameter; a part of a CPE that nobody knows is `-`. */
function fillIn(name: string, value: string, found: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\{([\w.]+)\}/g, (_, other: string) => found[other] ?? (name.endsWith('cpe23') ? '-' : ''));
}
