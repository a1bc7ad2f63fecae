import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { makeKeyToken, parseKeyToken, prefixOfToken } from './token.ts';

suite('a key', () => {
  const checkDigits: [name: string, bytes: Buffer, digits: string][] = [
    ['zeros', Buffer.alloc(28), '807077e9'],
    ['text', Buffer.from('123456789'.padEnd(28, '\0')), '6fde5a4a'],
    ['a CRC-32 that begins with zeros', Buffer.concat([Buffer.alloc(26), Buffer.of(0x10, 0xf1)]), '0008a732'],
  ];
  for (const [name, bytes, digits] of checkDigits) {
    test(`is svc_, its random bytes and their CRC-32 as zlib computes it: ${name}`, () => {
      assert.equal(makeKeyToken(() => bytes), `svc_${bytes.toString('hex')}${digits}`);
      assert.notEqual(parseKeyToken(makeKeyToken(() => bytes)), null);
    });
  }

  test('is looked up by its SHA-256', () => {
    const token = makeKeyToken(randomBytes);
    assert.equal(parseKeyToken(token), createHash('sha256').update(token).digest('hex'));
    assert.equal(prefixOfToken(token), token.slice(0, 12));
  });

  test('with any one character mistyped is refused without a lookup', () => {
    fc.assert(fc.property(fc.nat(63), fc.nat(15), (index, value) => {
      const token = makeKeyToken(randomBytes);
      const [at, digit] = ['svc_'.length + index, value.toString(16)];
      fc.pre(token[at] !== digit);
      assert.equal(parseKeyToken(token.slice(0, at) + digit + token.slice(at + 1)), null);
    }));
  });

  test('never throws on any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string().map(text => `svc_${text}`)), text => parseKeyToken(text) === null));
  });

  const token = makeKeyToken(size => Buffer.alloc(size, 0xab));
  const wrong: Record<string, string> = {
    'nothing': '', 'the prefix alone': 'svc_', 'upper case': token.toUpperCase(), 'upper-case digits': `svc_${token.slice(4).toUpperCase()}`,
    'a space after it': `${token} `, 'a line feed after it': `${token}\n`, 'one character short': token.slice(0, -1), 'one character long': `${token}0`,
    'another prefix': token.replace('svc', 'key'), 'a megabyte': 'svc_'.padEnd(2 ** 20, '0'),
  };
  for (const [name, text] of Object.entries(wrong)) test(`${name} is none`, () => assert.equal(parseKeyToken(text), null));
});
