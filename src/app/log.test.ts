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

suite('as JSON', () => {
  const lines = (options: Parameters<typeof createLog>[2], write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] => {
    let text = '';
    write(createLog({ write: more => { text += more; } }, { now: () => 0, monotonicMs: () => 0 }, options));
    return text.split('\n').filter(Boolean).map(line => JSON.parse(line) as Record<string, unknown>);
  };
  test('each line is one object with time, level, message and the fields', () => {
    const [up, refused] = lines({ format: 'json' }, log => { log.info('up'); log.warn('refused\nand more', { operation: 'check.domain', requestId: 'req_1' }); });
    assert.deepEqual(up, { time: '1970-01-01T00:00:00.000Z', level: 'info', message: 'up' });
    assert.deepEqual(refused, { time: '1970-01-01T00:00:00.000Z', level: 'warn', message: 'refused\nand more', operation: 'check.domain', requestId: 'req_1' });
  });
  test('a fault has its context and stack, and no key in either', () => {
    const [fault] = lines({ format: 'json' }, log => log.fault(new Error(`bad svc_${'ab12'.repeat(16)}`), 'req_1'));
    assert.deepEqual([fault!['level'], fault!['context'], fault!['message']], ['error', 'req_1', 'Error: bad svc_ab12ab12…']);
    assert.match(fault!['stack'] as string, /log\.test\.ts/);
    assert.doesNotMatch(JSON.stringify(fault), /svc_[0-9a-f]{9}/);
  });
  const counts: [level: 'info' | 'warn' | 'error', written: number][] = [['info', 3], ['warn', 2], ['error', 1]];
  for (const [level, written] of counts) {
    test(`the level ${level} writes ${written} of info, warn and error`, () => {
      for (const format of ['text', 'json'] as const) {
        let count = 0;
        const log = createLog({ write: () => { count++; } }, { now: () => 0, monotonicMs: () => 0 }, { format, level });
        log.info('a');
        log.warn('b');
        log.fault(new Error('c'), 'd');
        assert.equal(count, written, format);
      }
    });
  }
});
