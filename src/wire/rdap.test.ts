import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite, type TestContext } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../core/clock.ts';
import { createDoor } from './door.ts';
import { createHttpGet } from './http.ts';
import { baseUrls, parseBootstrap, rememberBootstrap, type Bootstrap } from './rdap-bootstrap.ts';
import { createRdap, faultOfJson } from './rdap.ts';
import { addresses, never, smallInternet, startLoopback } from './testing/loopback.ts';

const golden = (path: string) => readFileSync(new URL(`golden/${path}`, import.meta.url), 'utf8');
const bootstrapOf = (text: string) => {
  const parsed = parseBootstrap(text);
  assert.ok(!('malformed' in parsed), JSON.stringify(parsed));
  return parsed;
};

suite('a bootstrap file names the servers of the longest suffix by whole labels', () => {
  const cases: [file: string, name: string, expected: readonly string[]][] = [
    ['bootstrap/dns.json', 'example.cz', ['https://rdap.nic.cz']],
    ['bootstrap/dns.json', 'a.b.example.br', ['https://rdap.registro.br/']],
    ['bootstrap/dns.json', 'examplecz', []],
    ['bootstrap/dns.json', 'example.xcz', []],
    ['bootstrap/dns.json', 'example.com', []],
    ['bootstrap_complex/dns.json', 'other.com', ['https://example.com', 'http://example.com']],
    ['bootstrap_complex/dns.json', 'sub.example.com', ['https://example.com/sub', 'http://example.com/sub']],
    ['bootstrap_complex/dns.json', 'a.sub.example.com', ['https://example.com/sub', 'http://example.com/sub']],
    ['bootstrap_complex/dns.json', 'xsub.example.com', ['https://example.com', 'http://example.com']],
    ['bootstrap_complex/dns.json', 'example.org', ['https://example.root', 'http://example.root']],
    ['bootstrap_malformed/dns_bad_url.json', 'example.br', ['https://rdap.registro.br/']],
    ['bootstrap_malformed/dns_bad_url.json', 'a.example', []],
  ];
  for (const [file, name, expected] of cases) test(`${name} in ${file}`, () => assert.deepEqual(baseUrls(bootstrapOf(golden(file)), name), expected));
  test('https comes first, and suffixes match without case', () => {
    const text = JSON.stringify({ services: [[['ORG'], ['http://a.example/', 'https://a.example/']]] });
    assert.deepEqual(baseUrls(bootstrapOf(text), 'example.org'), ['https://a.example/', 'http://a.example/']);
  });
});

suite('a bootstrap file that cannot be read is a failure', () => {
  const cases: [says: string, text: string, malformed: string][] = [
    ['empty', golden('bootstrap_malformed/dns_empty.json'), 'the bootstrap file is not JSON'],
    ['broken JSON', golden('bootstrap_malformed/dns_syntax_error.json'), 'the bootstrap file is not JSON'],
    ['an empty service', golden('bootstrap_malformed/dns_bad_services.json'), 'a service of the bootstrap file is not a pair of lists of strings'],
    ['an error page', golden('bootstrap_http_error/404.html'), 'the bootstrap file is not JSON'],
    ['null', 'null', 'the bootstrap file has no list of services'],
    ['a list', '[]', 'the bootstrap file has no list of services'],
    ['no services', '{}', 'the bootstrap file has no list of services'],
    ['numbers for names', '{"services":[[[1],["https://a.example/"]]]}', 'a service of the bootstrap file is not a pair of lists of strings'],
  ];
  for (const [says, text, malformed] of cases) test(says, () => assert.deepEqual(parseBootstrap(text), { malformed }));
  test('no text ends in an error', () => {
    const files = ['bootstrap/dns.json', 'bootstrap_complex/dns.json'].map(golden);
    const damaged = fc.tuple(fc.constantFrom(...files), fc.nat(600), fc.string({ maxLength: 3 })).map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1));
    const json = fc.json().map(value => `{"services":${value}}`);
    fc.assert(fc.property(fc.oneof(fc.string(), damaged, json), text => {
      const parsed = parseBootstrap(text);
      return 'malformed' in parsed || Array.isArray(baseUrls(parsed, 'a.example.com'));
    }), { seed: 9224, numRuns: 2000 });
  });
});

