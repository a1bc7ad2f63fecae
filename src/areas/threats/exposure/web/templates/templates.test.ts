import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createWebAnalysis } from '../analysis/web-analysis.ts';
import { pageOf, sampleServer, type SamplePage } from '../page.sample.ts';
import { evaluateDsl } from './dsl/evaluate.ts';
import { mmh3 } from './dsl/mmh3.ts';
import { parseDsl, UnknownDsl } from './dsl/parse.ts';
import { fromGo } from './expression.ts';
import { goldenTemplates } from './golden.sample.ts';
import { judge } from './judge.ts';
import { parseTemplate } from './parse.ts';
import { tagsRefused } from './refusal.ts';
import { runTemplates, type TemplateRun } from './run.ts';
import type { Template } from './template.ts';

const ORIGIN = 'https://www.example.com';

function written({ tags = 'tech', path = '{{BaseURL}}/x', request = '', matchers = 'matchers:\n      - type: word\n        words: ["hello"]' }: { tags?: string; path?: string; request?: string; matchers?: string }): string {
  return `id: sample\ninfo:\n  name: Sample\n  severity: high\n  tags: ${tags}\nhttp:\n  - method: GET\n    path:\n      - ${JSON.stringify(path)}\n    ${request}\n    ${matchers}\n`;
}

function runnable(yaml: string): Template {
  const parsed = parseTemplate(yaml);
  assert.equal(parsed.outcome, 'runnable', JSON.stringify(parsed));
  return (parsed as { template: Template }).template;
}

async function run(templates: readonly Template[], answer: Parameters<typeof sampleServer>[0]): Promise<TemplateRun & { asked: string[] }> {
  const { fetchPage, asked } = sampleServer(answer);
  let count = 0;
  const outside = { fetchPage, origin: ORIGIN, judge: (...args: Parameters<typeof judge>) => Promise.resolve(judge(...args)), randomName: () => `rnd${++count}` };
  return { ...(await runTemplates(templates, outside)), asked };
}

suite('templates of the community', () => {
  const parsed = [...goldenTemplates()].map(([path, yaml]) => ({ path, yaml, ...parseTemplate(yaml) }));
  test('the folder has them', () => assert.equal(parsed.length, 474));
  test('at least nine of ten are run; the rest is refused or named with what is missing', () => {
    const left = parsed.filter(({ outcome }) => outcome !== 'runnable');
    assert.ok(left.length <= 47, left.map(({ path }) => path).join('\n'));
    for (const one of left) assert.ok((one.outcome === 'refused' ? one.reasons : one.outcome === 'notRun' ? one.features : []).length > 0, one.path);
  });
  test('run against one server, they ask it and nobody else, and nothing crashes', async () => {
    const templates = parsed.flatMap(one => (one.outcome === 'runnable' ? [one.template] : []));
    const { found, asked, tested, notTested } = await run(templates, path => ({ body: `<title>${path}</title>`, status: path === '/' ? 200 : 404, headers: { location: 'https://elsewhere.example/', server: 'nginx' } }));
    assert.ok(asked.length > 500 && asked.every(one => /^(GET|HEAD) \/(?!\/)/.test(one)));
    assert.equal(tested + notTested.length, templates.length);
    assert.ok(found.every(({ verified }) => verified === 'verified'));
  });
  test('run against a server that sends everybody away, they follow nobody', async () => {
    const templates = parsed.flatMap(one => (one.outcome === 'runnable' ? [one.template] : []));
    const { asked } = await run(templates, path => ({ status: 302, headers: { location: path.length % 2 === 0 ? 'https://elsewhere.example/' : '//elsewhere.example/x' } }));
    const own = new Set(templates.flatMap(({ requests }) => requests.flatMap(({ method, paths }) => paths.map(path => `${method} ${path}`))));
    assert.deepEqual(asked.filter(one => !own.has(one) && !/^GET \/[\w./-]*rnd\d+/.test(one)), []);
  });
  test('every one that has a refused tag is refused, and every other is when it is given one', () => {
    const tags = [...tagsRefused];
    const tagged = parsed.map((one, at) => ({ ...one, tag: tags[at % tags.length]!, own: /^ {2}tags:(.*)$/m.exec(one.yaml)?.[1]?.split(',').map(tag => tag.trim()) ?? [] }));
    const dangerous = tagged.filter(({ own }) => own.some(tag => tagsRefused.has(tag)));
    assert.deepEqual(dangerous.map(({ outcome }) => outcome), ['refused', 'refused']);
    for (const { path, yaml, tag } of tagged) {
      const given = /^ {2}tags:/m.test(yaml) ? yaml.replace(/^ {2}tags:(.*)$/m, `  tags: ${tag},$1`) : yaml.replace('info:', `info:\n  tags: ${tag}`);
      assert.equal(parseTemplate(given).outcome, 'refused', `${path} with ${tag}`);
    }
  });
});

