import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { cpeKeyOf, includesCpe, parseCpe } from './cpe.ts';

suite('CPE names are read in both forms', () => {
  const cases: [name: string, key: string | null, version?: string][] = [
    ['cpe:2.3:a:apache:http_server:2.4.49:*:*:*:*:*:*:*', 'apache:http_server', '2.4.49'], ['cpe:2.3:a:joomla:joomla\\!:3.0:rc1:*:*:*:*:*:*', 'joomla:joomla!', '3.0'],
    ['cpe:2.3:a:vendor:with\\:colon:1:*:*:*:*:*:*:*', 'vendor:with:colon', '1'], ['cpe:2.3:a:Apache:HTTP_Server:-:*:*:*:*:*:*:*', 'apache:http_server', '-'],
    ['cpe:/a:apache:http_server:2.4.49', 'apache:http_server', '2.4.49'], ['cpe:/a:apache:http_server', 'apache:http_server', '*'], ['cpe:/a:joomla:joomla%21', 'joomla:joomla!', '*'],
    ['cpe:2.3:a:*:*:*:*:*:*:*:*:*:*', null], ['cpe:2.3:x:a:b:*:*:*:*:*:*:*:*', null], ['cpe:2.3:a:apache', null], ['apache:http_server', null], ['', null],
  ];
  for (const [name, key, version] of cases) test(`"${name}"`, () => assert.deepEqual([cpeKeyOf(name), parseCpe(name)?.version], [key, version]));
  test('what is no text, or too long, is none', () => assert.deepEqual([null, 7, {}, `cpe:2.3:a:b:${'c'.repeat(600)}`].map(parseCpe), [null, null, null, null]));
});

suite('a CPE name that describes several includes each of them', () => {
  const cases: [pattern: string, name: string, isIncluded: boolean][] = [
    ['a:b:*:*', 'a:b:1.0:*', true], ['a:b:1.0:*', 'a:b:1.0:p1', true], ['a:b:1.0:*', 'a:b:1.1:*', false], ['a:b:-:*', 'a:b:1.0:*', false], ['a:b:-:*', 'a:b:-:*', true],
    ['a:b:1.*:*', 'a:b:1.22:*', true], ['a:b:1.?:*', 'a:b:1.22:*', false], ['a:b:1.??:*', 'a:b:1.22:*', true], ['a:b:*.22:*', 'a:b:1.22:*', true], ['a:b:1.0:*', 'a:b:*:*', false], ['a:c:*:*', 'a:b:1:*', false],
  ];
  for (const [pattern, name, isIncluded] of cases) test(`${pattern} ${isIncluded ? 'includes' : 'does not include'} ${name}`, () => assert.equal(includesCpe(parseCpe(`cpe:2.3:a:${pattern}`)!, parseCpe(`cpe:2.3:a:${name}`)!), isIncluded));
});
