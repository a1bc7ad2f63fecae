import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createLog } from './log.ts';

suite('the log tells the operator and keeps secrets', () => {
  const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
    let text = '';
    write(createLog({ write: more => { text += more; } }, { now: () => 0, monotonicMs: () => 0 }));
    return text;
  };
  test('a line has time and level', () => assert.equal(written(log => log.info('up')), '1970-01-01T00:00:00.000Z info  up\n'));
  test('a key is cut to its prefix wherever it stands', () => {
    const key = `svc_${'ab12'.repeat(16)}`;
    const text = written(log => { log.info(`got ${key}`); log.fault(new Error(`bad ${key}!`), key); });
    assert.doesNotMatch(text, /svc_[0-9a-f]{9}/);
    assert.match(text, /svc_ab12ab12…/);
  });
  test('control characters cannot steer a terminal', () => assert.equal(written(log => log.warn('a\u001b[31mb\rc')), '1970-01-01T00:00:00.000Z warn  a [31mb c\n'));
  test('no text can pass for a line of its own', () => assert.equal(written(log => log.warn('a\n1970-01-01T00:00:00.000Z info  b')).split('\n')[1], '    1970-01-01T00:00:00.000Z info  b'));
  test('a line is bounded', () => assert.ok(written(log => log.info('x'.repeat(100_000))).length < 5000));
});
