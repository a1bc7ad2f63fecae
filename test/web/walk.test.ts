import assert from 'node:assert/strict';
import test from 'node:test';
import { appPaths } from '../../src/surfaces/http/pages/app-paths.ts';
import { pages, views } from './pages.ts';
import { walkPages } from './walk.ts';

test('every page of the router stands in the table', () => {
  assert.deepEqual(Object.keys(pages).toSorted(), [...appPaths, '/domain-checkup.html'].toSorted());
  assert.deepEqual(Object.entries(pages).filter(([, seen]) => seen.length === 0), []);
});

walkPages([...new Set(views.map(({ who }) => who))].filter(who => who !== 'operator'));
