import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { zipSync } from 'fflate';
import { abuseContacts } from './contacts.ts';
import { createEvidenceKey, isSigned, Manifest, manifestText } from './manifest.ts';
import { sampleKey, sampleManifest, samplePackage, signedFiles, zipOf, type ZipEntry } from './package.sample.ts';
import { unzip } from './unzip.ts';
import { verifyPackage } from './verify.ts';

type Change = (files: Map<string, Buffer>) => void;

const manifestIn = (files: ReadonlyMap<string, Buffer>, path: string) => Manifest.parse(JSON.parse(files.get(`${path}.json`)!.toString()));
/** Signed anew by somebody who has another key. */
const forge = (files: Map<string, Buffer>, path: string, change: (manifest: Manifest) => Manifest, key = createEvidenceKey('of somebody else')) => {
  for (const [name, bytes] of signedFiles(path, { ...change(manifestIn(files, path)), publicKey: key.publicKey }, key)) files.set(name, bytes);
};

test('a package that nobody has touched is good, and says who signed it', () => {
  const verdict = verifyPackage(samplePackage());
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.deepEqual([verdict.earlier, verdict.unsigned, verdict.manifest.sequence], [2, ['report.html'], 3]);
  assert.match(verdict.signedBy, /^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  assert.ok(verifyPackage(samplePackage(), sampleKey.publicKey).ok);
});

suite('a package that was changed is refused, with the reason', () => {
  const cases: [says: string, change: Change, reason: RegExp][] = [
    ['a changed item', files => files.set('items/web-page.html', Buffer.from('<h1>Sign on</h1>')), /items\/web-page\.html was changed/],
    ['a longer item', files => files.set('items/dns.json', Buffer.from('{} ')), /items\/dns\.json was changed/],
    ['a removed item', files => files.delete('items/dns.json'), /items\/dns\.json is missing/],
    ['an added item', files => files.set('items/more.html', Buffer.from('x')), /does not name "items\/more\.html"/],
    ['an added file', files => files.set('evil.exe', Buffer.from('x')), /does not name "evil\.exe"/],
    ['a changed manifest', files => files.set('manifest.json', Buffer.from(files.get('manifest.json')!.toString().replace('examp1e.org', 'examp2e.org'))), /signature of manifest\.json is wrong/],
    ['a manifest written otherwise', files => files.set('manifest.json', Buffer.from(JSON.stringify(JSON.parse(files.get('manifest.json')!.toString()), null, 1))), /not written as it was signed/],
    ['a manifest with more in it', files => files.set('manifest.json', Buffer.from(files.get('manifest.json')!.toString().replace('{', '{"also":1,'))), /no manifest/],
    ['no manifest', files => files.delete('manifest.json'), /There is no manifest\.json/],
    ['what is no JSON', files => files.set('manifest.json', Buffer.from('{')), /no manifest of evidence/],
    ['no signature', files => files.delete('manifest.sig'), /There is no manifest\.sig/],
    ['a wrong signature', files => files.set('manifest.sig', Buffer.from(sampleKey.sign('something else'))), /signature of manifest\.json is wrong/],
    ['an empty signature', files => files.set('manifest.sig', Buffer.alloc(0)), /signature of manifest\.json is wrong/],
    ['the signature of another key', files => files.set('manifest.sig', Buffer.from(createEvidenceKey('another').sign(files.get('manifest.json')!.toString()))), /signature of manifest\.json is wrong/],
    ['a missing link', files => files.delete('chain/1.json'), /There is no chain\/1\.json/],
    ['swapped links', files => {
      for (const end of ['json', 'sig']) {
        const [first, second] = [files.get(`chain/1.${end}`)!, files.get(`chain/2.${end}`)!];
        files.set(`chain/1.${end}`, second).set(`chain/2.${end}`, first);
      }
    }, /chain is broken/],
    ['a link of another name', files => forge(files, 'chain/1', manifest => ({ ...manifest, candidate: 'other.org' }), sampleKey), /chain is broken/],
    ['a forged link', files => forge(files, 'chain/2', manifest => ({ ...manifest, looks: [] }), sampleKey), /chain is broken/],
    ['a beginning cut off', files => {
      forge(files, 'manifest', manifest => ({ ...manifest, sequence: 1 }), sampleKey);
      for (const name of [...files.keys()].filter(name => name.startsWith('chain/'))) files.delete(name);
    }, /the first manifest names one before it/],
    ['an item named twice', files => forge(files, 'manifest', manifest => ({ ...manifest, items: [...manifest.items, manifest.items[0]!] }), sampleKey), /names an item twice/],
  ];
  for (const [says, change, reason] of cases) {
    test(says, () => {
      const files = samplePackage();
      change(files);
      const verdict = verifyPackage(files);
      assert.match(verdict.ok ? 'good' : verdict.reason, reason);
    });
  }
  test('one that somebody else has signed again, where the key is known', () => {
    const files = samplePackage();
    forge(files, 'manifest', manifest => ({ ...manifest, endedAt: manifest.startedAt }));
    assert.ok(verifyPackage(files).ok);
    const verdict = verifyPackage(files, sampleKey.publicKey);
    assert.match(verdict.ok ? 'good' : verdict.reason, /signed with another key/);
  });
});

test('the key follows from the secret alone', () => {
  const text = manifestText(sampleManifest({}, null));
  assert.equal(createEvidenceKey('a').publicKey, createEvidenceKey('a').publicKey);
  assert.notEqual(createEvidenceKey('a').publicKey, createEvidenceKey('b').publicKey);
  assert.ok(isSigned(text, createEvidenceKey('a').sign(text), createEvidenceKey('a').publicKey));
  for (const key of ['', 'AAAA', '%', createEvidenceKey('b').publicKey]) assert.ok(!isSigned(text, createEvidenceKey('a').sign(text), key));
});

suite('an archive', () => {
  test('is read as it was written', () => {
    const files = unzip(zipSync({ 'a.txt': Buffer.from('a'.repeat(1000)), 'items/b.json': [Buffer.from('{}'), { level: 0 }] })) as Map<string, Uint8Array>;
    assert.deepEqual([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]), [['a.txt', 'a'.repeat(1000)], ['items/b.json', '{}']]);
  });
  const entry = (over: Partial<ZipEntry> = {}): ZipEntry => ({ path: 'a.txt', content: Buffer.from('content'), ...over });
  const whole = zipOf([entry()]);
  const cases: [says: string, archive: Buffer, reason: RegExp][] = [
    ['that is none', Buffer.from('no archive at all, but long enough for one'), /no ZIP archive/],
    ['that is empty', Buffer.alloc(0), /no ZIP archive/],
    ['that is cut off in front', whole.subarray(20), /cut off or damaged/],
    ['that says that it has more files', zipOf([entry()], 2), /cut off or damaged/],
    ['of too many files', zipOf([entry()], 60_000), /60000 files/],
    ...['../evil', '/etc/passwd', 'items/../../evil', 'C:\\evil', 'a\\b', 'items/', '.hidden', 'items/.x', 'a/b/c', '', 'a\0b', 'ä'].map((path): [string, Buffer, RegExp] =>
      [`with the name ${JSON.stringify(path)}`, zipOf([entry({ path })]), /a name that no package has/]),
    ['with one name twice', zipOf([entry(), entry()]), /a\.txt twice/],
    ['that is encrypted', zipOf([entry({ flags: 1 })]), /is encrypted/],
    ['packed in another way', zipOf([entry({ method: 12 })]), /is damaged/],
    ['that says too large a size', zipOf([entry({ size: 0xfffffff0 })]), /is too large/],
    ['that is a bomb', zipOf([entry({ content: Buffer.alloc(40 * 1024 * 1024) })]), /is too large/],
    ['that is a bomb and denies it', zipOf([entry({ content: Buffer.alloc(40 * 1024 * 1024), size: 100 })]), /is damaged/],
    ['of many that are large together', zipOf(Array.from({ length: 9 }, (_, at) => entry({ path: `${at}`, content: Buffer.alloc(30 * 1024 * 1024) }))), /is too large/],
  ];
  for (const [says, archive, reason] of cases) {
    test(`${says} is refused`, () => {
      const files = unzip(archive);
      assert.match('refused' in files ? files.refused : 'read', reason);
    });
  }
  test('cut off anywhere, or with any byte changed, is read or refused and never more', () => {
    for (let at = 0; at < whole.length; at++) {
      unzip(whole.subarray(0, at));
      const changed = Buffer.from(whole);
      changed[at]! ^= 0xff;
      unzip(changed);
    }
  });
});

