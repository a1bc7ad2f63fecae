import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { parseIp } from '../../core/ip.ts';
import { readSuite } from './conformance/suite.sample.ts';
import { checkHost } from './evaluate.ts';

const headings = readSuite();

for (const { heading, cases } of headings) {
  suite(`RFC 7208 suite: ${heading}`, () => {
    for (const { name, helo, host, mailfrom, results, explanation, dns } of cases) {
      test(name, async () => {
        const sender = mailfrom === '' ? `postmaster@${helo}` : mailfrom;
        const domain = sender.slice(sender.lastIndexOf('@') + 1);
        const answer = await checkHost({ ip: parseIp(host)!, domain, sender, helo }, dns);
        assert.ok(results.includes(answer.result), `${answer.result}: ${answer.because}; expected ${results.join(' or ')}`);
        if (explanation !== null) assert.equal(answer.explanation ?? 'DEFAULT', explanation);
      });
    }
  });
}

test('the suite is whole', () => assert.equal(headings.flatMap(({ cases }) => cases).length, 203));
