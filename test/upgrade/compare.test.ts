import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import test, { suite } from 'node:test';
import type { Row } from '../../src/store/index.ts';
import { faultsOf, uselessMoves, type Moves } from './compare.ts';
import type { Table } from './fixture.ts';

const expected: Record<string, Table> = {
  domain: { key: ['id'], columns: ['id', 'name', 'score'], rows: [{ id: 'a', name: 'one', score: 80 }, { id: 'b', name: 'two', score: null }] },
  source: { key: [], columns: ['sender', 'sources'], rows: [{ sender: 1, sources: 'x' }, { sender: 1, sources: 'x' }, { sender: 2, sources: 'y' }] },
};

const ORIGINAL = `
  create table domain (id text primary key, name text, score integer); insert into domain values ('a', 'one', 80), ('b', 'two', null);
  create table source (sender integer, sources text); insert into source values (2, 'y'), (1, 'x'), (1, 'x');`;

/** What is found wrong after `change` of the database. */
async function faultsAfter(change: string, moved: Moves = {}): Promise<string[]> {
  const database = new DatabaseSync(':memory:');
  database.exec(ORIGINAL + change);
  const rows = (query: string): Row[] => database.prepare(query).all().map(row => ({ ...row }) as Row);
  const columns = new Map(rows('select name from sqlite_master where type = \'table\'').map(({ name }) => [String(name), rows(`select name from pragma_table_info('${String(name)}')`).map(column => String(column['name']))]));
  try {
    return await faultsOf(expected, moved, { columns, ask: query => Promise.resolve(rows(query)) });
  } finally {
    database.close();
  }
}

const FACETS = 'create table facet (domain_id text, measure text, value text); insert into facet select id, \'score\', score from domain where score is not null; alter table domain drop column score;';
const scoreInFacets: Moves = { 'domain.score': { now: 'select domain_id as id, cast(value as integer) as score from facet where measure = \'score\'' } };

const cases: [says: string, change: string, faults: string[], moved?: Moves][] = [
  ['nothing', '', []],
  ['a new table and a new column', 'create table more (a text); alter table domain add column more text default \'x\';', []],
  ['a table that is lost', 'drop table source;', ['source: the table is lost']],
  ['a column that is lost', 'alter table domain drop column score;', ['domain.score: the column is lost']],
  ['a column that is lost of a table without a key', 'alter table source drop column sources;', ['source.sources: the column is lost']],
  ['a column with another name', 'alter table domain rename column score to points;', ['domain.score: the column is lost']],
  ['a row that is lost', 'delete from domain where id = \'b\';', ['domain of "b": the row is lost']],
  ['all rows lost', 'delete from domain;', ['domain of "a": the row is lost', 'domain of "b": the row is lost']],
  ['a row more', 'insert into domain values (\'c\', null, null);', ['domain of "c": the row was not there before']],
  ['a value that changed', 'update domain set score = 81 where id = \'a\';', ['domain.score of "a": was 80, is 81']],
  ['a value that became null', 'update domain set score = null;', ['domain.score of "a": was 80, is null']],
  ['a null that became 0', 'update domain set score = 0 where id = \'b\';', ['domain.score of "b": was null, is 0']],
  ['a number that became text', 'drop table domain; create table domain (id, name, score); insert into domain values (\'a\', \'one\', \'80\'), (\'b\', \'two\', null);', ['domain.score of "a": was 80, is "80"']],
  ['one of two equal rows lost', 'delete from source where rowid = 2;', ['source: was there 2 times and is 1 times: 1 "x"']],
  ['a changed row of a table without a key', 'update source set sources = \'z\' where sender = 2;', ['source: was there 1 times and is 0 times: 2 "y"', 'source: was there 0 times and is 1 times: 2 "z"']],
  ['a column that moved', FACETS, [], scoreInFacets],
  ['a column that moved, with a value lost', `${FACETS} delete from facet;`, ['domain.score of "a": was 80, is null'], scoreInFacets],
  ['a column that moved, with a value twice', `${FACETS} insert into facet select * from facet;`, ['domain.score of "a": there are two values'], scoreInFacets],
  ['a column that moved, with a value of no row', `${FACETS} insert into facet values ('z', 'score', '1');`, ['domain.score of "z": there is a value and no row'], scoreInFacets],
  ['a value that is said otherwise', 'update domain set name = \'ONE\' where id = \'a\';', [], { 'domain.name': { now: 'select id, lower(name) as name from domain' } }],
  ['a table that moved', 'alter table source rename to sender_source;', [], { source: { now: 'select * from sender_source' } }],
  ['a table that moved and lost its rows', 'alter table domain rename to inventory; delete from inventory;',
    ['domain: where it moved there are no rows'], { domain: { now: 'select * from inventory' } }],
  ['a column that moved out of a table without a key', '', ['source.sources: rows of a table without a key cannot be told apart; say where the whole table is'], { 'source.sources': { now: 'select 1' } }],
  ['what is gone on purpose', 'drop table source; alter table domain drop column score;', [], { source: { gone: 'nobody reads it' }, 'domain.score': { gone: 'it is computed' } }],
];

suite('comparing what a database holds with what it held finds', () => {
  for (const [says, change, faults, moved] of cases) {
    test(says, async () => assert.deepEqual(await faultsAfter(change, moved), faults));
  }

  test('moves of what was never there', () => {
    assert.deepEqual(uselessMoves({ domain: { gone: '' }, 'source.sources': { gone: '' }, 'domain.scores': { gone: '' }, sources: { gone: '' } }, [expected]), ['domain.scores', 'sources']);
  });
});
