import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { Problem } from '../../../../core/problem.ts';
import { testClock } from '../../../../../test/databases.ts';
import { createPackages } from './packages.ts';

const MIB = 1024 * 1024;

suite('packages of evidence', () => {
  test('are made two at a time; who comes then is told to come again', async () => {
    const packages = createPackages({ clock: testClock() });
    const { promise: made, resolve: makeAll } = Promise.withResolvers<Uint8Array>();
    const first = ['a', 'b'].map(key => packages(key, () => made));
    await assert.rejects(packages('c', () => made), (error: unknown) => error instanceof Problem && error.code === 'overloaded' && error.retryAfterSeconds === 5);
    makeAll(Buffer.from('x'));
    await Promise.all(first);
    assert.equal((await packages('c', () => made)).length, 1);
  });

  test('that fail leave their place to others, and are made again', async () => {
    const packages = createPackages({ clock: testClock() });
    for (let time = 0; time < 3; time++) await assert.rejects(packages('a', () => Promise.reject(new Error('lost'))), /lost/);
    assert.equal((await packages('a', () => Promise.resolve(Buffer.from('x')))).length, 1);
  });

  test('are given again for some minutes, and no more of them are kept than fit', async () => {
    const clock = testClock();
    const packages = createPackages({ clock });
    const made: string[] = [];
    const ask = (key: string, bytes = 10 * MIB) => packages(key, () => {
      made.push(key);
      return Promise.resolve(new Uint8Array(bytes));
    });
    for (const key of ['a', 'a', 'b', 'c', 'd', 'b', 'a']) await ask(key);
    assert.deepEqual(made, ['a', 'b', 'c', 'd', 'a']);
    await ask('large', 40 * MIB);
    await ask('large', 40 * MIB);
    clock.advance(6 * 60_000);
    await ask('d');
    assert.deepEqual(made.slice(5), ['large', 'large', 'd']);
  });
});
