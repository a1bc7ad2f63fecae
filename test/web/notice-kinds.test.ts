// The kinds of notifications that rules and the filter of the inbox offer.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import test from 'node:test';
import { areas } from '../../src/app/registry.ts';

test('every kind of notification can be chosen for a rule, and no choice stands for nothing', async () => {
  const files = globSync(new URL('../../web/areas/**/texts/names.ts', import.meta.url).pathname);
  const texts = await Promise.all(files.map(async file => (await import(file) as { names: { notices?: Readonly<Record<string, string>> } }).names.notices ?? {}));
  const offered = texts.flatMap(notices => Object.keys(notices));
  const kinds = areas.flatMap(({ notificationKinds = {} }) => Object.keys(notificationKinds)).filter(kind => kind !== 'baseline.created');
  const covers = (pattern: string, kind: string): boolean => (pattern.endsWith('.*') ? kind.startsWith(pattern.slice(0, -1)) : pattern === kind);
  assert.ok(offered.length > 20 && kinds.length > 50);
  assert.deepEqual(kinds.filter(kind => !offered.some(pattern => covers(pattern, kind))), []);
  assert.deepEqual(offered.filter(pattern => !kinds.some(kind => covers(pattern, kind))), []);
});
