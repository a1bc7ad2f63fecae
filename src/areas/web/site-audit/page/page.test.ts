// Pages as they come, and what is read of them; hostile ones end early.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { parse, serialize } from 'parse5';
import type { DocumentFacts } from './facts.ts';
import { pageOf } from './page.sample.ts';
import { parseTree } from './tree.ts';

const html = (body: string, head = '') => `<!doctype html><html lang="en"><head><title>T</title>${head}</head><body>${body}</body></html>`;
const read = (text: string | Uint8Array): DocumentFacts => pageOf(text).document!;

suite('a page is read as browsers read it', () => {
  const cases: [says: string, page: string, of: (document: DocumentFacts) => unknown, is: unknown][] = [
    ['an element that does not belong into the head ends it', html('', '<div></div><meta name="robots" content="noindex">'), ({ metas }) => metas[0]!.inHead, false],
    ['the first base counts', html('<a href="x">y</a>', '<base href="/a/"><base href="/b/">'), ({ links }) => links[0]!.url, 'https://site.example/a/x'],
    ['a link has its fragment apart', html('<a href="/x#part">y</a>'), ({ links }) => [links[0]!.url, links[0]!.fragment], ['https://site.example/x', 'part']],
    ['an image names its link', html('<a href="/"><img src="a.png" alt="Start"></a>'), ({ links }) => links[0]!.anchor, 'Start'],
    ['links know where they stand', html('<nav><a href="/a">a</a></nav><main><header><a href="/b">b</a></header></main><footer><a href="/c">c</a></footer>'), ({ links }) => links.map(({ position }) => position), ['nav', 'main', 'footer']],
    ['navigation is no main text', html('<nav>one two</nav><main>three four five</main>'), ({ text }) => [text.words, text.mainWords], [5, 3]],
    ['scripts and templates have no text', html('<script>var a</script><template>b c</template><style>d</style>e'), ({ text }) => text.words, 1],
    ['blocks part words', html('<p>a</p><p>b</p>'), ({ text }) => text.words, 2],
    ['the graph of JSON-LD has items', html('<script type="application/ld+json">{"@graph":[{"@type":"Product","offers":{"@type":"Offer","price":3}}]}</script>'),
      ({ structured }) => [structured[0]!.types, structured[0]!.properties['offers.price'], structured[0]!.nested['offers']], [['Product'], ['3'], ['Offer']]],
    ['JSON-LD that is no JSON is an error', html('<script type="application/ld+json">{a}</script>'), ({ structuredErrors }) => structuredErrors.length, 1],
    ['microdata is read', html('<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">A</span></div>'), ({ structured }) => [structured[0]!.types, structured[0]!.properties['name']], [['Product'], ['A']]],
    ['a script that sends on is seen', html('', '<script>location.href = "/new";</script>'), ({ scriptRedirect }) => scriptRedirect, 'https://site.example/new'],
    ['one that waits for a click is not', html('', '<script>function go() {\n location.href = "/new"; }</script>'), ({ scriptRedirect }) => scriptRedirect, null],
  ];
  for (const [says, page, of, is] of cases) test(says, () => assert.deepEqual(of(read(page)), is));
});