const file = (url: string): Bootstrap => new Map([['', [url]]]);
const remember = (files: readonly (Bootstrap | { malformed: string })[]) => {
  let fetched = 0;
  let nowMs = 0;
  const find = rememberBootstrap(async () => files[fetched++]!, { now: () => 0, monotonicMs: () => nowMs });
  return { find: () => find(never), fetched: () => fetched, pass: (hours: number) => (nowMs += hours * 3_600_000) };
};

suite('the bootstrap file is fetched once for all, and kept a day', () => {
  test('at the same time and afterwards', async () => {
    const { find, fetched, pass } = remember([file('1'), file('2')]);
    await Promise.all([find(), find(), find()]);
    pass(23);
    assert.deepEqual([await find(), fetched()], [file('1'), 1]);
    pass(2);
    assert.deepEqual([await find(), fetched()], [file('2'), 2]);
  });
  test('a failure is kept for half a minute', async () => {
    const { find, fetched, pass } = remember([{ malformed: 'x' }, file('2')]);
    assert.deepEqual([await find(), await find(), fetched()], [{ malformed: 'x' }, { malformed: 'x' }, 1]);
    pass(0.01);
    assert.deepEqual([await find(), fetched()], [file('2'), 2]);
  });
  test('an old file is better than none', async () => {
    const { find, pass } = remember([file('1'), { malformed: 'x' }]);
    await find();
    pass(25);
    assert.deepEqual(await find(), file('1'));
  });
  test('who gives up does not take the file from the others', async () => {
    const arriving = Promise.withResolvers<Bootstrap>();
    const find = rememberBootstrap(() => arriving.promise, systemClock);
    const patient = find(never);
    assert.deepEqual(await find(AbortSignal.abort()), { malformed: 'the bootstrap file did not come in time' });
    arriving.resolve(file('1'));
    assert.deepEqual(await patient, file('1'));
  });
});

suite('a reply is one JSON object that is not nested too deeply', () => {
  const cases: [says: string, text: string, fault: string | null][] = [
    ['an object', '{"a":[{}]}', null],
    ['32 levels', `{"a":${'['.repeat(31)}${']'.repeat(31)}}`, null],
    ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'the reply is nested more than 32 levels deep'],
    ['brackets in a string', JSON.stringify({ a: `\\"${'['.repeat(99)}` }), null],
    ['brackets without end', '['.repeat(500_000), 'the reply is nested more than 32 levels deep'],
    ['quotes without end', '"\\'.repeat(250_000), 'the reply is not valid JSON'],
    ['cut short', '{"objectClassName":"domain"', 'the reply is not valid JSON'],
    ['a page', '<html></html>', 'the reply is not valid JSON'],
    ['a list', '[]', 'the reply is not a JSON object'],
    ['null', 'null', 'the reply is not a JSON object'],
    ['nothing', '', 'the reply is not valid JSON'],
  ];
  for (const [says, text, fault] of cases) test(says, () => assert.equal(faultOfJson(text), fault));
  test('no text ends in an error, and what passes is an object', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.json().map(value => `{"a":${value}}`)), text =>
      faultOfJson(text) !== null || typeof JSON.parse(text) === 'object'), { seed: 9083, numRuns: 2000 });
  });
});

