import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { cpeOf, purlOf, quoteOf } from './component.ts';
import { sampleServer } from './page.sample.ts';

suite('names of components are those of the registries', () => {
  test('a CPE escapes what is special in it, and says * for a version that nobody knows', () => {
    assert.equal(cpeOf('jquery:jquery', '3.7.1'), 'cpe:2.3:a:jquery:jquery:3.7.1:*:*:*:*:*:*:*');
    assert.equal(cpeOf('nginx:nginx', '1.0+deb:1'), 'cpe:2.3:a:nginx:nginx:1.0\\+deb\\:1:*:*:*:*:*:*:*');
    assert.equal(cpeOf('yoast:yoast_seo', null, 'wordpress'), 'cpe:2.3:a:yoast:yoast_seo:*:*:*:*:*:wordpress:*:*');
  });
  test('a package URL escapes its version', () => {
    assert.equal(purlOf('npm/%40angular/core', '17.0.0-rc.1+x'), 'pkg:npm/%40angular/core@17.0.0-rc.1%2Bx');
    assert.equal(purlOf('npm/jquery', null), 'pkg:npm/jquery');
  });
  test('quoted text is short and has no control characters', () => {
    assert.equal(quoteOf('a\u0000\n\tb\u202Ec'), 'a b c');
    assert.equal(quoteOf('x'.repeat(10_000)).length, 256);
  });
});

test('the server of the samples tells absent from failed, and counts what came', async () => {
  const { fetchPage, asked } = sampleServer((path, times) => (path === '/gone' ? null : path === '/once' && times === 1 ? { body: 'hello' } : undefined));
  const of = async (path: string): Promise<unknown> => {
    const fetched = await fetchPage(path, { method: 'GET' });
    return fetched.outcome === 'answered' ? fetched.page.status : fetched.cause;
  };
  assert.deepEqual([await of('/once'), await of('/once'), await of('/gone')], [200, 404, 'timeout']);
  assert.deepEqual(asked, ['GET /once', 'GET /once', 'GET /gone']);
});
