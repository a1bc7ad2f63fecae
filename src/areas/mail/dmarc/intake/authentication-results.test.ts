import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { vouchedFor } from './authentication-results.ts';

const ID = 'mx.host.example';
const FROM = 'From: DMARC <dmarc@reports.reporter.example>';

suite('of Authentication-Results only the topmost field counts, and only of the trusted server', () => {
  const cases: [says: string, fields: string[], vouched: boolean][] = [
    ['a valid signature of From\'s domain', [`Authentication-Results: ${ID}; dkim=pass header.d=reports.reporter.example header.s=s1`], true],
    ['of its organization', [`Authentication-Results: ${ID}; dkim=pass header.d=reporter.example`], true],
    ['named by its identity', [`Authentication-Results: ${ID}; dkim=pass header.i=@reporter.example`], true],
    ['DMARC', [`Authentication-Results: ${ID}; spf=fail smtp.mailfrom=x.example; dmarc=pass (p=REJECT) header.from=reports.reporter.example`], true],
    ['in any case of letters, with a version, a comment and folded lines', [`Authentication-Results: ${ID.toUpperCase()} 1 (our server);\r\n\tdkim=pass (2048-bit key)\r\n header.d=reporter.example`], true],
    ['the second result of one method', [`Authentication-Results: ${ID}; dkim=fail header.d=reporter.example; dkim=pass header.d=reporter.example`], true],
    ['of another domain', [`Authentication-Results: ${ID}; dkim=pass header.d=attacker.example`], false],
    ['DMARC for another From', [`Authentication-Results: ${ID}; dmarc=pass header.from=attacker.example`], false],
    ['failed', [`Authentication-Results: ${ID}; dkim=fail header.d=reporter.example`], false],
    ['nothing', [`Authentication-Results: ${ID}; none`], false],
    ['SPF alone', [`Authentication-Results: ${ID}; spf=pass smtp.mailfrom=reporter.example`], false],
    ['of another server', ['Authentication-Results: mx.attacker.example; dkim=pass header.d=reporter.example'], false],
    ['of a server whose name begins like it', [`Authentication-Results: ${ID}.attacker.example; dkim=pass header.d=reporter.example`], false],
    ['below one of another server', ['Authentication-Results: mx.attacker.example; none', `Authentication-Results: ${ID}; dkim=pass header.d=reporter.example`], false],
    ['below one that failed', [`Authentication-Results: ${ID}; dkim=fail header.d=reporter.example`, `Authentication-Results: ${ID}; dkim=pass header.d=reporter.example`], false],
    ['a result in a quoted address', [`Authentication-Results: ${ID}; spf=fail smtp.mailfrom="a; dkim=pass header.d=reporter.example"@attacker.example`], false],
    ['a result in a comment', [`Authentication-Results: ${ID}; spf=fail (a; dkim=pass header.d=reporter.example)`], false],
    ['a result after a quote that does not end', [`Authentication-Results: ${ID}; spf=fail smtp.mailfrom="a; dkim=pass header.d=reporter.example`], false],
    ['an escaped quote', [`Authentication-Results: ${ID}; spf=fail smtp.mailfrom="a\\"; dkim=pass header.d=reporter.example"`], false],
    ['two From fields', [`Authentication-Results: ${ID}; dkim=pass header.d=reporter.example`, 'From: a@reporter.example'], false],
    ['no such field', [], false],
  ];
  for (const [says, fields, vouched] of cases) {
    test(says, () => assert.equal(vouchedFor([...fields, FROM].join('\r\n'), ID), vouched ? 'reports.reporter.example' : null));
  }
});
