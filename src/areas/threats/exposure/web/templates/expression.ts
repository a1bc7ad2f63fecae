/** A regular expression as JavaScript writes it. */
export interface Expression {
  source: string;
  flags: string;
}

const POSIX: Readonly<Record<string, string>> = { alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', space: '\\s', punct: '!-/:-@\\[-`{-~', word: '\\w', xdigit: '0-9A-Fa-f' };

/** A regular expression of Go (RE2) as one of JavaScript; null where JavaScript has none like it. */
export function fromGo(text: string): Expression | null {
  const [, letters = '', rest = text] = /^\(\?([imsU]+)\)([\s\S]*)$/.exec(text) ?? [];
  if (letters.includes('U')) return null;
  const source = rest
    .replaceAll(/\[:(\w+):\]/g, (all, name: string) => POSIX[name] ?? all)
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\A/g, '^')
    .replaceAll(/\\z/g, '$');
  const flags = [...new Set(letters)].toSorted().join('');
  // What a group switches on for itself, `(?i:…)`, JavaScript knows; what stands alone in the middle it does not, and says so.
  return [source, source.replaceAll(/\\([-"'<>=!:;,#%&@~ /`_])/g, '$1')].map(one => ({ source: one, flags })).find(isValid) ?? null;
}

function isValid({ source, flags }: Expression): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
