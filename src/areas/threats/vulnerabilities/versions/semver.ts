import { compareDigits, compareText } from './segments.ts';

const SEMVER = /^v?(?<core>\d+(?:\.\d+){0,2})(?:-(?<pre>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Orders two semantic versions (Semantic Versioning 2.0.0 §11); missing numbers are 0, as registries write `1.2`. Null where one is none. */
export function compareSemver(a: string, b: string): number | null {
  const [left, right] = [SEMVER.exec(a)?.groups, SEMVER.exec(b)?.groups];
  if (!left || !right) return null;
  return compareCore(left['core']!, right['core']!) || comparePre(left['pre'], right['pre']);
}

function compareCore(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  return [0, 1, 2].reduce((order, at) => order || compareDigits(left[at] ?? '0', right[at] ?? '0'), 0);
}

function comparePre(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [left, right] = [a.split('.'), b.split('.')];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = compareIdentifier(left[at]!, right[at]!);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Numbers stand before words. */
function compareIdentifier(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return isNumberA ? compareDigits(a, b) : compareText(a, b);
}
