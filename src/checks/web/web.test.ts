import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import type { HeaderField, PageReply, WebProbe } from '../../core/outside/probes.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeWeb } from './analyze.ts';
import type { WebFacts } from './collect.ts';
import { parseHsts } from './hsts.ts';
import { readPage } from './html.ts';
import { rules } from './rules.ts';
import { visit, visitOn } from './visit.ts';

goldenSuite<WebFacts, undefined>('analyzeWeb agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeWeb(facts));

suite('an HSTS header is read as browsers read it (RFC 6797 §6.1)', () => {
  const cases: [value: string, read: ReturnType<typeof parseHsts>][] = [
    ['max-age=31536000', { maxAgeSeconds: 31_536_000, includeSubDomains: false, preload: false }],
    ['MAX-AGE="300" ; IncludeSubDomains;preload;', { maxAgeSeconds: 300, includeSubDomains: true, preload: true }],
    ['max-age=1; unknown=2', { maxAgeSeconds: 1, includeSubDomains: false, preload: false }],
    ['max-age=1; max-age=2', null],
    ['max-age=-1', null],
    ['max-age', null],
    ['', null],
  ];
  for (const [value, read] of cases) test(JSON.stringify(value), () => assert.deepEqual(parseHsts(value), read));
});

suite('what a page loads over plain http is found', () => {
  const cases: [html: string, insecure: string[]][] = [
    ['<script src="http://a.example/x.js"></script>', ['script http://a.example/x.js active']],
    ['<IMG alt=">" SRC=\'HTTP://a.example/x.png\'>', ['img HTTP://a.example/x.png passive']],
    ['<link rel="shortcut icon" href=http://a.example/i.ico><link rel=canonical href=http://a.example/>', ['link http://a.example/i.ico active']],
    ['<form method=post action="http://a.example/send">', ['form http://a.example/send active']],
    ['<a href="http://a.example/">a link</a><img src="/x.png"><script src=https://a.example/></script>', []],
    ['<!-- <script src="http://a.example/"></script> -->', []],
    ['<scripts src="http://a.example/"><script data-src="http://a.example/">', []],
  ];
  for (const [html, insecure] of cases) {
    test(html, () => assert.deepEqual(readPage(html).insecure.map(({ tag, url, active }) => `${tag} ${url} ${active ? 'active' : 'passive'}`), insecure));
  }
});

test('policies in meta elements are found', () => {
  const { metaCsp, metaReferrer } = readPage('<meta http-equiv="Content-Security-Policy" content="default-src \'self\'"><meta name=referrer content=no-referrer>');
  assert.deepEqual([metaCsp, metaReferrer], [['default-src \'self\''], 'no-referrer']);
});

test('any page and any header is read without an error, in linear time', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), text => void [readPage(text), parseHsts(text)]), { seed: 6797 });
  fc.assert(fc.property(fc.array(fc.constantFrom('<script ', '<!--', '-->', 'src=', '"', '\'', 'http://a', '>', '<', ' ', '=')), parts => void readPage(parts.join(''))), { seed: 6797 });
  const startedMs = performance.now();
  for (const part of ['<img "', '<img a="', '<img a=\'b="', 'a=\'', '<img src=', '<!--', '<', '<meta a a a=', `<img ${'a'.repeat(39)}  `]) readPage(part.repeat(262_144 / part.length));
  assert.ok(performance.now() - startedMs < 10000);
});

suite('a redirect is followed within the domain, three times at most', () => {
  const follow = async (replies: Record<string, HeaderField[]>) => {
    const web: WebProbe = {
      get: async () => ({ outcome: 'failed', stage: 'http', cause: 'not used' }),
      visit: async (url): Promise<PageReply> => ({ outcome: 'answered', url, status: replies[url] ? 302 : 200, fields: replies[url] ?? [], body: '', truncated: false, refused: null }),
    };
    const context = { web, signal: new AbortController().signal, domain: 'example.org' };
    return (await visitOn(await visit('https://example.org/', context), ({ protocol }) => protocol === 'https:', context)).map(({ url }) => url);
  };
  const to = (location: string): HeaderField[] => [['location', location]];
  const cases: [says: string, replies: Record<string, HeaderField[]>, visited: string[]][] = [
    ['to www', { 'https://example.org/': to('https://www.example.org/a') }, ['https://example.org/', 'https://www.example.org/a']],
    ['to a path', { 'https://example.org/': to('/en') }, ['https://example.org/', 'https://example.org/en']],
    ['not to another domain', { 'https://example.org/': to('https://example.net/') }, ['https://example.org/']],
    ['not to plain http', { 'https://example.org/': to('http://example.org/') }, ['https://example.org/']],
    ['not in a circle', { 'https://example.org/': to('/') }, ['https://example.org/']],
    ['not to what is no URL', { 'https://example.org/': to('https://[') }, ['https://example.org/']],
    ['not without end', Object.fromEntries([0, 1, 2, 3, 4].map(at => [`https://example.org/${at || ''}`, to(`/${at + 1}`)])),
      ['https://example.org/', 'https://example.org/1', 'https://example.org/2', 'https://example.org/3']],
  ];
  for (const [says, replies, visited] of cases) test(says, async () => assert.deepEqual(await follow(replies), visited));
});
