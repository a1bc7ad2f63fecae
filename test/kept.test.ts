// What is kept is known: every table stands in docs/security.md, with how long or how many.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { schema } from '../src/app/registry.ts';

const DAY_MS = 86_400_000;
const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('### Every table'), page.indexOf('## What it connects to'));
const rows = [...section.matchAll(/^\| (`.+?) \| .+? \| (.+?) \|$/gm)].map(([, names, kept]) => ({ names: [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!), kept: kept! }));

test('every table is named once, and no other', () => {
  assert.deepEqual(rows.flatMap(({ names }) => names).toSorted(), [...schema.tables].toSorted());
});

for (const { table, keptMs } of schema.expiring.filter(one => one.keptMs > 0)) {
  const days = keptMs / DAY_MS;
  test(`${table} is said to be kept for ${days} days`, () => {
    assert.match(rows.find(({ names }) => names.includes(table))!.kept, new RegExp(`\\b${days} day${days === 1 ? '' : 's'}\\b`));
  });
}
