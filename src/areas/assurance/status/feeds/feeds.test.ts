import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { Json } from '../../../../core/canonical-json.ts';
import { services } from '../catalogue/services.ts';
import { feedKinds, readFeed, type FeedKind } from './kinds.ts';
import { activeOf, type Level } from './report.ts';
import { recognize } from './search.ts';

/** One reply of a status page, and what must be read from it; what is left out is not compared. */
interface Golden {
  says: string;
  body: Json;
  encoding?: 'utf-16be';
  /** Null where the reply cannot be read. */
  level: Level | null;
  active?: number;
  components?: number;
  maintenances?: number;
  groups?: string[];
  regions?: string[];
  affected?: string[];
}

const goldens = new Map(feedKinds.map(kind => [kind, JSON.parse(readFileSync(new URL(`golden/${kind}.json`, import.meta.url), 'utf8')) as Golden[]]));
const levelsOfAll: readonly Level[] = ['operational', 'degraded', 'majorOutage'];

function bytesOf({ body, encoding }: Pick<Golden, 'body' | 'encoding'>): Uint8Array {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return encoding === 'utf-16be' ? Buffer.from(`\uFEFF${text}`, 'utf16le').swap16() : Buffer.from(text);
}

const levelIn = (kind: FeedKind, body: Uint8Array): Level | null => {
  const reading = readFeed(kind, body);
  return reading.outcome === 'report' ? reading.report.level : null;
};

suite('each form of feed is read as its golden file says', () => {
  for (const [kind, cases] of goldens) {
    for (const golden of cases) {
      test(`${kind}: ${golden.says}`, () => {
        const reading = readFeed(kind, bytesOf(golden));
        if (golden.level === null) return assert.equal(reading.outcome, 'unreadable');
        assert.ok(reading.outcome === 'report', JSON.stringify(reading));
        const { level, components, incidents, maintenances } = reading.report;
        assert.equal(level, golden.level);
        const seen = {
          active: activeOf(incidents).length, components: components.length, maintenances: maintenances.length, groups: [...new Set(components.map(one => one.group))],
          regions: [...new Set(components.map(one => one.region))], affected: [...new Set(activeOf(incidents).flatMap(incident => incident.components))],
        };
        for (const name of Object.keys(seen) as (keyof typeof seen)[]) if (golden[name] !== undefined) assert.deepEqual(seen[name], golden[name], name);
      });
    }
  }
});

suite('a fault is never operational', () => {
  for (const [kind, cases] of goldens) {
    test(`${kind}: cut off anywhere`, () => {
      for (const golden of cases.filter(({ level, body }) => level !== null && JSON.stringify(body) !== '[]')) {
        const bytes = bytesOf(golden);
        for (let end = 0; end < bytes.length - 1; end += Math.max(1, Math.floor(bytes.length / 50))) assert.equal(levelIn(kind, bytes.subarray(0, end)), null, `${golden.says}: ${end} bytes`);
      }
    });

    test(`${kind}: in an encoding that is not announced`, () => {
      for (const golden of cases) {
        const text = typeof golden.body === 'string' ? golden.body : JSON.stringify(golden.body);
        assert.equal(levelIn(kind, Buffer.from(text, 'utf16le')), null);
        assert.equal(levelIn(kind, Buffer.from([...Buffer.from(text.slice(0, -1)), 0xff, 0xfe])), null);
      }
    });

    test(`${kind}: the page is of another vendor now`, () => {
      const isSameForm = (other: FeedKind) => other === kind || [kind, other].every(one => one === 'statuspage' || one === 'incidentIo');
      for (const [other, replies] of goldens) {
        if (isSameForm(other)) continue;
        for (const golden of replies.filter(({ body }) => JSON.stringify(body) !== '[]')) assert.equal(levelIn(kind, bytesOf(golden)), null, `${other}: ${golden.says}`);
      }
    });
  }

  const pages: readonly [string, string][] = [
    ['nothing', ''], ['a page of HTML', '<!doctype html><html><body>All systems operational</body></html>'], ['null', 'null'], ['an empty object', '{}'], ['a text', '"operational"'],
    ['a form of its own', '{"status":"operational","services":[{"name":"API","up":true}]}'], ['100,000 brackets', '['.repeat(100_000)], ['100,000 tags', '<rss>'.repeat(100_000)],
  ];
  for (const [says, body] of pages) {
    test(`${says} is read by none`, () => {
      assert.deepEqual(feedKinds.filter(kind => levelIn(kind, Buffer.from(body)) !== null), []);
    });
  }
});

suite('recorded replies', () => {
  const recorded: readonly [file: string, expected: Partial<Record<FeedKind, Level>>][] = [
    ['slack-current', { slack: 'partialOutage' }], ['slack-current-v1', {}], ['heroku-current-status', { heroku: 'operational' }], ['salesforce-instances', { salesforce: 'operational' }],
    ['statuspage-incidents', {}], ['better-stack-list', {}], ['own-form', {}],
  ];
  for (const [file, expected] of recorded) {
    test(`${file} is read by ${Object.keys(expected).join() || 'none'}`, () => {
      const body = readFileSync(new URL(`recorded/${file}.json`, import.meta.url));
      const read = feedKinds.flatMap(kind => (levelIn(kind, body) === null ? [] : [[kind, levelIn(kind, body)]]));
      assert.deepEqual(Object.fromEntries(read), expected);
    });
  }
});

test('an empty list is recognized as no form: it would be operational in several', () => {
  assert.equal(recognize(Buffer.from(' [] '), feedKinds), null);
});

test('golden files have each level that a form can tell', () => {
  for (const [kind, cases] of goldens) {
    const seen = new Set(cases.map(({ level }) => level));
    const wanted = levelsOfAll.filter(level => kind !== 'rss' || level !== 'majorOutage');
    assert.deepEqual(wanted.filter(level => !seen.has(level)), [], kind);
  }
});

test('the form of a page is detected', () => {
  for (const [kind, cases] of goldens) {
    for (const golden of cases.filter(({ level, body }) => level !== null && JSON.stringify(body) !== '[]')) assert.equal(recognize(bytesOf(golden), feedKinds)?.kind, kind, golden.says);
  }
});

test('the catalogue has 103 services, of which 96 have a feed whose form is read', () => {
  const readable = services.flatMap(({ feed }) => (feed === null ? [] : [feed]));
  assert.deepEqual([services.length, new Set(services.map(({ slug }) => slug)).size, readable.length, new Set(readable.map(({ url }) => url)).size], [103, 103, 96, 96]);
  for (const { kind, url } of readable) assert.equal(levelIn(kind, bytesOf(goldens.get(kind)!.find(({ level }) => level === 'operational')!)), 'operational', url);
  assert.deepEqual(readable.filter(({ kind, url }) => !goldens.has(kind) || new URL(url).protocol !== 'https:'), []);
});
