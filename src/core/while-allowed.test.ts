import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.ts';
import { partsWhile } from './while-allowed.ts';

async function* slowParts(): AsyncGenerator<string> {
  for (const part of ['a', 'b', 'c']) {
    yield part;
    await sleep(450);
  }
}

suite('a file', () => {
  test('goes out whole while its caller may have it', async () => {
    let asked = 0;
    const parts = await Array.fromAsync(partsWhile(() => { asked++; return Promise.resolve(null); }, slowParts()));
    assert.deepEqual([parts, asked], [['a', 'b', 'c'], 2]);
  });

  test('is cut off with the problem when the rights of its caller end', async () => {
    const sent: unknown[] = [];
    await assert.rejects(async () => {
      for await (const part of partsWhile(() => Promise.resolve(new Problem('key_revoked', 'Revoked.')), slowParts())) sent.push(part);
    }, { code: 'key_revoked' });
    assert.deepEqual(sent, ['a']);
  });
});
