import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { pageOf } from '../page.sample.ts';
import { fingerprints } from './catalogue.ts';
import type { Fingerprint } from './fingerprint.ts';
import { recogniseTechnologies } from './recognise.ts';

const URL_OF_PAGE = 'https://www.example.com/';

/** A page that shows `text` at the source of a fingerprint. */
function pageWith({ source }: Fingerprint, text: string) {
  const attribute = text.replaceAll('"', '&quot;');
  switch (source.in) {
    case 'header': return pageOf('/', { headers: { [source.name]: text } });
    case 'cookie': return pageOf('/', { headers: { 'set-cookie': `${source.name}=${text}; path=/` } });
    case 'meta': return pageOf('/', { body: `<meta name="${source.name}" content="${attribute}">` });
    case 'script': return pageOf('/', { body: `<script defer src="${attribute}"></script>` });
    case 'style': return pageOf('/', { body: `<link rel=stylesheet href="${attribute}">` });
    default: return pageOf('/', { body: text });
  }
}

suite('fingerprints of technologies', () => {
  const named = new Set(fingerprints.map(({ name }) => name));
  const versioned = new Set(fingerprints.filter(({ example }) => example.includes('«')).map(({ name }) => name));
  test('there are at least 250, which show a version and have a CPE or a package URL', () => {
    assert.ok(versioned.size >= 250, `${versioned.size} of ${named.size}`);
    assert.deepEqual(fingerprints.filter(({ cpe, purl }) => cpe === null && purl === null).map(({ name }) => name), []);
  });
  for (const fingerprint of fingerprints) {
    const { name, source, example, other } = fingerprint;
    test(`${name} in ${source.in}${'name' in source ? ` ${source.name}` : ''}`, () => {
      const version = /«(.*)»/.exec(example)?.[1] ?? null;
      const [found] = recogniseTechnologies(pageWith(fingerprint, example.replaceAll(/[«»]/g, '')), URL_OF_PAGE, [fingerprint]);
      assert.deepEqual([found?.name, found?.version], [name, version]);
      assert.ok(version === null || found?.cpe23?.includes(version.toLowerCase()) || found?.purl?.endsWith(`@${encodeURIComponent(version)}`));
      assert.deepEqual(recogniseTechnologies(pageWith(fingerprint, other), URL_OF_PAGE, [fingerprint]), []);
    });
  }
});

suite('a page', () => {
  const wordpress = pageOf('/', {
    headers: { server: 'Apache/2.4.57 (Debian) PHP/8.2.12', 'set-cookie': 'a=b; path=/\nPHPSESSID=abcdef0123456789' },
    body: '<meta content="WordPress 6.4.2" name="generator"><script src="/wp-content/plugins/elementor/assets/lib/swiper/v8/swiper.min.js?ver=8.4.5"></script>'
      + '<script src="/wp-content/plugins/elementor/assets/js/frontend.min.js?ver=3.18.3"></script><script src="/wp-content/plugins/gutenberg/a.js?ver=6.4.2"></script>',
  });
  const found = recogniseTechnologies(wordpress, URL_OF_PAGE);
  test('shows what makes it', () => {
    assert.deepEqual(found.map(({ name, version }) => `${name} ${version}`).toSorted(), ['Apache HTTP Server 2.4.57', 'Elementor 3.18.3', 'Gutenberg null', 'PHP 8.2.12', 'WordPress 6.4.2']);
  });
  test('gives a CPE with the target software, and none with the version of WordPress for a plugin that has none', () => {
    assert.deepEqual(found.filter(({ category }) => category === 'extension').map(({ cpe23 }) => cpe23), ['cpe:2.3:a:elementor:website_builder:3.18.3:*:*:*:*:wordpress:*:*', 'cpe:2.3:a:wordpress:gutenberg:*:*:*:*:*:wordpress:*:*']);
  });
  test('made to be slow takes no longer than a second of processor time', () => {
    const before = process.cpuUsage();
    for (const part of ['<meta ', '<script src="', '/wp-content/plugins/elementor/a/', 'Nagios Core ', 'sonarqube ', 'Powered by <a ', '"buildInfo":{']) recogniseTechnologies(pageOf('/', { body: part.repeat(524_288 / part.length) }), URL_OF_PAGE);
    assert.ok(process.cpuUsage(before).user < 7_000_000);
  });
});
