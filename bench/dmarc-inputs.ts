import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';

const LARGE_RECORDS = 100_000;
const TIMES_LARGE = 10;
const SMALL_REPORTS = 2000;
const SEED = 9990;
const BATCH_RECORDS = 500;
const BOMB_BYTES = 300e6;

/** Numbers from 0 to below 1, always the same ones (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes `large.xml`, `large.xml.gz` with ten times its records, the folder `small` and the bombs into `folder`. */
export function writeInputs(folder: string): void {
  const pieces = [...report('large', LARGE_RECORDS, SEED)];
  writeFileSync(join(folder, 'large.xml'), pieces.join(''));
  const records = gzipSync(pieces.slice(1, -1).join(''), { level: 1 });
  writeFileSync(join(folder, 'large.xml.gz'), Buffer.concat([gzipSync(pieces[0]!), ...Array<Buffer>(TIMES_LARGE).fill(records), gzipSync(pieces.at(-1)!)]));
  mkdirSync(join(folder, 'small'));
  const random = randomFrom(SEED);
  for (let number = 0; number < SMALL_REPORTS; number++) {
    // Most reports have a few records, some have many: 14 on average.
    const records = 1 + Math.floor(28 * random() ** 2 * 1.5);
    writeFileSync(join(folder, 'small', `${number}.xml.gz`), gzipSync([...report(`small-${number}`, records, number)].join('')));
  }
  writeAttacks(folder, [...report('attack', 10, SEED)].join(''));
}

function writeAttacks(folder: string, text: string): void {
  const cut = text.lastIndexOf('</feedback>');
  writeFileSync(join(folder, 'blanks.xml.gz'), inflatingTo(text.slice(0, cut), ' '.repeat(1e6), BOMB_BYTES));
  writeFileSync(join(folder, 'text.xml.gz'), inflatingTo(text.slice(0, text.indexOf('<org_name>') + 10), 'x'.repeat(1e6), BOMB_BYTES));
  writeFileSync(join(folder, 'gzip-in-gzip.xml.gz'), gzipSync(inflatingTo(text.slice(0, cut), ' '.repeat(1e6), BOMB_BYTES)));
  const laughs = Array.from('bcdefghij', name => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`).join('');
  writeFileSync(join(folder, 'laughs.xml'), `<!DOCTYPE f [<!ENTITY a "ha">${laughs}]>${text.replace('Receiver', '&j;')}`);
  writeFileSync(join(folder, 'file-entity.xml'), `<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]>${text.replace('Receiver', '&x;')}`);
  writeFileSync(join(folder, 'deep.xml'), `<feedback>${'<a>'.repeat(100_000)}`);
}

/** A report as a large receiver writes it, in pieces. */
function* report(id: string, records: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  yield `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <report_metadata>
    <org_name>Receiver</org_name>
    <email>noreply-dmarc@receiver.example</email>
    <report_id>${id}</report_id>
    <date_range>
      <begin>1709683200</begin>
      <end>1709769599</end>
    </date_range>
  </report_metadata>
  <policy_published>
    <domain>example.org</domain>
    <adkim>r</adkim>
    <aspf>r</aspf>
    <p>reject</p>
    <sp>reject</sp>
    <pct>100</pct>
  </policy_published>
`;
  for (let done = 0; done < records; done += BATCH_RECORDS) {
    yield Array.from({ length: Math.min(BATCH_RECORDS, records - done) }, () => record(random)).join('');
  }
  yield '</feedback>\n';
}

function record(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const domain = pick(['example.org', 'mail.example.org', 'news.example.org', 'shop.example.org']);
  const sender = pick([`bounce.${domain}`, 'amazonses.example', 'u1234.wl.sendgrid.example']);
  const [dkim, spf] = [random() < 0.9 ? 'pass' : 'fail', random() < 0.7 ? 'pass' : 'fail'];
  const host = Math.floor(random() ** 2 * 60_000);
  const address = random() < 0.85 ? `198.18.${host >> 8}.${host & 255}` : `2001:db8:${(host % 97).toString(16)}::${host.toString(16)}`;
  const second = random() < 0.3 ? dkimResult(sender, 'esp1', 'pass') : '';
  return `  <record>
    <row>
      <source_ip>${address}</source_ip>
      <count>${1 + Math.floor(random() ** 4 * 500)}</count>
      <policy_evaluated>
        <disposition>${dkim === 'fail' && spf === 'fail' ? 'reject' : 'none'}</disposition>
        <dkim>${dkim}</dkim>
        <spf>${spf}</spf>
      </policy_evaluated>
    </row>
    <identifiers>
      <envelope_from>${sender}</envelope_from>
      <header_from>${domain}</header_from>
    </identifiers>
    <auth_results>
${dkimResult(domain, pick(['s1', 's2', 'selector1', 'google']), dkim)}${second}      <spf>
        <domain>${sender}</domain>
        <scope>mfrom</scope>
        <result>${spf === 'pass' ? 'pass' : pick(['fail', 'softfail', 'neutral'])}</result>
      </spf>
    </auth_results>
  </record>
`;
}

function dkimResult(domain: string, selector: string, result: string): string {
  return `      <dkim>
        <domain>${domain}</domain>
        <selector>${selector}</selector>
        <result>${result}</result>
      </dkim>
`;
}

/** gzip of `start` and then `again` up to `bytes`, without ever holding them. */
function inflatingTo(start: string, again: string, bytes: number): Buffer {
  const packed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), packed(start), ...Array<Buffer>(Math.ceil(bytes / again.length)).fill(packed(again))]);
}
