import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { toCome } from './to-come.ts';

const AT = '2026-03-02T09:00:00.000Z';
const [BEFORE, SOON, AGAIN] = ['2026-03-02T08:59:59.000Z', '2026-03-02T09:00:05.000Z', '2026-03-02T09:02:00.000Z'];
const of = (checkedAt: string | null, coveredBy: string | null = null) => ({ domainId: 'dom_1', coveredBy, state: coveredBy === null ? 'pending' : 'proven', checkedAt }) as const;
const [none, since] = [new Map<string, string>(), new Map([['dom_1', AT]])];

suite('what of a check is still to come', () => {
  for (const [says, row, started, expected] of [
    ['the first, of a domain that was never checked', of(null), { since, published: none }, ['dom_1', null]],
    ['the first, of one that was checked before', of(BEFORE), { since, published: since }, ['dom_1', null]],
    ['nothing more, where nothing was published', of(SOON), { since, published: none }, ['', null]],
    ['the second, of a record that was published and not seen yet', of(SOON), { since, published: since }, ['', AGAIN]],
    ['the second, also while somebody has all checked at once meanwhile', of(SOON), { since: new Map([['dom_1', SOON]]), published: since }, ['', AGAIN]],
    ['nothing more after the second', of(AGAIN), { since, published: since }, ['', null]],
    ['nothing more of what is proven', of(SOON, 'shop.example'), { since, published: since }, ['', null]],
    ['nothing of a domain that is not in it', of(null), { since: none, published: none }, ['', null]],
  ] as const) {
    test(says, () => {
      const { waiting, againAtMs } = toCome([row], started);
      assert.deepEqual([[...waiting].join(), againAtMs === null ? null : new Date(againAtMs).toISOString()], expected);
    });
  }
});
