import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createClient } from './index.ts';

const runAs = (status: string, done = 0) => ({ id: 'run_1', status, progress: { done, total: 3, step: null } });
const refused = (status: number, code: string) => Response.json({ success: false, status, code, title: 'x', detail: 'x', requestId: 'req_1' }, { status });

/** An event as the service writes it. */
function event(name: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A stream that says `text` and then ends, breaks or stays silent. */
function streamOf(text: string, then: 'end' | 'break' | 'silence' = 'end'): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (then === 'end') controller.close();
    },
    pull(controller) {
      if (then === 'break') controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

const result = (status: string) => event('result', { success: true, data: [], nextCursor: null, run: runAs(status, 3) });
const shown = (status: string, done = 0) => Response.json({ success: true, data: runAs(status, done) });

/** Waits against answers given in turn; says what was asked, as `events` with the last id or `run`. */
async function waitFor(answers: readonly (() => Response | Promise<Response>)[], options: { signal?: AbortSignal; pollMs?: number } = {}) {
  const asked: string[] = [];
  const progress: number[] = [];
  const client = createClient({
    baseUrl: 'https://dss.example.net',
    fetch: async (url, { headers }) => {
      asked.push(url.endsWith('/events') ? `events ${(headers as Headers).get('last-event-id') ?? '-'}` : 'run');
      const answer = answers[asked.length - 1];
      if (!answer) throw new Error(`Nobody expected ${asked.join(', ')}.`);
      return answer();
    },
  });
  const waited = await client.runs.wait('run_1', { pollMs: 1, onProgress: ({ done }) => progress.push(done), ...options });
  return { asked, progress, ended: waited.ok ? (waited.data as { status: string }).status : waited.problem.code };
}

const lost = () => Promise.reject<Response>(new TypeError('fetch failed'));

suite('a run is waited for until it has ended', () => {
  const cases: [says: string, answers: (() => Response | Promise<Response>)[], expected: { asked: string[]; progress?: number[]; ended: string }][] = [
    [
      'along its events',
      [() => streamOf(event('run', runAs('queued')) + event('started', {}, '1') + event('progress', { done: 1, total: 3, step: null }, '2') + result('completed'))],
      { asked: ['events -'], progress: [0, 1], ended: 'completed' },
    ],
    ['also when it ends badly: that is no failure of the call', [() => streamOf(event('run', runAs('failed')) + result('failed'))], { asked: ['events -'], ended: 'failed' }],
    [
      'over several connections, each going on behind the last event',
      [
        () => streamOf(event('run', runAs('running')) + event('progress', { done: 1, total: 3, step: null }, '2'), 'break'),
        () => shown('running', 1),
        () => streamOf(event('run', runAs('running', 1)) + event('part', {}, '3')),
        () => shown('running', 2),
        () => streamOf(event('run', runAs('running', 2)) + result('partial')),
      ],
      { asked: ['events -', 'run', 'events 2', 'run', 'events 3'], progress: [0, 1, 1, 1, 2, 2], ended: 'partial' },
    ],
    [
      'while the service is away for a moment',
      [lost, lost, lost, () => refused(503, 'overloaded'), () => streamOf(event('run', runAs('running')) + result('completed'))],
      { asked: ['events -', 'run', 'events -', 'run', 'events -'], ended: 'completed' },
    ],
    [
      'by asking for it, where a proxy lets no events through',
      [() => streamOf('', 'end'), () => shown('running', 1), () => shown('running', 2), () => shown('cancelled', 2)],
      { asked: ['events -', 'run', 'run', 'run'], progress: [1, 2], ended: 'cancelled' },
    ],
    [
      'by asking for it, where a proxy answers in the place of the service',
      [() => new Response('<html>', { status: 504 }), () => shown('running'), () => shown('completed')],
      { asked: ['events -', 'run', 'run'], ended: 'completed' },
    ],
    [
      'where the events come as a list, because nobody heard that a stream was wanted',
      [() => Response.json({ success: true, data: [], nextCursor: null, run: runAs('running') }), () => shown('completed')],
      { asked: ['events -', 'run'], ended: 'completed' },
    ],
    [
      'although something else answers for a while',
      [() => Response.json({ hello: 'world' }), () => Response.json(null), () => shown('completed')],
      { asked: ['events -', 'run', 'run'], progress: [], ended: 'completed' },
    ],
    ['unless the service refuses', [() => refused(404, 'not_found')], { asked: ['events -'], ended: 'not_found' }],
    ['unless the hourly limit is reached', [() => streamOf(event('run', runAs('running'))), () => refused(429, 'rate_limited')], { asked: ['events -', 'run'], ended: 'rate_limited' }],
  ];
  for (const [says, answers, expected] of cases) {
    test(says, async () => {
      const { asked, progress, ended } = await waitFor(answers);
      assert.deepEqual({ asked, ended, ...(expected.progress ? { progress } : {}) }, expected);
    });
  }

  test('a service that stays away is given up', async () => {
    const { ended, asked } = await waitFor(Array.from({ length: 100 }, () => lost));
    assert.deepEqual([ended, asked.length], ['network', 60]);
  });

  test('the caller may give up during a pause', async () => {
    const leaving = new AbortController();
    const gone = () => Promise.reject<Response>(leaving.signal.reason as Error);
    const showAndLeave = () => {
      setTimeout(() => leaving.abort());
      return shown('running');
    };
    const { ended, asked } = await waitFor([lost, showAndLeave, gone], { signal: leaving.signal, pollMs: 60_000 });
    assert.deepEqual([ended, asked.length], ['aborted', 3]);
  });

  test('a stream in which nothing is heard for long is left', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const waiting = waitFor([() => streamOf(': still here\n\n', 'silence'), () => shown('completed')]);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    await new Promise(resolve => setImmediate(resolve));
    context.mock.timers.tick(40_000);
    const { asked, ended } = await waiting;
    assert.deepEqual([asked, ended], [['events -', 'run'], 'completed']);
  });
});
