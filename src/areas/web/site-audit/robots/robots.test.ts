import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { crawlDelayOf, judgeUrl, pathOf } from './match.ts';
import { escapePattern, parseRobots, tokenOf } from './parse.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8'));
const { cases, count } = read('allowed') as { count: number; cases: { test: string; robots: string; agent: string; url: string; allowed: boolean }[] };
const other = read('other') as {
  validUserAgent: [string, boolean][]; pathParamsQuery: [string, string][]; escapePattern: [string, string][]; sitemap: { robots: string; sitemap: string }[];
  parseCounts: { name: string; robotsBase64: string; valid_directives?: number }[];
};

suite('robots.txt is read as Google reads it', () => {
  test('all its expectations are here', () => assert.equal(cases.length, count));
  for (const [at, { test: name, robots, agent, url, allowed }] of cases.entries()) {
    test(`${name}, ${at + 1}: ${agent} ${allowed ? 'may' : 'may not'} fetch ${url || 'nothing'}`, () => {
      assert.equal(judgeUrl(parseRobots(Buffer.from(robots)), agent, url).allowed, allowed);
    });
  }
  for (const [agent, valid] of other.validUserAgent) test(`the agent "${agent}" is ${valid ? '' : 'not '}a product token`, () => assert.equal(agent !== '' && tokenOf(agent) === agent.toLowerCase(), valid));
  for (const [url, path] of other.pathParamsQuery) test(`the path of "${url}" is ${path}`, () => assert.equal(pathOf(url), path));
  for (const [pattern, escaped] of other.escapePattern) test(`"${pattern}" is compared as ${escaped}`, () => assert.equal(escapePattern(Buffer.from(pattern).toString('latin1')), escaped));
  for (const { robots, sitemap } of other.sitemap) test(`finds the sitemap ${sitemap}`, () => assert.deepEqual(parseRobots(Buffer.from(robots)).sitemaps, [sitemap]));
  for (const { name, robotsBase64, valid_directives: expected } of other.parseCounts.filter(({ valid_directives: given }) => given !== undefined)) {
    test(`${name} has ${expected} lines that are understood`, () => {
      const { groups, strayRules } = parseRobots(Buffer.from(robotsBase64, 'base64'));
      assert.equal(groups.reduce((sum, { agents, rules }) => sum + agents.length + rules.length, strayRules), expected);
    });
  }
});

suite('what a site asks of crawlers beyond RFC 9309', () => {
  const file = parseRobots(Buffer.from('User-agent: a\nUser-agent: b\nCrawl-delay: 2.5\nDisallow: /x\nUser-agent: *\nCrawl-delay: 1\nCrawl-delay: soon\n'));
  for (const [agent, expected] of [['A', 2.5], ['B', 2.5], ['c', 1]] as const) test(`${agent} waits ${expected} s`, () => assert.equal(crawlDelayOf(file, agent), expected));
  test('a refusal names its line', () => assert.equal(judgeUrl(file, 'b', 'https://example.org/x/y').rule?.line, 4));
});

suite('a hostile robots.txt', () => {
  test('patterns of many stars end', () => {
    const file = parseRobots(Buffer.from(`user-agent: *\ndisallow: /${'*a'.repeat(5000)}b$`));
    assert.equal(judgeUrl(file, 'x', `/${'a'.repeat(20_000)}`).allowed, true);
  });
  test('is read up to 500 KiB', () => assert.equal(parseRobots(Buffer.alloc(600 * 1024, '\n')).truncated, true));
});
