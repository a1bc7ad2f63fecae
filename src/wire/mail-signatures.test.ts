import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createTransport } from 'nodemailer';
import { makeDkimKey, reportMail, sign } from '../../test/signed-mail.ts';
import type { Dns, RecordType } from '../core/lookup.ts';
import { verifySignatures } from './mail-signatures.ts';

const NOW = Date.UTC(2026, 0, 15, 10, 30);
const HOUR_MS = 3_600_000;
const key = makeDkimKey();
const weak = makeDkimKey(768);
const asked: string[] = [];

/** Answers TXT questions from a table; what is null fails. */
function dnsOf(records: Readonly<Record<string, string | null>>): Pick<Dns, 'lookup'> {
  return {
    lookup: (async (name: string, type: RecordType) => {
      asked.push(`${name} ${type}`);
      const text = records[name];
      if (text === null) return { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL' };
      return text === undefined ? { outcome: 'absent', nxdomain: true, via: [] } : { outcome: 'found', value: [text], via: [], ttlSeconds: 60 };
    }) as Dns['lookup'],
  };
}

const dns = dnsOf({
  's1._domainkey.reporter.example': key.record, 's1._domainkey.other.example': key.record, 's1._domainkey.weak.example': weak.record, 's1._domainkey.failing.example': null,
  's1._domainkey.revoked.example': 'v=DKIM1; p=', 's1._domainkey.garbage.example': 'v=DKIM1; k=rsa; p=!!!', 's1._domainkey.wrong.example': makeDkimKey().record,
});
const mail = reportMail({ from: 'DMARC <dmarc@reporter.example>', attachment: Buffer.from('<feedback/>'.repeat(20)) });
const changed = (bytes: Buffer, from: string | RegExp, to: string): Buffer => Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
const signed = (signing: Parameters<typeof sign>[3] = {}, domain = 'reporter.example', bytes = mail) => sign(bytes, domain, key.privateKey, { signTime: new Date(NOW - HOUR_MS), ...signing });

suite('a signature is valid where it covers From and the whole body, by a key that the DNS has', () => {
  const cases: [says: string, mail: () => Promise<Buffer> | Buffer, results: string[], from?: string | null][] = [
    ['as it should be', () => signed(), ['reporter.example pass']],
    ['simple canonicalization', () => signed({ canonicalization: 'simple/simple' }), ['reporter.example pass']],
    ['not yet expired', () => signed({ expires: new Date(NOW + HOUR_MS) }), ['reporter.example pass']],
    ['lines that a mail server keeps with a line feed alone', async () => changed(await signed(), /\r\n/g, '\n'), ['reporter.example pass']],
    ['a signature of somebody else', () => signed({}, 'other.example'), ['other.example pass']],
    ['two signatures', async () => signed({}, 'other.example', await signed()), ['other.example pass', 'reporter.example pass']],
    ['a body that was changed', async () => changed(await signed(), /PGZl/, 'QGZl'), ['reporter.example fail']],
    ['a body that grew', async () => Buffer.concat([await signed(), Buffer.from('more\r\n')]), ['reporter.example fail']],
    ['a From that was changed', async () => changed(await signed(), 'dmarc@reporter', 'other@reporter'), ['reporter.example fail']],
    ['an expired one', () => signed({ signTime: new Date(NOW - 2 * HOUR_MS), expires: new Date(NOW - HOUR_MS) }), ['reporter.example fail']],
    ['one that covers a part of the body', () => signed({ maxBodyLength: 20 }), ['reporter.example fail']],
    ['one that covers nothing of the body', () => signed({ maxBodyLength: 0 }), ['reporter.example fail']],
    ['no key', () => signed({}, 'nothing.example'), ['nothing.example fail']],
    ['a withdrawn key', () => signed({}, 'revoked.example'), ['revoked.example fail']],
    ['a key that is none', () => signed({}, 'garbage.example'), ['garbage.example fail']],
    ['the key of somebody else', () => signed({}, 'wrong.example'), ['wrong.example fail']],
    ['a key that is too short', () => sign(mail, 'weak.example', weak.privateKey), ['weak.example fail']],
    ['SHA-1', () => signed({ algorithm: 'rsa-sha1' }), ['reporter.example fail']],
    ['DNS that fails', () => signed({}, 'failing.example'), ['failing.example unknown']],
    ['no signature', () => mail, [], null],
    ['a second From', async () => Buffer.concat([Buffer.from('From: boss@other.example\r\n'), await signed()]), [], null],
    ['a second From with a blank before its colon', async () => Buffer.concat([Buffer.from('From : boss@other.example\r\n'), await signed()]), [], null],
    ['a second Content-Type, which no signature covers', async () => Buffer.concat([Buffer.from('Content-Type: text/plain\r\n'), await signed()]), [], null],
    ['two addresses in From', async () => signed({}, 'reporter.example', changed(mail, 'DMARC <dmarc@reporter.example>', 'a@reporter.example, b@other.example')), ['reporter.example pass'], null],
    ['more signatures than are verified', async () => Buffer.concat([Buffer.from('DKIM-Signature: v=1\r\n'.repeat(8)), await signed()]), [], null],
    ['a line that is longer than lines of mails are', async () => Buffer.concat([await signed(), Buffer.alloc(9000, 0x20)]), [], null],
    ['more lines than a report has', async () => Buffer.concat([await signed(), Buffer.alloc(500_000, 0x0a)]), [], null],
    ['a header without an end', () => Buffer.from('From: a@reporter.example\r\nDKIM-Signature: v=1\r\n'), [], null],
    ['no mail', () => Buffer.from('<feedback/>'), [], null],
    ['nothing', () => Buffer.alloc(0), [], null],
    ['a signature that is garbage', () => Buffer.concat([Buffer.from('DKIM-Signature: \xff;;;=;d=x;b=\0\r\n', 'latin1'), mail]), []],
  ];
  for (const [says, make, results, from = 'reporter.example'] of cases) {
    test(says, async () => {
      const verified = await verifySignatures(await make(), dns, NOW);
      assert.deepEqual([verified.signatures.map(({ domain, result }) => `${domain} ${result}`), verified.from], [results, from]);
    });
  }

  test('of another implementation', async () => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', dkim: { domainName: 'reporter.example', keySelector: 's1', privateKey: key.privateKey } });
    const { message } = await transport.sendMail({ from: 'dmarc@reporter.example', to: 'reports@service.example', subject: 'Report', attachments: [{ filename: 'report.xml', content: '<feedback/>' }] });
    assert.deepEqual(await verifySignatures(message as Buffer, dns, NOW), { from: 'reporter.example', signatures: [{ domain: 'reporter.example', result: 'pass' }] });
  });

  test('nothing is asked but for the keys, each once, and never for more than is verified', async () => {
    asked.length = 0;
    await verifySignatures(await signed({}, 'other.example', await signed()), dns, NOW);
    await verifySignatures(Buffer.concat([Buffer.from(Array.from({ length: 50 }, (_, at) => `DKIM-Signature: v=1; a=rsa-sha256; d=d${at}.example; s=s1; h=from; bh=; b=\r\n`).join('')), mail]), dns, NOW);
    assert.deepEqual(asked.toSorted(), ['s1._domainkey.other.example TXT', 's1._domainkey.reporter.example TXT']);
  });
});
