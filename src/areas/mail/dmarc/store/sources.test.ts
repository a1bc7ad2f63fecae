import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { insertSources, lastSeen, packed, sumOf, tidySources, topSources, type Sources } from './sources.ts';
import { allTables } from '../../../../../test/tables.ts';

const DAY = 20_000;

function sourcesOf(...given: readonly [ip: string, messages: number, firstDay?: number, lastDay?: number][]): Sources {
  return new Map(given.map(([ip, messages, firstDay = DAY, lastDay = firstDay]) => [ip, { messages, firstDay, lastDay }]));
}

function sum(...rows: readonly Sources[]): Promise<Sources> {
  return sumOf(rows.map(row => ({ sources: packed(row) })));
}

test('rows add up address by address, from the first day to the last', async () => {
  const rows = [sourcesOf(['192.0.2.1', 5], ['2001:db8::1', 7, DAY, DAY + 2]), sourcesOf(['192.0.2.1', 2, DAY - 3])];
  assert.deepEqual(await sum(...rows), sourcesOf(['192.0.2.1', 7, DAY - 3, DAY], ['2001:db8::1', 7, DAY, DAY + 2]));
});

test('an address whose messages were all taken back is not there', async () => {
  assert.deepEqual(await sum(sourcesOf(['192.0.2.1', 5], ['192.0.2.2', 1]), sourcesOf(['192.0.2.1', -5])), sourcesOf(['192.0.2.2', 1]));
});

test('addresses that were seen last stay, those with more messages first', () => {
  const sources = sourcesOf(['192.0.2.1', 1, DAY, DAY + 1], ['192.0.2.2', 9], ['192.0.2.3', 10], ['192.0.2.4', 99, DAY - 9]);
  assert.deepEqual(lastSeen(sources, DAY).map(([ip]) => ip), ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  assert.deepEqual(lastSeen(sources, DAY, 2).map(([ip]) => ip), ['192.0.2.1', '192.0.2.3']);
});

test('those with most messages come first, then those whose text does', () => {
  const random = Array.from({ length: 500 }, (_, at): [string, number] => [`10.0.${at >> 8}.${at & 255}`, at * 7919 % 50]);
  const expected = random.toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1)).slice(0, 20).map(([ip]) => ip);
  assert.deepEqual(topSources(sourcesOf(...random), 20).map(([ip]) => ip), expected);
});

onEachDatabase('addresses of senders', open => {
  test('many rows of a sender become one, others stay, and nothing is lost', async () => {
    const { db } = await open();
    const rows = async (senderNo: number) => allTables(db).selectFrom('dmarc_source').selectAll().where('domain_no', '=', 1).where('sender_no', '=', senderNo).execute();
    for (let at = 0; at < 32; at++) await insertSources(db, [7, 8].map(senderNo => ({ domainNo: 1, senderNo, sources: sourcesOf([`192.0.2.${at}`, 1], ['192.0.2.99', 2, DAY + at]) })));
    await tidySources(db, 1, DAY);
    assert.equal((await rows(7)).length, 32);
    await insertSources(db, [{ domainNo: 1, senderNo: 7, sources: sourcesOf(['192.0.2.0', -1]) }]);
    const before = await sumOf(await rows(7));
    await tidySources(db, 1, DAY);
    const [one, ...more] = await rows(7);
    assert.deepEqual([one!.addresses, one!.oldest, more.length, (await rows(8)).length], [32, DAY, 0, 32]);
    assert.deepEqual(await sumOf([one!]), before);
    assert.deepEqual(before.get('192.0.2.99'), { messages: 64, firstDay: DAY, lastDay: DAY + 31 });
  });

  test('an address that was not seen for long is forgotten, and a sender of whom nothing is left has no row', async () => {
    const { db } = await open();
    await insertSources(db, [{ domainNo: 1, senderNo: 7, sources: sourcesOf(['192.0.2.1', 1], ['192.0.2.2', 1, DAY, DAY + 9]) }, { domainNo: 1, senderNo: 8, sources: sourcesOf(['192.0.2.1', 1]) }]);
    await tidySources(db, 1, DAY + 1);
    const rows = await allTables(db).selectFrom('dmarc_source').select(['sender_no', 'sources']).execute();
    assert.deepEqual(rows.map(row => ({ ...row })), [{ sender_no: 7, sources: `192.0.2.2 1 ${DAY} ${DAY + 9}` }]);
  });

  test('the same addresses every day take the room of one day', async () => {
    const { db } = await open();
    const rows = () => allTables(db).selectFrom('dmarc_source').selectAll().execute();
    const sources = new Map(Array.from({ length: 5000 }, (_, at) => [`10.0.${at >> 8}.${at & 255}`, { messages: 1, firstDay: DAY, lastDay: DAY }]));
    for (let day = 0; day < 60; day++) {
      await insertSources(db, [{ domainNo: 1, senderNo: 7, sources }]);
      await tidySources(db, 1, DAY);
      assert.ok((await rows()).length <= 3 + 33 + 3);
    }
    const sum = await sumOf(await rows());
    assert.deepEqual([sum.size, sum.get('10.0.0.1')], [5000, { messages: 60, firstDay: DAY, lastDay: DAY }]);
  });

  test('a few new addresses among very many are not worth their tidying, until there are too many rows', async () => {
    const { db } = await open();
    const many = new Map(Array.from({ length: 4000 }, (_, at) => [`10.0.${at >> 8}.${at & 255}`, { messages: 1, firstDay: DAY, lastDay: DAY }]));
    await insertSources(db, [{ domainNo: 1, senderNo: 7, sources: many }], { tidied: 1 });
    const rowsAfter = async (rows: number) => {
      for (let at = 0; at < rows; at++) await insertSources(db, [{ domainNo: 1, senderNo: 7, sources: sourcesOf(['192.0.2.1', 1]) }]);
      await tidySources(db, 1, DAY);
      return (await allTables(db).selectFrom('dmarc_source').selectAll().execute()).length;
    };
    assert.deepEqual([await rowsAfter(500), await rowsAfter(1)], [502, 3]);
  });
});
