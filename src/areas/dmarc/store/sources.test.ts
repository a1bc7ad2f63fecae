import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../store/testing.ts';
import { insertSources, lastSeen, packed, sumOf, tidySources, type Sources } from './sources.ts';

const DAY = 20_000;

function sourcesOf(...given: readonly [ip: string, messages: number, firstDay?: number, lastDay?: number][]): Sources {
  return new Map(given.map(([ip, messages, firstDay = DAY, lastDay = firstDay]) => [ip, { messages, firstDay, lastDay }]));
}

function sum(...rows: readonly Sources[]): Sources {
  return sumOf(rows.map(row => ({ sources: packed(row) })));
}

test('rows add up address by address, from the first day to the last', () => {
  const rows = [sourcesOf(['192.0.2.1', 5], ['2001:db8::1', 7, DAY, DAY + 2]), sourcesOf(['192.0.2.1', 2, DAY - 3])];
  assert.deepEqual(sum(...rows), sourcesOf(['192.0.2.1', 7, DAY - 3, DAY], ['2001:db8::1', 7, DAY, DAY + 2]));
});

test('an address whose messages were all taken back is not there', () => {
  assert.deepEqual(sum(sourcesOf(['192.0.2.1', 5], ['192.0.2.2', 1]), sourcesOf(['192.0.2.1', -5])), sourcesOf(['192.0.2.2', 1]));
});

test('addresses that were seen last stay, those with more messages first', () => {
  const sources = sourcesOf(['192.0.2.1', 1, DAY, DAY + 1], ['192.0.2.2', 9], ['192.0.2.3', 10], ['192.0.2.4', 99, DAY - 9]);
  assert.deepEqual(lastSeen(sources, DAY).map(([ip]) => ip), ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  assert.deepEqual(lastSeen(sources, DAY, 2).map(([ip]) => ip), ['192.0.2.1', '192.0.2.3']);
});

onEachDatabase('addresses of senders', open => {
  test('many rows of a sender become one, others stay, and nothing is lost', async () => {
    const { db } = await open();
    const rows = async (senderNo: number) => db.selectFrom('dmarc_source').selectAll().where('domain_no', '=', 1).where('sender_no', '=', senderNo).execute();
    for (let at = 0; at < 32; at++) await insertSources(db, [7, 8].map(senderNo => ({ domainNo: 1, senderNo, sources: sourcesOf([`192.0.2.${at}`, 1], ['192.0.2.99', 2, DAY + at]) })));
    await tidySources(db, 1, DAY);
    assert.equal((await rows(7)).length, 32);
    await insertSources(db, [{ domainNo: 1, senderNo: 7, sources: sourcesOf(['192.0.2.0', -1]) }]);
    const before = sumOf(await rows(7));
    await tidySources(db, 1, DAY);
    const [one, ...more] = await rows(7);
    assert.deepEqual([one!.addresses, one!.oldest, more.length, (await rows(8)).length], [32, DAY, 0, 32]);
    assert.deepEqual(sumOf([one!]), before);
    assert.deepEqual(before.get('192.0.2.99'), { messages: 64, firstDay: DAY, lastDay: DAY + 31 });
  });

  test('an address that was not seen for long is forgotten, and a sender of whom nothing is left has no row', async () => {
    const { db } = await open();
    await insertSources(db, [{ domainNo: 1, senderNo: 7, sources: sourcesOf(['192.0.2.1', 1], ['192.0.2.2', 1, DAY, DAY + 9]) }, { domainNo: 1, senderNo: 8, sources: sourcesOf(['192.0.2.1', 1]) }]);
    await tidySources(db, 1, DAY + 1);
    const rows = await db.selectFrom('dmarc_source').select(['sender_no', 'sources']).execute();
    assert.deepEqual(rows.map(row => ({ ...row })), [{ sender_no: 7, sources: `192.0.2.2 1 ${DAY} ${DAY + 9}` }]);
  });

  test('a sender with very many addresses has rows of ten thousand, which are as few as can be', async () => {
    const { db } = await open();
    const sources = new Map(Array.from({ length: 25_000 }, (_, at) => [`10.0.${at >> 8}.${at & 255}`, { messages: 1, firstDay: DAY, lastDay: DAY }]));
    await insertSources(db, [{ domainNo: 1, senderNo: 7, sources }]);
    for (let at = 0; at < 33; at++) await tidySources(db, 1, DAY);
    const rows = await db.selectFrom('dmarc_source').selectAll().execute();
    assert.deepEqual(rows.map(({ addresses }) => addresses).toSorted((a, b) => a - b), [5000, 10_000, 10_000]);
    assert.deepEqual(sumOf(rows), sources);
  });
});
