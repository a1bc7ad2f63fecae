import type { Check } from '../check.ts';
import { clip } from '../evidence.ts';
import { okUnless } from '../status.ts';
import { analyzeBlocklists, verdictsOf } from './analyze.ts';
import { collectBlocklists, type BlocklistsFacts } from './collect.ts';
import { blocklistOf } from './lists.ts';
import { rules } from './rules.ts';

export type { BlocklistsFacts } from './collect.ts';
export { parseBlocklists } from './lists.ts';

export const blocklistsCheck: Check<'blocklists'> = {
  record: 'blocklists',
  rules,
  collect: collectBlocklists,
  analyze: ({ blocklists }) => analyzeBlocklists(blocklists),
  present: ({ blocklists }, issues) => presentBlocklists(blocklists, issues),
};

/** `notTested` where no list is asked. Of a list that cannot be believed `fault` says why, and it has no answers. */
function presentBlocklists(facts: BlocklistsFacts, issues: readonly string[]) {
  const verdicts = verdictsOf(facts);
  return {
    status: facts.lists.length === 0 ? 'notTested' as const : okUnless(issues),
    lists: facts.lists.map(({ zone, fault }) => ({ zone, name: blocklistOf(zone).name, lists: blocklistOf(zone).lists, fault })),
    targets: facts.targets.map(seen => ({
      role: seen.role,
      target: seen.target,
      host: seen.host,
      answers: verdicts.filter(verdict => verdict.seen === seen).map(({ list, state, text }) => ({
        zone: list.zone,
        state: state.state,
        codes: state.state === 'listed' ? state.codes.map(code => ({ code: code.code, meaning: code.text })) : [],
        text: text === null ? null : clip(text),
        cause: state.state === 'unknown' ? state.cause : null,
      })),
    })),
  };
}
