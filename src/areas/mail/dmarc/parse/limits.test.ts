import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { defaultLimits, type Limits } from './limits.ts';
import { readReports } from './read.ts';
import type { Reading, RefusalReason } from './shapes.ts';
import { NOW } from './testing.ts';

const MAX_PULLED_BYTES = 4 << 20;
/** Of at most 4 MB of text; what grows with the square of it takes minutes. */
const MAX_CPU_MS = 10_000;
const plain = readFileSync(new URL('../golden/deviations/plain/input.xml', import.meta.url), 'latin1');
const [opening, record] = [plain.slice(0, plain.indexOf('  <record>')), plain.slice(plain.indexOf('  <record>'), plain.indexOf('  <record>', plain.indexOf('</record>')))];
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const packed = (text: string): Buffer => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });

/** `start`, and then `again` without end. */
function* endless(start: string | Buffer, again: string | Buffer): Generator<Buffer> {
  yield Buffer.from(start as Buffer);
  for (const piece = Buffer.from(again as Buffer);;) yield piece;
}

async function readAll(source: Iterable<Uint8Array>, limits: Partial<Limits> = {}): Promise<{ readings: Reading[]; pulledBytes: number }> {
  let pulledBytes = 0;
  function* counted(): Generator<Uint8Array> {
    for (const piece of source) {
      pulledBytes += piece.length;
      yield piece;
    }
  }
  const readings: Reading[] = [];
  await readReports(counted(), { name: 'file', now: NOW, limits: { ...defaultLimits, ...limits } }, reading => void readings.push(reading));
  return { readings, pulledBytes };
}

suite('what has no end is refused by name, long before it costs much', () => {
  const blanks = ' '.repeat(1 << 20);
  const zipEntry = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0', 'latin1'), Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), Buffer.from('x')]);
  const cases: [says: string, source: Iterable<Buffer>, reason: RefusalReason, limits?: Partial<Limits>][] = [
    ['gzip of blanks', endless(GZIP_HEADER, packed(blanks)), 'not_a_report'],
    ['gzip of a report with blanks', endless(Buffer.concat([GZIP_HEADER, packed(opening + record)]), packed(blanks)), 'inflates_too_far'],
    ['gzip of a report with one long comment', endless(Buffer.concat([GZIP_HEADER, packed(`${opening}<!-- `)]), packed(blanks)), 'inflates_too_far'],
    ['gzip of a report with one long text', endless(Buffer.concat([GZIP_HEADER, packed('<feedback><report_metadata><org_name>')]), packed(blanks)), 'inflates_too_far'],
    ['gzip of a report with the same record', endless(Buffer.concat([GZIP_HEADER, packed(opening)]), packed(record.repeat(2000))), 'inflates_too_far'],
    ['gzip of gzip', [gzipSync(gzipSync(opening + blanks.repeat(40)))], 'inflates_too_far'],
    ['gzip members', endless('', gzipSync(record)), 'too_many_parts'],
    ['files in a zip archive', endless('', zipEntry), 'too_many_parts'],
    ['parts of a mail', endless('Content-Type: multipart/mixed; boundary=b\n\n', '--b\nContent-Type: text/plain\n\nx\n'), 'too_many_parts'],
    ['header of a mail', endless('Subject: x\n', 'X-Line: y\n'.repeat(100)), 'tag_too_long'],
    ['multiparts in one another', Array.from({ length: 20 }, (_, at) => Buffer.from(`Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`)), 'too_deep'],
    ['records', endless(opening, record), 'too_many_records', { maxRecords: 1000 }],
    ['elements in one another', endless('<feedback>', '<a>'), 'too_deep'],
    ['a tag', endless('<feedback><record', ' a'.repeat(100)), 'tag_too_long'],
    ['XML that is no report', endless('<rss>', '<item/>'.repeat(100)), 'not_a_report'],
    ['text of a report', endless(`${opening}<!--`, blanks), 'too_large', { maxBytes: 3 << 20 }],
    ['JSON', endless('{"policies":"', 'x'.repeat(1 << 16)), 'too_large', { maxJsonBytes: 1 << 20 }],
    ['JSON of many values', [Buffer.from(`{"policies":[${'0,'.repeat(300_000)}0]}`)], 'too_large'],
  ];
  for (const [says, source, reason, limits] of cases) {
    test(`${says}: ${reason}`, async () => {
      const { readings, pulledBytes } = await readAll(source, limits);
      const refusal = readings.findLast(({ event }) => event === 'refused');
      assert.deepEqual(refusal, { event: 'refused', part: 'file', reason });
      assert.ok(pulledBytes < MAX_PULLED_BYTES, `${pulledBytes} bytes were read`);
    });
  }
});

