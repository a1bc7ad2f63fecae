import type { Cycle, Lifecycle } from '../records/lifecycle.ts';

/** How long a version is looked after by its authors. */
export interface Support {
  /** What the version belongs to, such as `2.4`. */
  cycle: string;
  /** Null where the day is not known. */
  endsOn: string | null;
  isOver: boolean;
  latest: string | null;
}

/** What is known of the support of `version` at `now`; null where no cycle of the product has it. */
export function supportOf(lifecycle: Lifecycle | null, version: string | null, now: number): Support | null {
  if (version === null) return null;
  const [cycle] = (lifecycle?.cycles ?? []).filter(({ name }) => version === name || version.startsWith(`${name}.`)).toSorted((a, b) => b.name.length - a.name.length);
  return cycle ? { cycle: cycle.name, endsOn: typeof cycle.endsOn === 'string' ? cycle.endsOn : null, isOver: isOver(cycle, now), latest: cycle.latest } : null;
}

function isOver({ endsOn }: Cycle, now: number): boolean {
  return typeof endsOn === 'string' ? Date.parse(endsOn) < now : endsOn === true;
}
