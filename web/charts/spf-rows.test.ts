import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { SpfNode, SpfTarget } from './spf-node.ts';
import { rowsOf } from './spf-rows.ts';

const node = (over: Partial<SpfNode>): SpfNode => ({
  domain: 'example.org', kind: 'root', via: null, record: null, lookups: 0, voidLookups: 0, error: null, nxdomain: false, failed: null, all: '-', children: [], targets: [], ...over,
});
const include = (domain: string, over: Partial<SpfNode> = {}) => node({ domain, kind: 'include', via: `include:${domain}`, ...over });
const target = (term: string, over: Partial<SpfTarget> = {}): SpfTarget => ({ term, name: 'example.org', type: 'A', outcome: 'found', nxdomain: false, count: 1, failed: null, ...over });

/** The rows as lines: depth, lookups from and to, the term, and what is said of it. */
function reported(tree: SpfNode): string[] {
  return rowsOf(tree).map(({ depth, from, to, term, note, failed, breaks }) =>
    [`${'  '.repeat(depth)}${from}-${to}`, term ?? 'unread', note, failed, breaks ? 'breaks' : null].filter(part => part !== null).join(' '));
}

suite('the rows count the lookups as a receiver does', () => {
  test('terms come in the order of the record, and what is below a term before the next one', () => {
    const tree = node({
      record: 'v=spf1 a include:b.example mx -all', lookups: 4,
      children: [include('b.example', { record: 'v=spf1 include:c.example -all', lookups: 1, children: [include('c.example', { record: 'v=spf1 -all' })] })],
      targets: [target('a'), target('mx', { type: 'MX' })],
    });
    assert.deepEqual(reported(tree), ['1-4 example.org', '  1-1 a', '  2-3 include:b.example', '    3-3 include:c.example', '  4-4 mx']);
  });
  test('a redirect has the last word, wherever it stands', () => {
    const redirect = node({ domain: 'b.example', kind: 'redirect', via: 'redirect=b.example', record: 'v=spf1 -all' });
    assert.deepEqual(reported(node({ record: 'v=spf1 redirect=b.example a', lookups: 2, children: [redirect], targets: [target('a')] })).slice(1), ['  1-1 a', '  2-2 redirect=b.example']);
  });
  test('the term that needs the eleventh lookup breaks the limit, and no other', () => {
    const terms = Array.from({ length: 12 }, (_, at) => `a:h${at}.example`);
    const rows = rowsOf(node({ record: `v=spf1 ${terms.join(' ')} -all`, lookups: 12, targets: terms.map(term => target(term)) }));
    assert.deepEqual(rows.filter(({ breaks }) => breaks).map(({ from, term }) => [from, term]), [[11, 'a:h10.example']]);
  });
  test('terms that were not followed count, and break the limit where they cross it', () => {
    const tree = node({ record: 'v=spf1 include:b.example -all', lookups: 12, children: [include('b.example', { record: 'v=spf1 -all', lookups: 11 })] });
    assert.deepEqual(reported(tree).slice(1), ['  1-12 include:b.example', '    2-12 unread breaks']);
  });
  test('the third lookup that finds nothing breaks the limit of void lookups', () => {
    const terms = ['a:one.example', 'a:two.example', 'a:three.example'];
    const tree = node({ record: `v=spf1 ${terms.join(' ')} -all`, lookups: 3, voidLookups: 3, targets: terms.map(term => target(term, { outcome: 'void' })) });
    assert.deepEqual(reported(tree).slice(1), ['  1-1 a:one.example void', '  2-2 a:two.example void', '  3-3 a:three.example void breaks']);
  });
  test('an include of a name that does not exist is a void lookup; one of a name without a record is not', () => {
    const children = [include('gone.example', { error: 'none', nxdomain: true, voidLookups: 1 }), include('bare.example', { error: 'none' })];
    assert.deepEqual(reported(node({ record: 'v=spf1 include:gone.example include:bare.example -all', lookups: 2, voidLookups: 1, children })).slice(1),
      ['  1-1 include:gone.example void', '  2-2 include:bare.example none']);
  });
  test('a failed lookup shows its cause and is no fault', () => {
    const failed = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.1' } as const;
    assert.deepEqual(reported(node({ record: 'v=spf1 include:b.example -all', lookups: 1, children: [include('b.example', { failed })] })).slice(1), ['  1-1 include:b.example timeout at 192.0.2.1']);
  });
  test('the same term twice is two lookups', () => {
    assert.deepEqual(reported(node({ record: 'v=spf1 a a -all', lookups: 2, targets: [target('a'), target('a')] })).slice(1), ['  1-1 a', '  2-2 a']);
  });
});
