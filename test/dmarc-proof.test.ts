// Reports that nobody proves, by every way that strangers have, through the whole service; and those that are proven.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createTransport } from 'nodemailer';
import { startLab, worldOf, type Lab } from '../lab/index.ts';
import { createIntake } from '../src/areas/mail/dmarc/intake/intake.ts';
import { hearPublished } from '../src/areas/mail/dmarc/intake/secret-tokens.ts';
import { dayOf, startOfDay } from '../src/areas/mail/dmarc/store/days.ts';
import { prove, reportXml } from '../src/areas/mail/dmarc/store/store.sample.ts';
import { createSmtpListener, type SmtpListener } from '../src/surfaces/smtp/index.ts';
import { until } from './processes.ts';
import { onEachDatabaseServed, type TestAccount } from './service.ts';
import { makeDkimKey, reportMail, sign } from './signed-mail.ts';
import { allTables } from './tables.ts';

const HOST = 'reports.service.example';
const NAME = 'shop.example';
const key = makeDkimKey();
const reporters = ['reporter.example', 'second.example'];
const attackers = ['google.com', 'yahoo.com', 'Outlook.com', 'gmx.net', 'mail.ru'];
const DAYS = 14;
let lab: Lab;

before(async () => {
  const records = (name: string) => `@ NS ns1\nns1 A 203.0.113.53\n@ A 203.0.113.80\ns1._domainkey TXT "${key.record}"\n@ TXT "v=spf1 -all"\n${name === NAME ? '_dmarc TXT "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"\n@ MX 0 .' : ''}`;
  lab = await startLab({ cache: false, world: worldOf([NAME, ...reporters, 'attacker.example'].map(name => ({ name, records: records(name) }))) });
});
after(() => lab.stop());

const honest = (at: number, organization = reporters[0]!, id = `${organization}-${at}`) => reportXml({
  domain: NAME, organization, id, begin: startOfDay(dayOf(Date.now()) - at), records: [{ ip: '192.0.2.1', count: 10, dkim: 'pass', spf: 'fail', signatures: [[NAME, 's1', 'pass']] }, { ip: '192.0.2.2', count: 3 }],
});
const forged = (at: number, organization: string) => reportXml({
  domain: NAME, organization, id: `${organization}-${at}`, begin: startOfDay(dayOf(Date.now()) - at), records: [{ ip: '203.0.113.77', count: 500, dkim: 'pass', spf: 'pass', signatures: [[NAME, 's1', 'pass']] }, { ip: '192.0.2.2', count: 100, dkim: 'pass', spf: 'pass', signatures: [[NAME, 's2', 'pass']] }],
});