suite('the encoding goes by byte order mark, header, meta and the default of the standard', () => {
  const fields = (type: string) => ({ fields: [['content-type', type]] as const });
  const cases: [says: string, bytes: Uint8Array, type: string, encoding: string, title: string][] = [
    ['header', Buffer.from('<title>\xe9</title>', 'latin1'), 'text/html; charset=iso-8859-1', 'windows-1252', 'é'],
    ['mark before header', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<title>é</title>')]), 'text/html; charset=latin1', 'utf-8', 'é'],
    ['meta', Buffer.from('<meta charset="utf-8"><title>é</title>'), 'text/html', 'utf-8', 'é'],
    ['meta in a comment is none', Buffer.from('<!-- <meta charset="utf-8"> --><title>\xe9</title>', 'latin1'), 'text/html', 'windows-1252', 'é'],
    ['http-equiv', Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>\x82\xa0</title>', 'latin1'), 'text/html', 'shift_jis', 'あ'],
    ['UTF-16 in a meta that could be read is UTF-8', Buffer.from('<meta charset="utf-16"><title>é</title>'), 'text/html', 'utf-8', 'é'],
    ['one that nobody knows is passed over', Buffer.from('<title>\xe9</title>', 'latin1'), 'text/html; charset=klingon', 'windows-1252', 'é'],
  ];
  for (const [says, bytes, type, encoding, title] of cases) {
    test(says, () => {
      const { document } = pageOf(bytes, fields(type));
      assert.deepEqual([document!.encoding.name, document!.titles[0]!.text], [encoding, title]);
    });
  }
});

suite('a hostile page ends within its limits and leaves what was read', () => {
  const cases: [says: string, page: string, cut: DocumentFacts['cut']][] = [
    ['a hundred thousand links', html('<a href="/x">y</a>'.repeat(100_000)), 'elements'],
    ['nested without end', html('<div>'.repeat(100_000)), 'depth'],
    ['a tag of half a million attributes', html(`<p ${Array.from({ length: 500_000 }, (_, at) => `a${at}`).join(' ')}>`), 'attributes'],
    ['formatting elements that are opened again in each paragraph', html(`<p>${Array.from({ length: 300 }, (_, at) => `<font a=${at}>`).join('')}${'<p>x'.repeat(20_000)}`), 'elements'],
    ['six million bytes', html('word '.repeat(1_300_000)), 'bytes'],
  ];
  for (const [says, page, cut] of cases) {
    test(says, () => {
      const started = process.cpuUsage();
      const document = read(page);
      const { user } = process.cpuUsage(started);
      assert.deepEqual([document.cut, document.titles[0]?.text], [cut, 'T']);
      assert.ok(user < 3_000_000 && JSON.stringify(document).length < 2_000_000, `${user / 1000} ms`);
    });
  }
  test('bytes that are no text', () => assert.ok(pageOf(Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)).document));
  test('JSON-LD that is nested without end', () => assert.ok(read(html(`<script type="application/ld+json">${'['.repeat(50_000)}</script>`)).structuredErrors.length === 1));
});

test('texts that differ in a word are near by SimHash, others are not', () => {
  const words = Array.from({ length: 300 }, (_, at) => `w${(at * 37) % 211}`);
  const distance = (a: string, b: string) => (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;
  const hash = (text: readonly string[]) => read(html(text.join(' '))).text.simHash;
  assert.ok(distance(hash(words), hash([...words.slice(0, -1), 'other'])) <= 3);
  assert.ok(distance(hash(words), hash(words.map(word => `${word}x`))) > 12);
});

suite('words that are read at once make the tree that characters make', () => {
  const cases: [string, string][] = [
    ['text with references', '<p>a&amp;b &notit; c&#x80;d & e</p>'], ['text in a table', '<table>a b<tr>c d<td>e f</table>g'], ['text around frames', '<frameset>a b<frame>c d</frameset>e f'],
    ['values', '<a href="/a?b=1&amp;c=2&d" title="more than a word" alt=\'x "y" z\'>link</a>'], ['a value without an end', '<p>a<a href="b c'], ['line ends and control characters', '<pre>\r\na\rb\0c\td</pre>'],
    ['other scripts and halves of pairs', '<b>Wörter 日本 😀 \ud800x</b>'], ['raw text', '<title>a<b>&lt;</title><script>a<b && "c"</script><style>a>b</style><textarea>\na</textarea>'], ['foreign content', '<svg><![CDATA[a b]]><title>c</title></svg>d'],
    ['words and values that end in another piece', `<p>${'word '.repeat(3276)}longer than the rest of it<a href="${'v'.repeat(17_000)}">${'w'.repeat(40_000)}</a>`],
  ];
  for (const [says, page] of cases) test(says, () => assert.equal(serialize(parseTree(page).tree), serialize(parse(page, { scriptingEnabled: false }))));
});
