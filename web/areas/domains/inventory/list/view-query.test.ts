import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { parseSearch } from '../../../../search.ts';
import { chosenColumns, queryOf } from './view-query.ts';

suite('a view of the list of domains', () => {
  test('has one query whatever the order in which its filters were set, and leads back to them', () => {
    const query = queryOf({ tag: 'shop & more', grade: 'F', search: undefined });
    assert.equal(query, queryOf({ grade: 'F', tag: 'shop & more' }));
    assert.deepEqual({ ...parseSearch(query) }, { grade: 'F', tag: 'shop & more' });
    assert.match(query, /^[\w.~*+%=&-]*$/, 'as the service takes it');
    assert.equal(queryOf({}), '');
  });

  test('shows the columns that are named, in the order of the list, and always the name', () => {
    const columns = ['score', 'name', 'issues', 'expiresAt'].map(id => ({ id }));
    assert.deepEqual(chosenColumns(columns, 'expiresAt,score', 'name').map(({ id }) => id), ['score', 'name', 'expiresAt']);
    assert.deepEqual(chosenColumns(columns, 'no-column', 'name').map(({ id }) => id), ['name']);
    assert.deepEqual(chosenColumns(columns, undefined, 'name'), columns);
  });
});