onEachDatabaseServed('reports prove who sent them', { lab: () => lab, quickPasswords: true }, service => {
  let [account, token, listener, port]: [TestAccount, string, SmtpListener, number] = [] as never;
  const call = async (method: string, path: string, body?: unknown, cookie = account.owner.cookie): Promise<{ status: number; body: any }> => service().request(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  const post = (path: string, bytes: Buffer) => service().request('POST', path, { body: bytes, headers: { 'content-type': 'application/octet-stream' }, direct: true });
  const mail = async (raw: Buffer, to = token, from = 'dmarc@reporter.example'): Promise<string> => {
    const { response } = await createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true }).sendMail({ envelope: { from, to: `${to}@${HOST}` }, raw });
    return /Kept as (\S+)/.exec(response)![1]!;
  };
  const ended = (run: string): Promise<void> => until(async () => !['queued', 'running'].includes((await call('GET', `/api/runs/${run}`)).body.data.status), 'the scan ends');
  const settled = async (): Promise<void> => until(async () => {
    const { waiting } = await allTables(service().store.db).selectFrom('job').select(eb => eb.fn.countAll<number | string>().as('waiting')).where('kind', '=', 'dmarcParse').executeTakeFirstOrThrow();
    return Number(waiting) === 0;
  }, 'all is parsed');
  const messageOf = async (id: string) => (await call('GET', '/api/dmarc/messages?limit=100')).body.data.find((one: any) => one.id === id);
  /** Everything that is said of the domain, but for what did not count. */
  const said = async (): Promise<string> => {
    const paths = ['summary', 'senders', 'diagnostics', 'setup-status', 'tls', 'failures'].map(path => `/api/dmarc/${path}?domain=${NAME}`);
    const [summary, ...others] = await Promise.all([...paths, '/api/dmarc/summary', '/api/dmarc/senders'].map(async path => (await call('GET', path)).body.data));
    const { uncounted: _, ...dataQuality } = summary.dataQuality;
    const [all, senders] = others.splice(-2);
    return JSON.stringify([{ ...summary, dataQuality }, ...others, { ...all, dataQuality: { ...all.dataQuality, uncounted: null } }, senders], null, 1);
  };
  const uncounted = async () => (await call('GET', `/api/dmarc/summary?domain=${NAME}`)).body.data.dataQuality.uncounted;
  const counted = async (): Promise<number> => (await call('GET', `/api/dmarc/summary?domain=${NAME}`)).body.data.dataQuality.reports;
  const reasons = async () => Object.fromEntries((await uncounted()).reasons.map(({ reason, reports }: any) => [reason, reports]));

  before(async () => {
    account = await service().account({ plan: 'enterprise' });
    const { data: { id }, run } = (await call('POST', '/api/domains', { name: NAME })).body;
    await prove(service().store.db, id, Date.now());
    await ended(run.id);
    token = (await call('GET', '/api/dmarc/intake')).body.data.current.token;
    const { services } = service().service;
    listener = createSmtpListener({ intake: createIntake({ ...services, secret: 'secret' }), host: HOST, tls: null, report: error => { throw error; } });
    port = await listener.listen('127.0.0.1', 0);
    const files = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.xml`, content: honest(at + 1).toString('base64') }));
    assert.equal((await call('POST', '/api/dmarc/reports', { files })).status, 202);
    await settled();
  });
  after(() => listener.stop());

  test('strangers change nothing of what is said, by HTTPS or by mail, in whoever\'s name, for whatever days', async () => {
    const before = await said();
    const forgedHeader = `Authentication-Results: ${HOST}; dkim=pass header.d=google.com; spf=pass smtp.mailfrom=google.com; dmarc=pass header.from=google.com\r\nReceived-SPF: pass\r\nReturn-Path: <noreply-dmarc-support@google.com>\r\n`;
    for (const organization of attackers) {
      for (let at = 1; at <= DAYS; at++) {
        if (at % 2 === 0) assert.equal((await post(`/in/${token}`, forged(at, organization))).status, 201);
        else await mail(reportMail({ from: `noreply-dmarc-support@${organization.toLowerCase()}`, attachment: forged(at, organization), above: forgedHeader }), token, `noreply@${organization.toLowerCase()}`);
      }
    }
    const failure = `From: dmarc@google.com\r\nDate: ${new Date().toUTCString()}\r\nMessage-ID: <f@google.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: auth-failure\r\nSource-IP: 203.0.113.9\r\nReported-Domain: other.${NAME}\r\nArrival-Date: ${new Date().toUTCString()}\r\n\r\n--b--\r\n`;
    assert.equal((await post(`/in/${token}`, Buffer.from(failure))).status, 201);
    await settled();
    assert.equal(await said(), before);
    const all = await uncounted();
    assert.deepEqual([all.reports, all.messages, all.formerlyCounted, await reasons()], [attackers.length * DAYS, attackers.length * DAYS * 600, 0, { noProof: attackers.length * DAYS }]);
  });

  /** A report of three days ago; each case has its own. */
  const reportOf = (id: string, { organization = 'reporter.example', from = `dmarc@${organization}`, named = organization, at = 3 }: { organization?: string; from?: string; named?: string; at?: number } = {}) =>
    reportMail({ from, attachment: Buffer.from(honest(at, organization, id).toString().replace(`<org_name>${organization}`, `<org_name>${named}`)) });
  const by = (mail: Buffer, domain = reporters[0]!, signing: Parameters<typeof sign>[3] = {}) => sign(mail, domain, key.privateKey, signing);
  const second = { organization: 'second.example' };
  const cases: [says: string, mail: (id: string) => Promise<Buffer>, proof: string, counts: boolean][] = [
    ['of the reporter', id => by(reportOf(id)), 'dkim', true],
    ['of the reporter, below its own header fields', async id => Buffer.concat([Buffer.from('Received: from x by y\r\n'), await by(reportOf(id))]), 'dkim', true],
    ['of another domain, which From is of', id => by(reportOf(id, { from: 'dmarc@second.example' }), 'second.example'), 'dkim', false],
    ['of another domain below the From of the reporter', id => by(reportOf(id), 'attacker.example'), 'none', false],
    ['with a body that was changed', async id => Buffer.from((await by(reportOf(id))).toString().replace('PD94', 'QD94')), 'none', false],
    ['that has expired', id => by(reportOf(id), reporters[0], { signTime: new Date(Date.now() - 7_200_000), expires: new Date(Date.now() - 3_600_000) }), 'none', false],
    ['of a part of the body', id => by(reportOf(id), reporters[0], { maxBodyLength: 40 }), 'none', false],
    ['without a key in the DNS', id => by(reportOf(id, { organization: 'unkeyed.example' }), 'unkeyed.example'), 'none', false],
    ['of the contact, for an organization that is another domain', id => by(reportOf(id, { named: 'google.com' })), 'dkim', false],
    ['of the contact, for a name that is Google\'s alone', id => by(reportOf(id, { named: 'Google Reports' })), 'dkim', false],
    ['on a period that ended more than 14 days before', id => by(reportOf(id, { at: 17 })), 'dkim', false],
  ];
  test('mail counts by a valid signature of the reporter alone', async () => {
    for (const [at, [says, make, proof, counts]] of cases.entries()) {
      const before = await counted();
      const id = await mail(await make(`case-${at}`));
      await settled();
      assert.deepEqual([(await messageOf(id)).authenticated, await counted() - before], [proof, counts ? 1 : 0], `a signature ${says}`);
    }
    assert.equal((await reasons()).tooOld, 1);
  });

  test('a report counts once, and so does the id of a reporter, whatever the period', async () => {
    const before = await counted();
    for (const above of ['', 'X-Other: 1\r\n']) await mail(Buffer.concat([Buffer.from(above), await by(reportOf('twice', second), 'second.example')]));
    await mail(await by(reportOf('twice', { ...second, at: 4 }), 'second.example'));
    await settled();
    assert.deepEqual([await counted() - before, (await reasons()).repeatedId], [1, 1]);
  });

  test('where the DNS does not answer nothing counts, and counts once it does', async () => {
    const before = await counted();
    const remove = lab.addFault({ at: 'resolver', name: 's1._domainkey.second.example', fault: 'servfail' });
    const id = await mail(await by(reportOf('later', second), 'second.example'));
    await settled();
    assert.deepEqual([(await messageOf(id)).authenticated, await counted() - before, (await reasons()).proofUnknown], ['unknown', 0, 1]);
    remove();
    const { db } = service().store;
    assert.equal((await allTables(db).updateTable('job').set({ run_at: 0 }).where('kind', '=', 'dmarcProve').executeTakeFirst()).numUpdatedRows, 1n);
    await until(async () => (await messageOf(id)).authenticated === 'dkim', 'the DNS is asked again');
    await settled();
    assert.deepEqual([await counted() - before, (await reasons()).proofUnknown], [1, undefined]);
  });

  test('what came without proof counts once it is uploaded', async () => {
    const bytes = honest(3, reporters[0], 'uploaded later');
    await post(`/in/${token}`, bytes);
    await settled();
    const [before, { noProof }] = [await counted(), await reasons()];
    await call('POST', '/api/dmarc/reports', { files: [{ name: 'a.xml', content: bytes.toString('base64') }] });
    await settled();
    assert.deepEqual([await counted() - before, noProof - (await reasons()).noProof], [1, 1]);
  });

  test('the secret address counts; one that stands in DNS or was revoked does not', async () => {
    const before = await counted();
    assert.equal((await call('GET', '/api/dmarc/intake')).body.data.secret, null);
    const made = (await call('POST', '/api/dmarc/intake/secret', {})).body.data.secret;
    assert.deepEqual([(await call('GET', '/api/dmarc/intake')).body.data.secret.token, made.until, made.published], [made.token, null, null]);
    const row = await allTables(service().store.db).selectFrom('dmarc_secret_intake').selectAll().executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(made.token), 'the token is not in the database as it is');
    await post(`/in/${made.token}`, honest(3, reporters[0], 'posted'));
    await mail(reportOf('mailed', { from: 'me@nowhere.example' }), made.token);
    await settled();
    assert.equal(await counted() - before, 2);

    const rotated = (await call('POST', '/api/dmarc/intake/secret', {})).body.data;
    assert.deepEqual([rotated.formerSecrets.length, rotated.formerSecrets[0].token], [1, made.token]);
    await post(`/in/${made.token}`, honest(3, reporters[0], 'posted to the former'));
    await settled();
    assert.equal(await counted() - before, 3);

    const { token: current } = rotated.secret;
    const { services } = service().service;
    const records = { dmarc: { record: `v=DMARC1; p=none; rua=mailto:${current.toUpperCase()}@${HOST}` }, tlsRpt: null };
    await service().store.transaction(tx => hearPublished.hear(tx, services, { accountId: account.id, name: NAME, result: { records }, at: Date.now() }));
    const { secret } = (await call('GET', '/api/dmarc/intake')).body.data;
    assert.equal(secret.published.domain, NAME);
    await post(`/in/${current}`, honest(3, reporters[0], 'posted where all can read'));
    await settled();
    assert.deepEqual([await counted() - before, (await reasons()).publishedAddress], [3, 1]);

    const last = (await call('POST', '/api/dmarc/intake/secret', {})).body.data;
    assert.deepEqual([last.secret.published, last.formerSecrets.map((one: any) => one.token)], [null, [made.token]], 'a published one ends at once');
    assert.deepEqual((await call('DELETE', '/api/dmarc/intake/secret')).body.data, { secret: null, formerSecrets: [] });
    for (const ended of [made.token, current, last.secret.token]) {
      assert.equal((await post(`/in/${ended}`, honest(3, reporters[0], 'posted too late'))).status, 404);
      await assert.rejects(mail(reportOf('mailed too late'), ended), /5\.1\.1/);
    }
    await settled();
    assert.equal(await counted() - before, 3);
  });

  test('addresses are shown to those alone who may manage them', async () => {
    await call('POST', '/api/dmarc/intake/secret', {});
    for (const role of ['viewer', 'member'] as const) {
      const { cookie } = await service().person(account, role);
      const { status, body } = await call('GET', '/api/dmarc/intake', undefined, cookie);
      assert.deepEqual([status, body.data.current, body.data.former, body.data.secret, body.data.formerSecrets, body.data.sources.length], [200, null, [], null, [], 8]);
      assert.doesNotMatch(JSON.stringify(body), /[0-9a-f]{32}/);
      for (const method of ['POST', 'DELETE']) assert.equal((await call(method, '/api/dmarc/intake/secret', method === 'POST' ? {} : undefined, cookie)).status, 403);
    }
    const { cookie } = await service().person(account, 'admin');
    assert.match((await call('GET', '/api/dmarc/intake', undefined, cookie)).body.data.secret.url, /[0-9a-f]{32}$/);
    for (const [scopes, shown] of [[['domains'], false], [['domains', 'write'], true]] as const) {
      const { key: bearer } = await service().key(account, { scopes });
      const { body } = await service().request('GET', '/api/dmarc/intake', { key: bearer });
      assert.equal((body['data'] as { current: unknown }).current !== null, shown);
    }
  });
});
