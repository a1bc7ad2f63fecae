import { causes, outcomes, type Result } from '../machine/outcome.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Checks that run less often have a pack a day: an hour would be little more than its key. */
const RARE_SECONDS = 600;

/** The start of the pack that a result at `at` belongs to. */
export function packAt(at: number, intervalSeconds: number): number {
  const span = intervalSeconds >= RARE_SECONDS ? DAY_MS : HOUR_MS;
  return at - at % span;
}

/** The longest span of a pack: a pack that began so long ago may have results of now. */
export const PACK_SPAN_MS = DAY_MS;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = new Map(Array.from(ALPHABET, (digit, value) => [digit, value]));

/**
 * One result as 6 to 14 characters that can be put behind others: numbers of five bits a character, the lowest first, the sixth says that more follow.
 * Fields: milliseconds since the pack began, outcome and cause, duration plus one, status plus one.
 */
export function encodeResult(packStart: number, { at, outcome, cause, durationMs, status }: Result): string {
  const kind = outcomes.indexOf(outcome) + outcomes.length * (cause === null ? 0 : causes.indexOf(cause) + 1);
  return number(at - packStart) + number(kind) + number(durationMs === null ? 0 : Math.round(durationMs) + 1) + number(status === null ? 0 : status + 1);
}

/** The results of a pack in the order in which they came; what cannot be read ends them. */
export function decodePack(packStart: number, text: string): Result[] {
  const results: Result[] = [];
  let position = 0;
  const next = (): number => {
    let [value, factor] = [0, 1];
    for (;;) {
      const digit = digits.get(text[position++] ?? '');
      if (digit === undefined) return NaN;
      value += (digit & 31) * factor;
      if (digit < 32) return value;
      factor *= 32;
    }
  };
  while (position < text.length) {
    const [at, kind, duration, status] = [next(), next(), next(), next()];
    const outcome = outcomes[kind % outcomes.length];
    if (Number.isNaN(status) || outcome === undefined) break;
    const cause = causes[Math.floor(kind / outcomes.length) - 1] ?? null;
    results.push({ at: packStart + at, outcome, cause, durationMs: duration === 0 ? null : duration - 1, status: status === 0 ? null : status - 1 });
  }
  return results;
}

function number(value: number): string {
  let text = '';
  for (let rest = Math.max(0, value); ; rest = Math.floor(rest / 32)) {
    const digit = rest % 32;
    if (rest < 32) return text + ALPHABET[digit]!;
    text += ALPHABET[digit + 32]!;
  }
}