/** Registries at public names of a small Internet; the bootstrap file is the operator's, on loopback. */
const ask = async (context: TestContext, name: string, reply: ((path: string) => string) | null, signal = never) => {
  const registry = await startLoopback((socket, request) => reply && socket.end(reply(request.split(' ')[1]!)));
  const file = JSON.stringify({ services: [[['example'], ['http://rdap.example/v1']]] });
  const bootstrap = await startLoopback(socket => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${file.length}\r\n\r\n${file}`));
  context.after(() => Promise.all([registry.stop(), bootstrap.stop()]));
  const door = createDoor({
    allow: [], clock: systemClock,
    route: address => (address.startsWith('45.') ? registry : null),
    resolve: async host => addresses(host === 'inside.example' ? '10.0.0.1' : '45.54.0.1'),
  });
  const rdap = createRdap({ get: createHttpGet(door), bootstrapUrl: `http://127.0.0.1:${bootstrap.port}/dns.json`, clock: systemClock });
  return { said: await rdap(name, signal), registry, bootstrap, again: () => rdap(name, never) };
};
const http = (status: number, body: string, ...headers: string[]) => [`HTTP/1.1 ${status} X`, ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n');

suite('a registry is asked as RFC 9082 says', () => {
  test('the object of the name, in its own words', async context => {
    const { said, registry, bootstrap, again } = await ask(context, 'a.example', path => http(200, JSON.stringify({ path })));
    assert.deepEqual(said, { outcome: 'answered', source: 'rdap', server: 'rdap.example', text: '{"path":"/v1/domain/a.example"}' });
    assert.match(registry.received, /^GET \/v1\/domain\/a\.example HTTP\/1\.1\r\nHost: rdap\.example\r\n.*\r\nAccept: application\/rdap\+json/s);
    await again();
    assert.deepEqual([bootstrap.connections, registry.connections], [1, 2]);
  });
  test('none for a top-level domain without RDAP', async context => {
    const { said, registry } = await ask(context, 'a.invalid', () => http(200, '{}'));
    assert.deepEqual([said, registry.connections], [null, 0]);
  });
  test('redirects are followed to the registry that knows', async context => {
    const { said } = await ask(context, 'a.example', path => (path === '/r/a.example' ? http(200, '{}') : http(302, '', 'Location: http://other.example/r/a.example')));
    assert.deepEqual(said, { outcome: 'answered', source: 'rdap', server: 'other.example', text: '{}' });
  });
  test('a name that is not there is absent', async context => {
    const { said } = await ask(context, 'a.example', () => http(404, '{"errorCode":404}'));
    assert.deepEqual(said, { outcome: 'absent', source: 'rdap', server: 'rdap.example' });
  });
  const failures: [says: string, reply: string, cause: RegExp][] = [
    ['a limited rate', http(429, '', 'Retry-After: 30'), /^rdap\.example limits the rate of questions \(HTTP 429\)$/],
    ['a broken server', http(500, ''), /^rdap\.example: HTTP 500$/],
    ['a refusal', http(403, ''), /^rdap\.example: HTTP 403$/],
    ['no content', http(204, ''), /^rdap\.example: HTTP 204$/],
    ['a page', http(200, '<html>'), /^rdap\.example: the reply is not valid JSON$/],
    ['a reply nested too deeply', http(200, '['.repeat(100)), /nested more than 32 levels/],
    ['a reply that is too large', http(200, JSON.stringify({ a: 'x'.repeat(600_000) })), /^rdap\.example: the reply is larger than 512 KiB$/],
    ['a redirect inside', http(302, '', 'Location: http://inside.example/'), /^inside\.example must not be reached/],
    ['a redirect to loopback', http(302, '', 'Location: http://127.0.0.1/'), /^127\.0\.0\.1 must not be reached/],
    ['a redirect loop', http(302, '', 'Location: /again'), /more than 5 redirects/],
    ['nonsense', 'x', /^rdap\.example: /],
  ];
  for (const [says, reply, cause] of failures) {
    test(`${says} is a failure`, async context => {
      const { said } = await ask(context, 'a.example', () => reply);
      assert.equal(said?.outcome, 'failed');
      assert.match(said.cause, cause);
    });
  }
  test('silence ends with the time', async context => {
    const { said } = await ask(context, 'a.example', null, AbortSignal.timeout(200));
    assert.deepEqual(said, { outcome: 'failed', source: 'rdap', cause: 'rdap.example: timeout' });
  });
  test('the file of IANA makes no server trusted, and plain http is not used', async context => {
    const server = await startLoopback();
    context.after(() => server.stop());
    const files: Record<string, string> = { inside: 'https://127.0.0.1/', plain: 'http://rdap.example/' };
    const text = JSON.stringify({ services: Object.entries(files).map(([suffix, url]) => [[suffix], [url]]) });
    const get = createHttpGet(createDoor(smallInternet({ 'rdap.example': ['45.54.0.1'] }, server)));
    const rdap = createRdap({
      bootstrapUrl: null, clock: systemClock,
      get: async (url, options) => url === 'https://data.iana.org/rdap/dns.json' && !options.configured
        ? { outcome: 'answered', url, status: 200, headers: {}, fields: [], body: Buffer.from(text), truncated: false } : get(url, options),
    });
    assert.equal((await rdap('a.inside', never))?.outcome, 'failed');
    assert.equal(await rdap('a.plain', never), null);
    assert.equal(server.connections, 0);
  });
});
