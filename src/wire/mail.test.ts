import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, afterEach, suite } from 'node:test';
import { createAuthority } from '../../lab/services/ca.ts';
import { startMailSink } from '../../lab/services/smtp.ts';
import type { Email } from '../core/outside/mail.ts';
import { createMailer, type MailerOptions } from './mail.ts';

const NOW = Date.UTC(2026, 10, 21);
const authority = createAuthority(Date.now());
const sink = await startMailSink(authority);
const root = mkdtempSync(join(tmpdir(), 'dss-mail-'));
const folder = join(root, 'mail');
const logged: string[] = [];
after(async () => {
  rmSync(root, { recursive: true });
  await sink.stop();
});
afterEach(() => {
  sink.setFault(null);
  sink.takeEmails();
});

let made = 0;
const mailer = (options: Partial<MailerOptions> = {}) => createMailer({
  smtpUrl: `smtp://localhost:${sink.port}`, from: 'Service <service@example.org>', folder, ca: [authority.pem],
  log: line => logged.push(line), clock: { now: () => NOW, monotonicMs: () => 0 }, newId: prefix => `${prefix}_${++made}`, retryAfterMs: 10, ...options,
});
const mail: Email = { to: 'anna@example.net', subject: 'Grüße', text: 'Hello\n.\n.dot\n' };

suite('an e-mail reaches the mail server', () => {
  test('over STARTTLS where it is offered', async () => {
    await mailer().send(mail);
    const [taken, ...more] = sink.takeEmails();
    assert.deepEqual(more, []);
    assert.deepEqual({ ...taken, text: '' }, { from: 'service@example.org', to: ['anna@example.net'], text: '', secure: true, user: null });
    assert.match(taken!.text, /^Subject: =\?UTF-8\?/m);
    assert.match(taken!.text, /^Date: Sat, 21 Nov 2026 00:00:00 \+0000/m);
    assert.match(taken!.text, /\r\n\r\nHello\r\n\.\r\n\.dot\r\n/);
  });
  test('in the clear where STARTTLS is not offered and no credentials are at stake', async () => {
    sink.setFault('noStarttls');
    await mailer().send(mail);
    assert.equal(sink.takeEmails()[0]!.secure, false);
  });
  test('with the credentials of the URL', async () => {
    await mailer({ smtpUrl: `smtp://us%40er:lab@localhost:${sink.port}` }).send(mail);
    assert.equal(sink.takeEmails()[0]!.user, 'us@er');
  });
  test('an answer address is given on', async () => {
    await mailer().send({ ...mail, replyTo: 'visitor@example.com' });
    assert.match(sink.takeEmails()[0]!.text, /^Reply-To: visitor@example.com/m);
  });
  test('in both forms, by its own id, with the page that stops such letters', async () => {
    await mailer().send({ ...mail, html: '<p>Hello</p>', id: 'msg_7', unsubscribeUrl: 'https://dss.example/u/abc' });
    const { text } = sink.takeEmails()[0]!;
    assert.match(text, /^Content-Type: multipart\/alternative/m);
    assert.match(text, /<p>Hello<\/p>/);
    assert.match(text, /^Message-ID: <msg_7@example\.org>\r$/m);
    assert.match(text, /^List-Unsubscribe: <https:\/\/dss\.example\/u\/abc>\r$/m);
    assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    await mailer().send({ ...mail, unsubscribeUrl: 'http://localhost:3000/u/abc' });
    assert.doesNotMatch(sink.takeEmails()[0]!.text, /One-Click/);
  });
});

suite('what may pass is tried once more, what is final is not', () => {
  test('451, then taken', async () => {
    sink.setFault('temporary', 1);
    await mailer().send(mail);
    assert.equal(sink.takeEmails().length, 1);
  });
  test('451 twice', async () => {
    sink.setFault('temporary');
    await assert.rejects(mailer().send(mail), /451/);
  });
  test('550', async () => {
    sink.setFault('refuse', 1);
    await assert.rejects(mailer().send(mail), /550/);
    assert.equal(sink.takeEmails().length, 0);
  });
  test('a connection that breaks after the message, then taken', async () => {
    sink.setFault('drop', 1);
    await mailer().send(mail);
    assert.equal(sink.takeEmails().length, 1);
  });
});

suite('credentials and e-mails are not given to just anybody', () => {
  const refused: [title: string, options: Partial<MailerOptions>, fault?: 'noStarttls'][] = [
    ['a certificate of an authority that is not trusted', { ca: [] }],
    ['a certificate for another name', { smtpUrl: `smtp://127.0.0.1:${sink.port}` }],
    ['credentials, and no STARTTLS', { smtpUrl: `smtp://user:lab@localhost:${sink.port}` }, 'noStarttls'],
    ['credentials that the server does not know', { smtpUrl: `smtp://user:wrong@localhost:${sink.port}` }],
  ];
  for (const [title, options, fault] of refused) {
    test(title, async () => {
      if (fault) sink.setFault(fault);
      await assert.rejects(mailer(options).send(mail));
      assert.deepEqual(sink.takeEmails(), []);
    });
  }
  for (const smtpUrl of ['http://mail.example', 'mail.example:25', 'smtp://']) {
    test(`no address of a mail server: ${smtpUrl}`, () => assert.throws(() => mailer({ smtpUrl }), /DSS_SMTP_URL/));
  }
});

suite('nobody adds headers or recipients to an e-mail', () => {
  const hostile: [title: string, mail: Email][] = [
    ['by the subject', { ...mail, subject: 'a\r\nBcc: eve@example.com\r\n\r\nbody' }],
    ['by the recipient', { ...mail, to: 'anna@example.net\r\nRCPT TO:<eve@example.com>' }],
    ['by two recipients in one', { ...mail, to: 'anna@example.net, eve@example.com' }],
    ['by the answer address', { ...mail, replyTo: 'a@example.net\r\nBcc: eve@example.com' }],
  ];
  for (const [title, sent] of hostile) {
    test(title, async () => {
      await mailer().send(sent).catch(() => {});
      for (const { to, text } of sink.takeEmails()) {
        assert.doesNotMatch(text.split('\r\n\r\n', 1)[0]!, /^(Bcc|RCPT)/mi);
        assert.ok(!to.includes('eve@example.com'), String(to));
      }
    });
  }
});

suite('without a mail server an e-mail is kept', () => {
  test('in a file that only its owner reads, and the log says where', async () => {
    const kept = mailer({ smtpUrl: null });
    assert.equal(kept.configured, false);
    await kept.send(mail);
    const [name] = readdirSync(folder);
    assert.match(name!, /^2026-11-21T00-00-00-000Z-msg_\d+\.eml$/);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, name!)).mode & 0o777, 0o600);
    assert.match(readFileSync(join(folder, name!), 'utf8'), /^To: anna@example\.net\n[^]*\n\nHello\n/m);
    assert.deepEqual(logged, [`Mail is not configured (DSS_SMTP_URL): an e-mail to anna@example.net lies in ${join(folder, name!)}`]);
  });
});