test('rows come while the file is read, never all at once', async () => {
  let [most, rows] = [0, 0];
  const source = [opening, ...Array<string>(20).fill(record.repeat(500)), '</feedback>'].map(text => Buffer.from(text));
  await readReports(source, { name: 'file', now: NOW }, reading => {
    if (reading.event !== 'rows') return;
    most = Math.max(most, reading.rows.length);
    rows += reading.rows.length;
  });
  assert.equal(rows, 10_000);
  assert.ok(most < 1000, `${most} rows in one batch`);
});

test('no more is read before what was read is dealt with, and its error ends the reading and leaves the source', async () => {
  const steps: string[] = [];
  function* source(): Generator<Buffer> {
    try {
      yield Buffer.from(opening);
      for (;;) {
        steps.push('read');
        yield Buffer.from(record.repeat(500));
      }
    } finally {
      steps.push('left');
    }
  }
  const store = async (): Promise<void> => {
    await new Promise(resolve => { setImmediate(resolve); });
    steps.push('stored');
    if (steps.length > 3) throw new Error('the database is gone');
  };
  await assert.rejects(readReports(source(), { name: 'file', now: NOW }, store), /the database is gone/);
  assert.deepEqual(steps, ['read', 'stored', 'read', 'stored', 'left']);
});

test('an error of the source is the caller\'s', async () => {
  function* broken(): Generator<Buffer> {
    yield gzipSync(plain).subarray(0, 100);
    throw new Error('the disk is gone');
  }
  await assert.rejects(readAll(broken()), /the disk is gone/);
});

suite('no text makes the reading slow: the time grows with the size alone', () => {
  const failure = 'Subject: x\n\nA message claiming to be from you has failed\n';
  const xml = 'Content-Type: text/xml\nContent-Transfer-Encoding: ';
  const texts: Record<string, string> = {
    'JSON, then blanks, then more': `{"policies":[]${' '.repeat(4e6)}x`,
    'open quotes of namespaces': `<feedback>${`<record ${'xmlns:a="'.repeat(7000)}>`.repeat(30)}`,
    'start tags that never end': `<feedback><report_metadata><org_name>${'<a '.repeat(1e6)}`,
    'end tags of nothing': `<feedback><report_metadata><org_name>${'</a>'.repeat(1e6)}`,
    'processing instructions that never end': `<feedback><report_metadata><org_name>${'<?'.repeat(30_000)}`,
    'pieces of CDATA': `<feedback><report_metadata><org_name>${'<![CDATA[&]]>'.repeat(3e5)}`,
    'references that never end': `<feedback><report_metadata><org_name>${'&#'.repeat(2e6)}</org_name>`,
    'addresses that are none': `<feedback>${`<record><row><source_ip>${'1:'.repeat(2000)}</source_ip></row></record>`.repeat(500)}`,
    'line ends in a mail': `Content-Type: text/plain\n\n${'\n'.repeat(4e6)}`,
    'lines that begin as boundaries do': `Content-Type: multipart/mixed; boundary=b\n\n--b\n\n${'--x\n'.repeat(5e5)}`,
    'parameters that never end': `Content-Type: multipart/mixed${';a="\\'.repeat(60_000)}\n\nx`,
    'encoded words that never end': `From: ${'=?a?q?'.repeat(40_000)}\n\n${failure}`,
    'a failure of blank lines': `${failure}${'\n'.repeat(64_000)}`,
    'escapes that are none': `${xml}quoted-printable\n\n<feedback>${`=${' '.repeat(2000)}`.repeat(1000)}`,
    'padding in base64': `${xml}base64\n\n${'QQ=='.repeat(5e5)}`,
  };
  for (const [says, text] of Object.entries(texts)) {
    test(says, async () => {
      const before = process.cpuUsage();
      const { readings } = await readAll([Buffer.from(text)]);
      const { user, system } = process.cpuUsage(before);
      assert.ok(readings.some(({ event }) => event === 'refused'));
      assert.ok((user + system) / 1000 < MAX_CPU_MS, `${(user + system) / 1000} ms`);
    });
  }
});
