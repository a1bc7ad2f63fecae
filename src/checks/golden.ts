import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { issuesOf, type Finding, type FindingState } from '../core/finding.ts';
import type { BoundRule } from '../core/findings/rules.ts';

/** One golden file: what was seen, and what must be said of it. */
export interface Golden<Facts, Others> {
  /** What this case shows, as a sentence. */
  says: string;
  facts: Facts;
  /** What other checks know; left out where the check needs nothing of them. */
  others: Others;
  /** The findings that do not pass, by id; those left out must pass. */
  states: Record<string, FindingState>;
  /** The issues in their order; asserted where given. */
  issues?: string[];
}

/**
 * Declares one test for each file of `golden/` next to `test` (its `import.meta.url`),
 * and one that every rule passes in some file and fails in another.
 */
export function goldenSuite<Facts, Others>(
  title: string,
  here: string,
  rules: Readonly<Record<string, BoundRule>>,
  judge: (golden: Golden<Facts, Others>) => Finding[],
): void {
  const folder = new URL('golden/', here);
  const ids = Object.values(rules).map(({ id }) => id).toSorted();
  const goldens = readdirSync(folder).filter(name => name.endsWith('.json'))
    .map(name => ({ name, ...(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden<Facts, Others>) }));
  suite(title, () => {
    for (const golden of goldens) {
      test(`${golden.name}: ${golden.says}`, () => {
        const findings = judge(golden);
        const others = findings.filter(({ state }) => state !== 'pass').map(({ id, state }) => [id, state]);
        assert.deepEqual(Object.fromEntries(others), golden.states);
        assert.deepEqual(findings.map(({ id }) => id).toSorted(), ids, 'every rule gives exactly one finding');
        if (golden.issues) assert.deepEqual(issuesOf(findings), golden.issues);
      });
    }
    test('each rule passes in some file and fails in another', () => {
      const seen = new Set(goldens.flatMap(golden => ids.map(id => `${id} ${golden.states[id] ?? 'pass'}`)));
      const missing = ids.flatMap(id => [`${id} pass`, `${id} fail`]).filter(wanted => !seen.has(wanted));
      assert.deepEqual(missing, []);
    });
  });
}
