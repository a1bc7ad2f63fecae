import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readSitemap, type SitemapLimits, type SitemapReport } from './read.ts';

const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urls = (...locations: string[]): string => `<?xml version="1.0"?><urlset ${NS}>${locations.map(location => `<url><loc>${location}</loc></url>`).join('')}</urlset>`;

async function* pieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function read(file: string | Uint8Array, { size = 7, limits }: { size?: number; limits?: SitemapLimits } = {}): Promise<SitemapReport & { found: string[] }> {
  const found: string[] = [];
  const report = await readSitemap(pieces(Buffer.from(file), size), (kind, { location, lastModified }) => found.push([kind, location, lastModified ?? ''].join(' ').trim()), limits);
  return { ...report, found };
}

suite('a sitemap is read in pieces', () => {
  const cases: [string, string | Uint8Array, Omit<SitemapReport, 'entries'> & { found: string[] }][] = [
    ['addresses with the day of a change', `<urlset ${NS}><url><loc> https://a.example/?a=1&amp;b=2 </loc><lastmod>2026-01-02</lastmod></url></urlset>`, { kind: 'urls', faults: [], found: ['urls https://a.example/?a=1&b=2 2026-01-02'] }],
    ['an index', `<sitemapindex ${NS}><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`, { kind: 'index', faults: [], found: ['index https://a.example/1.xml'] }],
    ['gzip, whatever its name', gzipSync(urls('https://a.example/z')), { kind: 'urls', faults: [], found: ['urls https://a.example/z'] }],
    ['a list of addresses', 'https://a.example/1\r\nnonsense\nhttps://a.example/2', { kind: 'text', faults: [], found: ['urls https://a.example/1', 'urls https://a.example/2'] }],
    ['CDATA and a prefix', '<s:urlset xmlns:s="x"><s:url><s:loc><![CDATA[https://a.example/c]]></s:loc></s:url></s:urlset>', { kind: 'urls', faults: [], found: ['urls https://a.example/c'] }],
    ['an image in an entry is no page', `<urlset ${NS}><url><loc>https://a.example/i</loc><image:image xmlns:image="i"><image:loc>https://a.example/i.png</image:loc></image:image></url></urlset>`, { kind: 'urls', faults: [], found: ['urls https://a.example/i'] }],
    ['a page of HTML', '<html><body>Not found</body></html>', { kind: 'unknown', faults: ['notXml'], found: [] }],
    ['one that breaks off keeps what came before', urls('https://a.example/1', 'https://a.example/2').slice(0, -20), { kind: 'urls', faults: ['notXml'], found: ['urls https://a.example/1'] }],
    ['broken gzip', gzipSync(urls('https://a.example/z')).subarray(0, 20), { kind: 'unknown', faults: ['brokenGzip'], found: [] }],
    ['none at all', '', { kind: 'unknown', faults: ['empty'], found: [] }],
    ['entities that grow are no XML of ours', '<!DOCTYPE u [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>', { kind: 'urls', faults: ['notXml'], found: [] }],
    ['nesting without end', `<urlset>${'<a>'.repeat(5000)}`, { kind: 'urls', faults: ['notXml'], found: [] }],
  ];
  for (const [says, file, expected] of cases) {
    test(says, async () => {
      const { entries, ...seen } = await read(file);
      assert.deepEqual({ ...seen, entries }, { ...expected, entries: expected.found.length });
    });
  }
  test('up to its number of entries', async () => {
    const { entries, faults } = await read(urls('https://a.example/1', 'https://a.example/2', 'https://a.example/3'), { limits: { maxBytes: 1e6, maxEntries: 2 } });
    assert.deepEqual([entries, faults], [3, ['tooManyEntries']]);
  });
  test('a gzip bomb is unpacked up to its number of bytes', async () => {
    const { faults } = await read(gzipSync(Buffer.alloc(20e6, ' ')), { size: 1024, limits: { maxBytes: 1e6, maxEntries: 10 } });
    assert.deepEqual(faults, ['tooLarge']);
  });
});
