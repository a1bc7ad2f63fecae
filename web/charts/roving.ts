import { useState, type KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: at => at - 1,
  ArrowRight: at => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** One tab stop for the many points of a chart: arrow keys, Home and End move between them, and the pointer too. It is at the last one to begin with, unless `start` says another. */
export function useRoving(count: number, select?: (index: number) => void, start = count - 1) {
  const [wanted, setAt] = useState<number | null>(null);
  const at = Math.min(wanted ?? start, count - 1);
  const move = (event: KeyboardEvent<SVGElement>) => {
    if (select && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      select(at);
      return;
    }
    const next = STEPS[event.key]?.(at, count - 1);
    if (next === undefined) return;
    event.preventDefault();
    const points = event.currentTarget.parentElement?.querySelectorAll<SVGElement>('[data-point]');
    points?.[Math.max(0, Math.min(count - 1, next))]?.focus();
  };
  /** What makes the element of one point reachable; its siblings must be the other points. */
  const pointProps = (index: number) => ({
    'data-point': '',
    tabIndex: index === at ? 0 : -1,
    role: select ? 'button' as const : 'img' as const,
    onFocus: () => setAt(index),
    onPointerEnter: () => setAt(index),
    onKeyDown: move,
    ...(select ? { onClick: () => select(index) } : {}),
  });
  return { at, pointProps };
}