suite('a template is refused', () => {
  for (const tag of ['rce', 'sqli', 'lfi', 'ssrf', 'xss', 'redirect', 'fuzz', 'dos', 'default-login', 'intrusive', 'oast', 'RCE']) {
    test(`by its tag ${tag}, whatever else it needs`, () => {
      assert.deepEqual(parseTemplate(written({ tags: `cve,${tag}` })), { outcome: 'refused', id: 'sample', reasons: [`tag ${tag.toLowerCase()}`] });
      assert.equal(parseTemplate(`${written({ tags: `[cve, ${tag}]` })}flow: http(1)\n`).outcome, 'refused');
    });
  }
  const paths: [reason: string, path: string][] = [
    ['traversal', '/../etc/passwd'], ['traversal', '/a/%2e%2e/b'], ['traversal', '/%252e%252e%252fetc'], ['traversal', '/..;/manager'], ['traversal', '/x?f=../../a'], ['traversal', '/%c0%ae%c0%ae/x'],
    ['traversal', '/%u002e%u002e/x'], ['traversal', '/a\\b'], ['traversal', '/a%00.php'], ['shell syntax', '/x?a=`id`'], ['shell syntax', '/x?a=%7Cid'], ['shell syntax', '/x;id'], ['shell syntax', "/x?id=1'"],
    ['shell syntax', '/x?q=%3Cscript%3E'], ['shell syntax', '/x?a=1%0d%0aSet-Cookie:a'], ['shell syntax', '/$(id)'], ['template syntax', '/${7*7}'], ['template syntax', '/%7B%7B7*7%7D%7D'], ['template syntax', '/#{7*7}'],
    ['another target', '//elsewhere.example/'], ['another target', '/x?url=http://elsewhere.example'], ['another target', '/x?u=%2f%2felsewhere.example'],
  ];
  for (const [reason, path] of paths) {
    test(`by ${path}: ${reason}`, () => {
      const parsed = parseTemplate(written({ path: `{{BaseURL}}${path}` }));
      assert.ok(parsed.outcome === 'refused' && parsed.reasons.includes(reason), JSON.stringify(parsed));
    });
  }
  test('by the value of a header', () => assert.equal(parseTemplate(written({ request: 'headers:\n      Accept: "${jndi:ldap://elsewhere.example}"' })).outcome, 'refused'));
});

suite('what is not known is not run, and is named', () => {
  const cases: [feature: string, yaml: string][] = [
    ['http.method', written({}).replace('GET', 'POST')],
    ['http.body', written({ request: 'body: "a=b"' })],
    ['http.raw', written({ request: 'raw: ["GET / HTTP/1.1"]' })],
    ['http.payloads', written({ request: 'payloads: {a: ["b"]}' })],
    ['flow', `${written({})}flow: http(1)\n`],
    ['variables', `${written({})}variables: {a: b}\n`],
    ['header Host', written({ request: 'headers: {Host: elsewhere}' })],
    ['header User-Agent', written({ request: 'headers: {User-Agent: Mozilla}' })],
    ['path with variables', written({ path: '{{BaseURL}}/{{randstr}}' })],
    ['path with variables', written({ path: 'elsewhere' })],
    ['http.matchers.type', written({ matchers: 'matchers:\n      - type: xpath\n        xpath: ["/a"]' })],
    ['dsl: function system', written({ matchers: 'matchers:\n      - type: dsl\n        dsl: ["system(body)"]' })],
    ['dsl: function constructor', written({ matchers: 'matchers:\n      - type: dsl\n        dsl: ["constructor(body)"]' })],
    ['regular expression', written({ matchers: 'matchers:\n      - type: regex\n        regex: ["(?<a>x)(?<a>y)("]' })],
    ['no matchers', written({ matchers: '' })],
  ];
  for (const [feature, yaml] of cases) {
    test(feature, () => {
      const parsed = parseTemplate(yaml);
      assert.ok(parsed.outcome === 'notRun' && parsed.features.includes(feature), JSON.stringify(parsed));
    });
  }
  for (const [name, yaml] of [['no YAML', '{{{'], ['nothing', ''], ['a list', '- a'], ['an alias bomb', 'a: &a [x]\nb: [*a,*a,*a]'], ['too much', `id: ${'x'.repeat(300_000)}`]]) {
    test(`${name} is not run`, () => assert.equal(parseTemplate(yaml!).outcome, 'notRun'));
  }
});

