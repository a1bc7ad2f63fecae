import { bulkStates, type BulkLookup, type BulkState, type BulkType, type Wildcard, type Wildcards } from '../../../core/outside/bulk-lookup.ts';
import type { Clock } from '../../../core/clock.ts';

/** Servers of one suffix may answer differently. */
const QUESTIONS_A_SUFFIX = 3;
const LABEL_CHARACTERS = 20;
const REMEMBERED_MS = 86_400_000;
const MAX_REMEMBERED = 20_000;
const QUIETEST_FIRST: readonly BulkState[] = ['unknown', 'nxdomain', 'nodata', 'found'];

/** Learns what suffixes answer for names that nobody made, by asking for some; `random` gives numbers in [0, 1). */
export function createWildcards(bulkLookup: BulkLookup, { clock, random }: { clock: Clock; random: () => number }): Wildcards {
  const remembered = new Map<string, Wildcard & { untilMs: number }>();

  return async function wildcards(suffixes, type, signal) {
    const nowMs = clock.now();
    const keyOf = (suffix: string) => `${type} ${suffix.toLowerCase()}`;
    const missing = [...new Set(suffixes)].filter(suffix => (remembered.get(keyOf(suffix))?.untilMs ?? 0) <= nowMs);
    const learned = await learn(missing, type, signal);
    for (const [suffix, wildcard] of learned) if (wildcard.state !== 'unknown') remember(keyOf(suffix), { ...wildcard, untilMs: nowMs + REMEMBERED_MS });
    return suffixes.map(suffix => learned.get(suffix) ?? remembered.get(keyOf(suffix))!);
  };

  async function learn(suffixes: readonly string[], type: BulkType, signal: AbortSignal): Promise<Map<string, Wildcard>> {
    const names = suffixes.flatMap(suffix => Array.from({ length: QUESTIONS_A_SUFFIX }, () => `${randomLabel(random)}.${suffix}`));
    const answers = await bulkLookup(names, type, signal);
    return new Map(suffixes.map((suffix, at) => {
      const asked = Array.from({ length: QUESTIONS_A_SUFFIX }, (_, i) => at * QUESTIONS_A_SUFFIX + i);
      const state = Math.max(...asked.map(index => QUIETEST_FIRST.indexOf(bulkStates[answers.states[index]!]!)));
      return [suffix, { state: QUIETEST_FIRST[state]!, records: new Set(asked.flatMap(index => answers.records(index))) }];
    }));
  }

  function remember(key: string, wildcard: Wildcard & { untilMs: number }): void {
    remembered.delete(key);
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    remembered.set(key, wildcard);
  }
}

function randomLabel(random: () => number): string {
  return Array.from({ length: LABEL_CHARACTERS }, () => Math.floor(random() * 36).toString(36)).join('');
}
