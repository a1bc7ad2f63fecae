import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { MessageSource } from '../spool/message.ts';
import { statusOf, type SourceState } from './source-state.ts';

type Services = Parameters<typeof statusOf>[1];
const none = { reportsHost: null, reportFolders: [], baseUrl: 'http://localhost:3000' } as unknown as Services;
const secure = { ...none, baseUrl: 'https://dss.example.org' };
const listens = { ...none, reportsHost: { host: 'reports.example.org', listens: true } } as Services;
const box = (cause: string | null) => [{ name: 'Reports', cause }];

const cases: readonly [says: string, source: MessageSource, services: Services, mailboxes: ReturnType<typeof box>, messages: number, state: SourceState, detail: RegExp][] = [
  ['HTTPS that nothing has come by is not known to be reached', 'https', secure, [], 0, 'listening', /is not known\.$/],
  ['HTTPS that something came by is', 'https', secure, [], 3, 'on', /^TLS reports can be posted/],
  ['without https no reporter posts', 'https', none, [], 0, 'off', /not https \(DSS_BASE_URL\)/],
  ['mail that nothing has come by is not known to be reached', 'smtp', listens, [], 0, 'listening', /MX record of reports\.example\.org[^]*is not known\.$/],
  ['mail that something came by is', 'smtp', listens, [], 1, 'on', /must lead here\.$/],
  ['mail without a listener', 'smtp', none, [], 0, 'off', /DSS_SMTP_PORT/],
  ['uploads need nobody outside', 'upload', none, [], 0, 'on', /uploaded/],
  ['a mailbox that opens', 'imap', none, box(null), 0, 'on', /every five minutes/],
  ['a mailbox that does not', 'imap', none, box('LOGIN failed'), 0, 'failing', /^Reports: LOGIN failed$/],
  ['no mailbox', 'gmail', none, [], 0, 'off', /No mailbox/],
  ['no folder', 's3', none, [], 0, 'off', /DSS_REPORTS_S3_URL/],
];

suite('what is said of a source of reports is what is known of it', () => {
  for (const [says, source, services, mailboxes, messages, state, detail] of cases) {
    test(says, () => {
      const status = statusOf(source, services, mailboxes, { messages, unreadable: 0 });
      assert.equal(status.state, state);
      assert.match(status.detail, detail);
    });
  }
});
