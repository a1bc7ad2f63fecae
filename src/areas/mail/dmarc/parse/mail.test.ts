import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { readFailure } from './failure.ts';
import { headerText, parameterized, parseHeaders } from './mail-headers.ts';
import { NOW } from './testing.ts';
import { bodyDecoder } from './transfer-encoding.ts';

suite('header text is decoded', () => {
  const cases: [field: string, expected: string][] = [
    ['plain', 'plain'],
    ['folded\r\n over two lines', 'folded over two lines'],
    ['=?utf-8?q?Gr=C3=BC=C3=9Fe_aus?= Wien', 'Grüße aus Wien'],
    ['=?ISO-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IGF1cw==?=', 'Grüße aus'],
    ['raw \u00c3\u00bc in UTF-8', 'raw ü in UTF-8'],
    ['=?no-such-set?q?x?=', 'x'],
    ['=?utf-8?x?broken?=', '=?utf-8?x?broken?='],
  ];
  for (const [field, expected] of cases) test(JSON.stringify(field), () => assert.equal(headerText(parseHeaders(`Subject: ${field}\r\nTo: x`), 'subject'), expected));
});

suite('parameters of a field', () => {
  const cases: [field: string, value: string, parameters: [string, string][]][] = [
    ['text/plain', 'text/plain', []],
    ['Multipart/Mixed; Boundary="a;b\\"c"', 'multipart/mixed', [['boundary', 'a;b"c']]],
    ['multipart/report; report-type=feedback-report;\n boundary==_x==', 'multipart/report', [['report-type', 'feedback-report'], ['boundary', '=_x==']]],
    ['application/gzip; name*=utf-8\'\'a.gz', 'application/gzip', [['name', 'utf-8\'\'a.gz']]],
    ['', '', []],
  ];
  for (const [field, value, parameters] of cases) {
    test(JSON.stringify(field), () => assert.deepEqual(parameterized(parseHeaders(`X: ${field}`), 'x'), { value, parameters: new Map(parameters) }));
  }
});

suite('a body is decoded alike in any pieces', () => {
  const cases: [encoding: string, body: string, expected: string][] = [
    ['base64', 'SGVsbG8s\r\nIHdvcmxk\r\nIQ==\r\n', 'Hello, world!'],
    ['base64', 'SGVs bG8s\n  *IHdvcmxkIQ', 'Hello, world!'],
    ['base64', 'SGk=SGk=\n', 'HiHi'],
    ['quoted-printable', 'a =3D b=\r\n c\r\nd= \r\ne', 'a = b c\r\nde'],
    ['quoted-printable', '50=% =zz', '50=% =zz'],
    ['quoted-printable', `${'=C3=A9 long '.repeat(1000)}\n`, `${'\u00c3\u00a9 long '.repeat(1000)}\n`],
    ['8bit', 'as it is=3D', 'as it is=3D'],
  ];
  for (const [encoding, body, expected] of cases) {
    for (const step of [1, 3, 100_000]) {
      test(`${encoding} ${JSON.stringify(body.slice(0, 30))}, ${step} at a time`, () => {
        const decoder = bodyDecoder(encoding);
        const pieces = Array.from({ length: Math.ceil(body.length / step) }, (_, at) => decoder.push(Buffer.from(body.slice(at * step, (at + 1) * step), 'latin1')));
        assert.equal(Buffer.concat([...pieces, decoder.end()]).toString('latin1'), expected);
      });
    }
  }
});

suite('nobody can be found by what is kept of a failure', () => {
  const cases: [field: string, expected: string][] = [
    ['<anna.smith@example.org>', '<redacted@example.org>'],
    ['"anna smith"@example.org', 'redacted@example.org'],
    ['bounce+anna=example.com@esp.example', 'redacted@esp.example'],
    ['mx.example; spf=fail smtp.mailfrom=anna@example.org; dkim=none', 'mx.example; spf=fail smtp.mailfrom=redacted@example.org; dkim=none'],
    ['a@x.example, b@y.example', 'redacted@x.example, redacted@y.example'],
    [`${'x'.repeat(600)}@example.org`, 'x'.repeat(500)],
  ];
  for (const [field, expected] of cases) {
    test(JSON.stringify(field.slice(0, 60)), () => {
      const fields = parseHeaders(`Original-Mail-From: ${field}\nReported-Domain: example.org\nArrival-Date: Wed, 31 Dec 2025 00:00:00 +0000`);
      const report = readFailure({ fields, mail: new Map(), original: null }, 'file', NOW);
      assert.equal(typeof report === 'string' ? report : report.mailFrom, expected);
    });
  }
});