suite('addresses for abuse', () => {
  const card = (email: unknown) => ['vcard', [['version', {}, 'text', '4.0'], ['fn', {}, 'text', 'Abuse desk'], ['email', {}, 'text', email]]];
  const cases: [says: string, reply: unknown, expected: string[]][] = [
    ['of the registrar, below it', { entities: [{ roles: ['registrar'], entities: [{ roles: ['abuse'], vcardArray: card('abuse@a.example') }] }] }, ['abuse@a.example']],
    ['twice the same', { entities: [{ roles: ['abuse'], vcardArray: card('A@a.example') }, { roles: ['abuse'], vcardArray: card('a@A.example') }] }, ['A@a.example']],
    ['of another role', { entities: [{ roles: ['technical'], vcardArray: card('t@a.example') }] }, []],
    ['that are none', { entities: [{ roles: ['abuse'], vcardArray: card('not an address') }, { roles: ['abuse'], vcardArray: card('a@b\r\nBcc: c') }, { roles: ['abuse'], vcardArray: card(7) }] }, []],
    ['in what has another shape', { entities: [null, 7, [], { roles: 'abuse', vcardArray: {} }], vcardArray: [[]] }, []],
    ['nowhere', [], []],
  ];
  for (const [says, reply, expected] of cases) test(says, () => assert.deepEqual(abuseContacts('registrar', JSON.stringify(reply)).map(({ email }) => email), expected));
  test('in what is no JSON', () => assert.deepEqual(abuseContacts('network', '{"entities": ['), []));
});
