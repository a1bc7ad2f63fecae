import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { recogniseService } from './recognise.ts';
import { replay, type Recording } from './replay.sample.ts';
import type { RecognitionLimits, Service } from './service.ts';

const limits: RecognitionLimits = { signal: new AbortController().signal, timeoutMs: 5000, connectMs: 1000, quietMs: 100, replyMs: 100, maxConnections: 40 };
const files = globSync('*.json', { cwd: new URL('./golden/', import.meta.url).pathname }).toSorted();

suite('servers of Debian, as recorded, are recognised', () => {
  test('there are enough of them', () => assert.ok(files.length >= 39));
  for (const file of files) {
    test(file, async () => {
      const { port, service, ...recording } = JSON.parse(readFileSync(new URL(`./golden/${file}`, import.meta.url), 'utf8')) as Recording & { port: number; service: Service };
      const reply = await recogniseService(replay(recording), { host: '127.0.0.1', port, serverName: 'localhost', userAgent: 'dss-bench' }, limits);
      assert.deepEqual(reply, { outcome: 'answered', service });
    });
  }
});
