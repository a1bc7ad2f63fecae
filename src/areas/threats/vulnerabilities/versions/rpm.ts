import { compareDigits, compareText } from './segments.ts';

const EVR = /^(?:(?<epoch>\d{1,9}):)?(?<version>[^\s:-]+)(?:-(?<release>[^\s:-]+))?$/;
/** A tilde, a caret, a run of digits or a run of letters; whatever stands between only separates. */
const SEGMENT = /~|\^|\d+|[A-Za-z]+/g;

/** Orders two versions of RPM packages, `[epoch:]version[-release]`, as `rpm` does (rpm-version(7)); a release counts where both have one. Null where one is none. */
export function compareRpm(a: string, b: string): number | null {
  const [left, right] = [EVR.exec(a)?.groups, EVR.exec(b)?.groups];
  if (!left || !right) return null;
  const byVersion = Number(left['epoch'] ?? 0) - Number(right['epoch'] ?? 0) || compareSegments(left['version']!, right['version']!);
  if (byVersion !== 0 || left['release'] === undefined || right['release'] === undefined) return byVersion;
  return compareSegments(left['release'], right['release']);
}

/** Without epoch and release; null where it is none. */
export function upstreamOfRpm(version: string): string | null {
  return EVR.exec(version)?.groups!['version'] ?? null;
}

function compareSegments(a: string, b: string): number {
  const [left, right] = [a.match(SEGMENT) ?? [], b.match(SEGMENT) ?? []];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = compareSegment(left[at], right[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A tilde stands before the end, a caret right behind it; numbers stand behind letters. */
function compareSegment(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === '~' || b === '~') return a === '~' ? -1 : 1;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  if (a === '^' || b === '^') return a === '^' ? -1 : 1;
  const [isNumberA, isNumberB] = [/^\d/.test(a), /^\d/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? 1 : -1;
  return isNumberA ? compareDigits(a, b) : compareText(a, b);
}
