import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { judgeWebsite } from './judge.ts';

interface Golden {
  says: string;
  facts: Parameters<typeof judgeWebsite>[0];
  states: Record<string, string>;
  severities?: Record<string, string>;
}

const folder = new URL('golden/', import.meta.url);

suite('what a website shows is judged as its golden files say', () => {
  for (const name of readdirSync(folder)) {
    const { says, facts, states, severities = {} } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden;
    test(`${name}: ${says}`, () => {
      const placed = judgeWebsite(facts, { address: '192.0.2.1', port: 443, edge: null });
      assert.deepEqual(Object.fromEntries(placed.map(({ finding: { id, state } }) => [id, state])), states);
      for (const { finding: { id, severity } } of placed) if (severities[id] !== undefined) assert.equal(severity, severities[id]);
    });
  }
  test('a machine of a provider is named as that', () => {
    const { facts } = JSON.parse(readFileSync(new URL('seen-once.json', folder), 'utf8')) as Golden;
    const [placed] = judgeWebsite(facts, { address: '192.0.2.1', port: 443, edge: 'Example CDN' });
    assert.ok(placed!.finding.evidence.includes('This is a machine of Example CDN'));
  });
});
