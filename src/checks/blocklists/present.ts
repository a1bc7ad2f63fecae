import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { clip } from '../evidence.ts';
import { okUnless } from '../status.ts';
import { verdictsOf } from './analyze.ts';
import type { BlocklistsFacts } from './collect.ts';
import { blocklistOf } from './lists.ts';
import type { BlocklistsShape } from './shape.ts';

type Shown = z.output<typeof BlocklistsShape>;

/** `notTested` where no list is asked or none can be believed. Of a list that cannot be believed `fault` says why, and it has no answers. */
export function presentBlocklists(facts: BlocklistsFacts, issues: readonly string[]) {
  const verdicts = verdictsOf(facts);
  return {
    status: facts.lists.every(({ fault }) => fault !== null) ? 'notTested' as const : okUnless(issues),
    lists: facts.lists.map(({ zone, fault }) => ({ zone, name: blocklistOf(zone).name, lists: blocklistOf(zone).lists, fault })),
    unread: facts.unknown,
    targets: facts.targets.map(seen => ({
      role: seen.role,
      target: seen.target,
      host: seen.host,
      answers: verdicts.filter(verdict => verdict.seen === seen).map(({ list, state, text }) => ({
        zone: list.zone,
        state: state.state,
        codes: state.state === 'listed' ? state.codes.map(({ code, weight, text }) => ({ code, weight, meaning: text })) : [],
        text: text === null ? null : clip(text),
        cause: state.state === 'unknown' ? state.cause : null,
      })),
    })),
  };
}

/** What was found in a few words. */
export function summarizeBlocklists({ lists, targets }: Shown): string {
  const listings = targets.flatMap(({ answers }) => answers.filter(({ state }) => state === 'listed')).length;
  return lists.length === 0 ? '' : `${listings === 0 ? 'no' : listings} ${listings === 1 ? 'listing' : 'listings'} on ${lists.length} lists`;
}

/** In what a change is reported. */
export function readBlocklists({ targets }: Shown): readonly ReadableField[] {
  return [['Listing', targets.flatMap(({ target, answers }) => answers.filter(({ state }) => state === 'listed').map(({ zone }) => `${target} on ${zone}`))]];
}
