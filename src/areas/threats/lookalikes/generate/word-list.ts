import { encodeLabel, encodeName } from './a-label.ts';

/** What a list may have at most. */
export const wordListLimits = { maxBytes: 1_048_576, maxEntries: 10_000 } as const;

/** The entries of a list in their order, each once, and how many lines were none; or why the list is refused. */
export type WordList = { ok: true; entries: string[]; refused: number } | { ok: false; reason: 'too_many_entries' };

/** Words to stand next to a brand: one a line, in lower case; lines that begin with // or # are comments. */
export function parseWords(text: string): WordList {
  return parse(text, word => (encodeLabel(word) === null ? null : word));
}

/** Suffixes such as `net` or `co.uk`, in A-labels: one a line, a leading dot is dropped; comments as for words. */
export function parseSuffixes(text: string): WordList {
  return parse(text, suffix => encodeName(suffix.replace(/^\./, '')));
}

function parse(text: string, read: (line: string) => string | null): WordList {
  const lines = text.split(/\r\n?|\n/).map(line => line.trim().normalize('NFC').toLowerCase()).filter(line => line !== '' && !/^(#|\/\/)/.test(line));
  const all = lines.map(read);
  const entries = [...new Set(all.filter(entry => entry !== null))];
  if (entries.length > wordListLimits.maxEntries) return { ok: false, reason: 'too_many_entries' };
  return { ok: true, entries, refused: all.filter(entry => entry === null).length };
}
