import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import test from 'node:test';
import { Problem } from '../../core/problem.ts';
import { runCheckCommand, type Terminal } from './check.ts';
import { printable } from './paint.ts';

test('a name from a foreign list cannot steer the terminal, neither in messages nor in the progress line nor in JSON', async () => {
  const texts: string[] = [];
  const listener = () => Object.assign(new Writable({ write: (chunk: Buffer, _encoding, done) => (texts.push(chunk.toString()), done()) }), { isTTY: true, columns: 100 });
  const terminal = { stdin: Readable.from(['a\u001b]0;title\u0007.example\nb\u009b31m.example\nc\u0008\u202e.example\n']), stdout: listener(), stderr: listener() } as unknown as Terminal;
  const check = async (domain: string) => { throw new Problem('invalid_domain', `"${domain}" is no name.`); };
  assert.equal(await runCheckCommand(['-'], check, { format: 'json', failOn: null, version: '1.2.3', signal: new AbortController().signal }, terminal), 2);
  const seen = texts.join('').replaceAll('\r\u001b[2K', '').replaceAll('\n', '');
  assert.match(seen, /a\\x1b\]0;title/);
  assert.equal(seen, printable(seen));
});
