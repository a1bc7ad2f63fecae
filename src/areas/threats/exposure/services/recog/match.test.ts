import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { CompiledDatabase } from './fingerprint.ts';
import { matchFingerprint } from './match.ts';

const databases = JSON.parse(readFileSync(new URL('./fingerprints.json', import.meta.url), 'utf8')) as Record<string, CompiledDatabase>;
/** A little more than the time that a match has; of the processor, which a busy machine does not add to. */
const MOST_MS = 400;

suite('a banner is matched with the fingerprints of its protocol', () => {
  test('product, version and CPE are filled in', () => {
    const match = matchFingerprint('ssh_banners', 'OpenSSH_9.2p1 Debian-2+deb12u7')!;
    assert.deepEqual([match['service.product'], match['service.version'], match['service.cpe23']], ['OpenSSH', '9.2p1', 'cpe:/a:openbsd:openssh:9.2p1']);
  });
  test('a text that no fingerprint knows has none', () => assert.equal(matchFingerprint('http_servers', 'no such program'), null));
  test('an unknown database is a fault of the caller', () => assert.throws(() => matchFingerprint('no_such', '')));
});

suite('no text keeps the patterns busy for long', () => {
  const texts = ['\r\n'.repeat(5000), `${'a '.repeat(5000)}!`, `220 ${'-'.repeat(9000)}`, `${'1.'.repeat(5000)}x`, ' \t'.repeat(5000), `220 ${'a'.repeat(500)} FTP Server (${'Version wu-1'.repeat(100)}`];
  for (const database of Object.keys(databases)) {
    test(database, () => {
      for (const text of texts) {
        const before = process.cpuUsage();
        matchFingerprint(database, text);
        const { user, system } = process.cpuUsage(before);
        const tookMs = (user + system) / 1000;
        assert.ok(tookMs < MOST_MS, `${tookMs} ms on ${JSON.stringify(text.slice(0, 20))}`);
      }
    });
  }
});
