import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import { dangersOf, unreadNames, unvisitedNames } from './analyze.ts';
import { COMMON_NAMES, type TakeoverFacts } from './collect.ts';
import type { TakeoverShape } from './shape.ts';

type Shown = z.output<typeof TakeoverShape>;

/** `danger` is null where nothing is wrong with the name. */
export function presentTakeover(facts: TakeoverFacts, issues: readonly string[]) {
  const dangers = new Map(dangersOf(facts).map(({ name, kind }) => [name, kind]));
  return {
    status: okUnless(issues),
    namesLookedAt: COMMON_NAMES.length + 1,
    names: facts.names.map(({ name, via, service }) => ({ name, target: via.at(-1) ?? null, service, danger: dangers.get(name) ?? null })),
    unread: [...unreadNames(facts), ...unvisitedNames(facts)],
  };
}

/** What was found in a few words. */
export function summarizeTakeover({ names, namesLookedAt }: Shown): string {
  const inDanger = names.filter(({ danger }) => danger !== null).length;
  return `${inDanger === 0 ? 'none' : inDanger} of ${namesLookedAt} names in danger`;
}

/** In what a change is reported. */
export function readTakeover({ names }: Shown): readonly ReadableField[] {
  return [['Name in danger', names.flatMap(({ name, target, danger }) => (danger === null ? [] : [`${name} to ${target ?? 'nowhere'}`]))]];
}
