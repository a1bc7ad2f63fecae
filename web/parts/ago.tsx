import { useSyncExternalStore } from 'react';
import { language } from '../language/index.ts';
import { texts } from '../texts/parts.ts';

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600], ['month', 2_629_800], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60],
];
const TICK_MS = 30_000;

/** How far `at` is from `now`, both in milliseconds, in words: "3 hours ago", "in 2 days"; less than a minute is "just now". */
function distance(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? language.relative(Math.trunc(seconds / step[1]), step[0]) : texts.justNow;
}

/** A moment as people tell it, with the exact time in UTC on hover. */
export function Ago({ at }: { at: string | number | null }) {
  const now = useNow();
  if (at === null) return <span>{texts.never}</span>;
  const date = new Date(at);
  return <time dateTime={date.toISOString()} title={exact(date)}>{distance(date.getTime(), now)}</time>;
}

/** The time, in epoch milliseconds, which goes on by itself. */
export function useNow(): number {
  return useSyncExternalStore(listen, () => tick);
}

/** A moment to the second, in UTC. */
export function exact(date: Date): string {
  return language.timestamp(date);
}

/** One clock for all moments on the page, so that a long table has not a timer a row. */
let tick = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick = Date.now();
    timer = setInterval(() => {
      tick = Date.now();
      for (const one of listeners) one();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}
