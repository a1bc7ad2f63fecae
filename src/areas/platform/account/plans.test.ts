import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { allowanceOf, cheapestPlan, readPlans, standardPlans } from './plans.ts';

suite('the operator changes single terms of plans', () => {
  test('nothing given: the standard plans', () => assert.equal(readPlans(null), standardPlans));
  test('what is given replaces, what is not given stays', () => {
    const plans = readPlans('{"free":{"domains":10},"pro":{"websiteScansPerDay":7}}');
    assert.deepEqual(plans.free, { ...standardPlans.free, domains: 10 });
    assert.deepEqual(plans.enterprise, standardPlans.enterprise);
    assert.equal(allowanceOf(plans, 'pro', 'websiteScans'), 7);
    assert.equal(allowanceOf(plans, 'pro', 'manualScans'), 200);
  });

  const wrong: [title: string, text: string, says: RegExp][] = [
    ['no JSON', '{free}', /not JSON/],
    ['an unknown plan', '{"gold":{}}', /gold/],
    ['an unknown term', '{"free":{"domain":1}}', /domain/],
    ['a negative figure', '{"free":{"domains":-1}}', /domains/],
    ['a fraction', '{"free":{"domains":1.5}}', /domains/],
    ['a figure as text', '{"free":{"domains":"9"}}', /domains/],
    ['more pages of an audit than one can have', '{"pro":{"accessibilityPages":1001}}', /accessibilityPages/],
    ['a list', '[]', /object/],
  ];
  for (const [title, text, says] of wrong) test(`refused: ${title}`, () => assert.throws(() => readPlans(text), says));
});

suite('the cheapest plan that is enough', () => {
  const cases: [domains: number, plan: string | null][] = [[3, 'free'], [4, 'pro'], [101, 'enterprise'], [10_001, null]];
  for (const [domains, plan] of cases) test(`for ${domains} domains is ${plan}`, () => assert.equal(cheapestPlan(standardPlans, terms => terms.domains >= domains), plan));
});