suite('expressions', () => {
  const variables: Readonly<Record<string, string | number>> = { status_code: 200, body: 'Hello World', version: '8.0.5', header: 'X-A: 1' };
  const cases: [text: string, value: unknown][] = [
    ['status_code == 200 && contains(body, "World")', true], ['status_code != 200 || !contains(body, "x")', true], ["contains_all(to_lower(body), 'hello', 'world')", true], ['contains_any(body, "x", "y")', false],
    ["compare_versions(version, '< 8.1.0')", true], ["compare_versions(version, '>= 8.1.0')", false], ["compare_versions(version, '>= 8.0', '< 9')", true], ['len(body) > 10', true], ['len(body) + 1 == 12', true],
    ["regex('(?i)hello', body)", true], ["!regex('^x', body)", true], ['(status_code == 404) || (status_code == 200)', true], ["'x' == missing", undefined], ['contains(missing, "x") || status_code == 200', true],
    ["md5('a')", '0cc175b9c0f1b6a831c399e269772661'], ["base64_py('a')", 'YQ==\n'], ['starts_with(body, "Hell")', true],
  ];
  for (const [text, value] of cases) test(text, () => assert.equal(evaluateDsl(parseDsl(text), name => variables[name]), value));
  for (const text of ['', 'a b', 'f(', 'contains(body', 'process.exit()', 'a = 1', '"open', `${'('.repeat(100)}1${')'.repeat(100)}`]) test(`${text.slice(0, 20)} is none`, () => assert.throws(() => parseDsl(text), UnknownDsl));
  // The vectors of the reference implementation, as signed numbers.
  for (const [text, hash] of [['', 0], ['hello', 613153351], ['hello, world', 345750399], ['The quick brown fox jumps over the lazy dog', 776992547]] as const) test(`murmur3 of "${text}"`, () => assert.equal(mmh3(text), hash));
  test('Go writes patterns otherwise', () => {
    assert.deepEqual(fromGo('(?mi)^a'), { source: '^a', flags: 'im' });
    assert.deepEqual(fromGo('(?P<v>[[:digit:]]+)\\z'), { source: '(?<v>[0-9]+)$', flags: '' });
    assert.equal(fromGo('('), null);
  });
});

suite('a match is', () => {
  const panel: SamplePage = { body: 'hello, version 1.2.3' };
  const template = runnable(written({ matchers: 'matchers:\n      - type: word\n        words: ["hello"]\n    extractors:\n      - type: regex\n        name: version\n        group: 1\n        regex: ["version ([0-9.]+)"]' }));
  test('verified by a second request and a path that cannot exist', async () => {
    const { found, asked } = await run([template], path => (path === '/x' ? panel : undefined));
    assert.deepEqual(found.map(({ id, path, verified, version, severity }) => ({ id, path, verified, version, severity })), [{ id: 'sample', path: '/x', verified: 'verified', version: '1.2.3', severity: 'high' }]);
    assert.deepEqual(asked, ['GET /x', 'GET /rnd1', 'GET /x']);
  });
  test('none where the server answers everything so', async () => assert.deepEqual((await run([template], () => panel)).found, []));
  test('inconclusive where the second reply is another one', async () => assert.deepEqual((await run([template], (path, times) => (path === '/x' && times === 1 ? panel : undefined))).found.map(({ verified }) => verified), ['inconclusive']));
  test('not known where nothing answers', async () => {
    const { found, tested, notTested } = await run([template], () => null);
    assert.deepEqual({ found, tested, notTested }, { found: [], tested: 0, notTested: [{ id: 'sample', cause: 'timeout' }] });
  });
  test('found behind a redirect within the target, and not behind one that leaves it', async () => {
    const redirected = runnable(written({ request: 'host-redirects: true' }));
    const to = (location: string) => (path: string) => (path === '/x' ? { status: 302, headers: { location } } : path === '/y' ? panel : undefined);
    assert.deepEqual((await run([redirected], to('/y'))).found.map(({ path }) => path), ['/x']);
    const left = await run([redirected], to('https://elsewhere.example/y'));
    assert.deepEqual([left.found, left.asked], [[], ['GET /x']]);
    assert.deepEqual((await run([redirected], to('//elsewhere.example/y'))).asked, ['GET /x']);
  });
});

test('numbered parts are judged together', () => {
  const [request] = runnable(`id: two\ninfo: {name: Two}\nhttp:\n  - method: GET\n    path: ["{{BaseURL}}/a", "{{BaseURL}}/b"]\n    matchers:\n      - type: dsl\n        dsl: ["status_code_1 == 404 && contains(body_2, 'b')"]`).requests;
  assert.equal(request!.isJudgedAtOnce, true);
  assert.equal(judge(request!, [pageOf('/a', { status: 404 }), pageOf('/b', { body: 'b' })]).isMatch, true);
  assert.equal(judge(request!, [pageOf('/a', {}), pageOf('/b', { body: 'b' })]).isMatch, false);
});

test('a pattern that takes for ever is stopped, and the next one is judged', async () => {
  const analysis = createWebAnalysis({ deadlineMs: 1000 });
  const slow = runnable(written({ matchers: 'matchers:\n      - type: regex\n        regex: ["^(a+)+$"]' })).requests[0]!;
  const quick = runnable(written({})).requests[0]!;
  assert.equal(await analysis.judge(slow, [pageOf('/x', { body: `${'a'.repeat(50)}!` })]), null);
  assert.equal((await analysis.judge(quick, [pageOf('/x', { body: 'hello' })]))?.isMatch, true);
  await analysis.close();
});
