import { compareDigits } from './segments.ts';

interface DpkgVersion {
  epoch: number;
  upstream: string;
  revision: string;
}

const MAX_LENGTH = 256;
const DPKG = /^(?:(?<epoch>\d{1,9}):)?(?<upstream>\d[A-Za-z0-9.+~:-]*?)(?<!-)(?:-(?<revision>[A-Za-z0-9.+~]+))?$/;

/** Orders two versions of Debian packages as `dpkg` does (Debian Policy §5.6.12); null where one is none. */
export function compareDpkg(a: string, b: string): number | null {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return null;
  return left.epoch - right.epoch || compareParts(left.upstream, right.upstream) || compareParts(left.revision, right.revision);
}

/** Without epoch, revision and what Debian or Ubuntu added; null where it is none. */
export function upstreamOfDpkg(version: string): string | null {
  return parse(version)?.upstream.replace(/[+~](?:dfsg|ds|repack|really).*$/, '') ?? null;
}

function parse(version: string): DpkgVersion | null {
  if (version.length > MAX_LENGTH) return null;
  const { epoch = '0', upstream, revision = '0' } = DPKG.exec(version)?.groups ?? {};
  return upstream === undefined ? null : { epoch: Number(epoch), upstream, revision };
}

/** Text and numbers in turn: text by the order below, numbers by their value. */
function compareParts(a: string, b: string): number {
  let [left, right] = [a, b];
  while (left !== '' || right !== '') {
    const [textLeft, textRight] = [/^\D*/.exec(left)![0], /^\D*/.exec(right)![0]];
    const byWords = compareText(textLeft, textRight);
    if (byWords !== 0) return byWords;
    [left, right] = [left.slice(textLeft.length), right.slice(textRight.length)];
    const [numberLeft, numberRight] = [/^\d*/.exec(left)![0], /^\d*/.exec(right)![0]];
    const byNumber = compareDigits(numberLeft, numberRight);
    if (byNumber !== 0) return byNumber;
    [left, right] = [left.slice(numberLeft.length), right.slice(numberRight.length)];
  }
  return 0;
}

function compareText(a: string, b: string): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = rankOf(a[at]) - rankOf(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A tilde stands before the end, which stands before letters, which stand before everything else. */
function rankOf(character: string | undefined): number {
  if (character === undefined) return 0;
  if (character === '~') return -1;
  return character.codePointAt(0)! + (/[A-Za-z]/.test(character) ? 0 : 256);
}
