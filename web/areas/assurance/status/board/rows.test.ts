import assert from 'node:assert/strict';
import test from 'node:test';
import type { Follow, Level, Service } from '../types.ts';
import { rowsOf } from './rows.ts';

test('what is wrong comes first, what is followed before the rest, and unknown ones that nobody follows last', () => {
  const service = (slug: string, level: Level) => ({ slug, name: slug, level }) as Service;
  const follow = (slug: string | null, level: Level, id = 'flw') => ({ id, service: slug, name: 'own page', level, components: [] as string[], regions: [] as string[] }) as Follow;
  const rows = rowsOf(
    [service('azure', 'operational'), service('box', 'unknown'), service('github', 'operational'), service('npm', 'degraded'), service('okta', 'majorOutage'), service('zoom', 'unknown')],
    [follow('github', 'operational'), follow('zoom', 'unknown'), follow(null, 'partialOutage', 'own')],
  );
  assert.equal(rowsOf([service('box', 'operational')], [follow('box', 'degraded')])[0]!.level, 'degraded', 'what is followed as a whole is newer');
  assert.equal(rowsOf([service('box', 'operational')], [{ ...follow('box', 'degraded'), components: ['API'] }])[0]!.level, 'operational');
  assert.deepEqual(rows.map(({ key }) => key), ['okta', 'own', 'npm', 'zoom', 'github', 'azure', 'box']);
});
