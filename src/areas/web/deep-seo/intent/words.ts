const MAX_WORDS = 60;
const MARKS = /\p{M}+/gu;

/** The words of a text as lexicons have them: in lower case, without accents and punctuation; at most 60. */
export function wordsOf(text: string): string[] {
  return plain(text.slice(0, 1000)).match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_WORDS) ?? [];
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(MARKS, '').replaceAll('ß', 'ss');
}

/** The words of the segments of a path; `/guides/heat-pumps.html` gives `guides` and `heat pumps`. */
export function segmentsOf(path: string): string[][] {
  return path.slice(0, 500).split('/').map(segment => wordsOf(decode(segment).replace(/\.(?:html?|php|aspx?|jsp)$/, ''))).filter(words => words.length > 0);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
