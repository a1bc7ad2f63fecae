import { compareDigits, compareText } from './segments.ts';

const APK = /^(?<numbers>\d+(?:\.\d+)*)(?<letter>[a-z])?(?<suffixes>(?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~[0-9a-f]+)?(?:-r(?<revision>\d+))?$/;
/** Suffixes, those before the release itself first; the empty one is the release. */
const SUFFIXES = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p'];

/** Orders two versions of Alpine packages as `apk` does (apk-package(5)); null where one is none. */
export function compareApk(a: string, b: string): number | null {
  const [left, right] = [APK.exec(a)?.groups, APK.exec(b)?.groups];
  if (!left || !right) return null;
  return compareNumbers(left['numbers']!.split('.'), right['numbers']!.split('.'))
    || compareText(left['letter'] ?? '', right['letter'] ?? '')
    || compareSuffixes(suffixesOf(left['suffixes']!), suffixesOf(right['suffixes']!))
    || compareDigits(left['revision'] ?? '0', right['revision'] ?? '0');
}

/** Without the revision, and with patch levels as their authors write them: `9.7_p1-r4` is `9.7p1`; null where it is none. */
export function upstreamOfApk(version: string): string | null {
  return APK.test(version) ? version.replace(/(?:~[0-9a-f]+)?(?:-r\d+)?$/, '').replace(/_p(?=\d)/, 'p') : null;
}

function compareNumbers(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    // Behind the first point a number with a leading zero is a fraction.
    const isFraction = at > 0 && (left.startsWith('0') || right.startsWith('0'));
    const difference = isFraction ? compareText(left, right) : compareDigits(left, right);
    if (difference !== 0) return difference;
  }
  return 0;
}

function suffixesOf(text: string): { rank: number; number: string }[] {
  return text.matchAll(/_([a-z]+)(\d*)/g).map(([, word, number]) => ({ rank: SUFFIXES.indexOf(word!), number: number! })).toArray();
}

function compareSuffixes(a: ReturnType<typeof suffixesOf>, b: ReturnType<typeof suffixesOf>): number {
  const release = { rank: SUFFIXES.indexOf(''), number: '' };
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at] ?? release, b[at] ?? release];
    const difference = left.rank - right.rank || compareDigits(left.number, right.number);
    if (difference !== 0) return difference;
  }
  return 0;
}
