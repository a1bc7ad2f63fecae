import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { onEachDatabaseServed, type TestAccount, type TestReply } from '../../../../test/service.ts';
import { runFindingsReplay } from '../../../app/commands/findings-replay.ts';
import type { CommandParts } from '../../../app/commands/parts.ts';
import { findingSources } from '../../../app/registry.ts';
import { listeningTerminal } from '../../../surfaces/cli/testing.ts';
import { insertDomains } from '../inventory/store.ts';
import { FindingReport, replay, reportOf } from './report.ts';
import { answerIssue, findIssue, sendDraft } from './store.ts';

const golden = new URL('golden/', import.meta.url);

async function run(file: string, json = false): Promise<{ code: number; stdout: string; stderr: string }> {
  const { terminal, texts } = listeningTerminal();
  return { code: await runFindingsReplay(file, { json }, { terminal } as CommandParts), ...texts };
}

suite('a report, replayed from its file', () => {
  const names = readdirSync(golden).filter(name => name.endsWith('.json'));
  test('there are some', () => assert.ok(names.length >= 3));
  for (const name of names) {
    test(`${name} comes out as it says`, () => {
      const report = FindingReport.parse(JSON.parse(readFileSync(new URL(name, golden), 'utf8')));
      assert.deepEqual(replay(report, findingSources), report.states);
      assert.ok(report.states[report.finding.id] === report.finding.state || report.finding.state === 'pass');
    });
  }

  const folder = mkdtempSync(join(tmpdir(), 'dss-replay-'));
  after(() => rmSync(folder, { recursive: true }));
  const written = (text: string): string => {
    const file = join(folder, 'report.json');
    writeFileSync(file, text);
    return file;
  };
  const first = () => JSON.parse(readFileSync(new URL(names[0]!, golden), 'utf8')) as FindingReport;

  test('is the same, line by line, with exit code 0', async () => {
    const { code, stdout } = await run(new URL(names[0]!, golden).pathname);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`same {5}${RegExp.escape(first().finding.id)}: ${first().finding.state}`));
  });
  test('that says what should be said instead differs, with exit code 3', async () => {
    const report = first();
    const { code, stdout } = await run(written(JSON.stringify({ ...report, states: { ...report.states, [report.finding.id]: 'notApplicable' } })), true);
    const { same, findings } = JSON.parse(stdout) as { same: boolean; findings: { finding: string; expected: string; actual: string }[] };
    assert.deepEqual([code, same, findings.find(({ finding }) => finding === report.finding.id)], [3, false, { finding: report.finding.id, expected: 'notApplicable', actual: report.finding.state }]);
  });
  const broken: [says: string, text: string][] = [
    ['no JSON', 'no'], ['another JSON', '[]'], ['facts of nothing', JSON.stringify({ ...first(), facts: {} })],
    ['facts that are none', JSON.stringify({ ...first(), facts: Object.fromEntries(Object.keys(first().facts).map(name => [name, null])) })],
    ['a record that there is not', JSON.stringify({ ...first(), record: 'constructor' })],
    ['too much', ' '.repeat(5 * 1024 * 1024)],
  ];
  for (const [says, text] of broken) {
    test(`that has ${says} is refused with a sentence and exit code 1`, async () => {
      const { code, stdout, stderr } = await run(written(text));
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /report\.json: .{10}/);
    });
  }
});

suite('what is sent', () => {
  const reported = (facts: object, { record, finding: { id } }: FindingReport) =>
    reportOf({ area: 'check', record, domain: 'example.org', profile: null, at: 0, facts }, { id, sender: null }, { says: '', program: '1' }, findingSources);
  const base = () => JSON.parse(readFileSync(new URL('header-cookies.json', golden), 'utf8')) as FindingReport;
  const planted = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/PHPSESSID=[^;"]*/g, 'PHPSESSID=MARK-COOKIE').replaceAll('https://', 'https://MARK-USER:MARK-PASSWORD@')) as unknown;
  test('has no value of a cookie and no password of an address, and is judged as before', () => {
    const { facts, states } = base();
    assert.match(JSON.stringify(planted(facts)), /MARK-COOKIE.*MARK-PASSWORD|MARK-PASSWORD.*MARK-COOKIE/s);
    const report = reported(planted(facts) as object, base())!;
    assert.doesNotMatch(JSON.stringify(report), /MARK/);
    assert.deepEqual(report.states, states);
  });
  test('has only facts that the judgement reads', () => {
    const { facts } = base();
    const report = reported({ ...facts, registration: { secret: 'MARK' }, dmarc: 'MARK' }, base())!;
    assert.deepEqual(Object.keys(report.facts).toSorted(), Object.keys(facts).toSorted());
  });
});

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

onEachDatabaseServed('a finding that is reported as wrong', { lab: () => lab, quickPasswords: true }, service => {
  let operator: TestAccount;
  let account: TestAccount;
  // oxlint-disable-next-line typescript/no-explicit-any
  const ask = async (who: TestAccount, method: string, path: string, body?: object): Promise<TestReply & { data: any }> => {
    const reply = await service().request(method, path, { cookie: who.owner.cookie, ...(body && { body }) });
    return { ...reply, data: reply.body['data'] };
  };
  before(async () => {
    operator = await service().account({ plan: 'enterprise', operator: true });
    account = await service().account({ plan: 'free' });
  });

  test('is shown first, then sent, replayed by the operator, answered, and the reporter hears of it', async () => {
    const draft = await ask(account, 'POST', '/api/scanner-issues', { domain: 'weak-mail.example', finding: 'spf.all', comment: 'We mean it' });
    assert.deepEqual([draft.status, draft.data.state, draft.data.report.finding.id, draft.data.report.finding.state], [201, 'draft', 'spf.all', 'fail']);
    assert.ok(Object.keys(draft.data.report.facts).includes('spf'), 'what is sent is shown');
    const queue = () => ask(operator, 'GET', '/api/operator/scanner-issues?state=sent');
    assert.deepEqual([(await queue()).data, (await queue()).body['waiting']], [[], 0], 'a draft is not sent');
    const { id } = draft.data;
    const sent = await ask(account, 'POST', `/api/scanner-issues/${id}/send`, { comment: 'It is on purpose' });
    assert.deepEqual(sent.data.report, { ...draft.data.report, says: 'It is on purpose' }, 'what was shown is what is sent');
    assert.equal((await ask(account, 'POST', `/api/scanner-issues/${id}/send`, {})).data.sentAt, sent.data.sentAt, 'once');
    assert.deepEqual([(await queue()).data.map((one: { id: string }) => one.id), (await queue()).body['waiting']], [[id], 1]);

    const shown = await ask(operator, 'GET', `/api/operator/scanner-issues/${id}`);
    assert.deepEqual([shown.data.report, shown.data.now, shown.data.account.id], [sent.data.report, sent.data.report.states, account.id]);
    const file = await service().request('GET', `/api/operator/scanner-issues/${id}/file`, { cookie: operator.owner.cookie });
    const path = join(service().dataDir, 'report.json');
    writeFileSync(path, file.text);
    const { code, stdout } = await run(path);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /same {5}spf\.all: fail/);

    const template = shown.data.templates.find((one: { id: string }) => one.id === 'right');
    assert.match(template.text, /weak-mail\.example/);
    const answered = await ask(operator, 'POST', `/api/operator/scanner-issues/${id}/answer`, { verdict: template.verdict, answer: template.text });
    assert.deepEqual([answered.status, answered.data.state], [200, 'answered']);
    const mine = await ask(account, 'GET', `/api/scanner-issues/${id}`);
    assert.deepEqual([mine.data.state, mine.data.verdict, mine.data.answer], ['answered', 'right', template.text]);
    for (let n = 0; ; n++) {
      const { data } = await ask(account, 'GET', '/api/notifications?kind=scannerIssue.*');
      if (data.length === 0 && n < 100) { await new Promise(resolve => { setTimeout(resolve, 100); }); continue; }
      assert.deepEqual([data.length, data[0].subject.id], [1, id]);
      assert.ok(data[0].url.endsWith(`/scanner-issues?issue=${id}`));
      break;
    }
  });

  test('holds no secret and nothing of another account: none of the marks that were planted', async () => {
    const { store, service: { services } } = service();
    const stranger = await service().account({ plan: 'enterprise' });
    const marked = (name: string, of: TestAccount, selectors: string[]) => insertDomains(store.db, [{ id: services.newId('dom'), account_id: of.id, name, due_at: null, created_at: 0, note: 'MARK-NOTE', selectors, tags: ['mark-tag'] }]);
    await marked('weak-mail.example', stranger, ['markofstranger']);
    await marked('mark-of-stranger.example', stranger, []);
    const { key } = await service().key(stranger, { scopes: ['scans'] });
    await service().request('PUT', '/api/settings', { cookie: stranger.owner.cookie, body: { version: 1, account: { name: 'MARK-NAME' } } });
    for (const finding of ['dkim.none.found', 'spf.all', 'reg.expiry', 'https.hsts', 'header.cookies', 'ns.lame', 'zone.dangling']) {
      const { status, data, text } = await ask(account, 'POST', '/api/scanner-issues', { domain: 'weak-mail.example', finding });
      assert.equal(status, 201, text);
      const sent = JSON.stringify(data.report);
      assert.doesNotMatch(sent, /markofstranger|mark-of-stranger|mark-tag|MARK-N/i);
      for (const secret of [key, stranger.id, account.id, account.owner.email, account.owner.id, account.owner.cookie, operator.owner.email, service().dataDir]) assert.ok(!sent.includes(secret), secret);
      await ask(account, 'DELETE', `/api/scanner-issues/${data.id}`);
    }
  });

  test('is seen by nobody but the account and, once it is sent, the operator', async () => {
    const stranger = await service().account({ plan: 'enterprise' });
    const { data: { id } } = await ask(account, 'POST', '/api/scanner-issues', { domain: 'weak-mail.example', finding: 'spf.all' });
    assert.equal((await ask(operator, 'GET', `/api/operator/scanner-issues/${id}`)).status, 404);
    for (const [method, path] of [['GET', ''], ['POST', '/send'], ['DELETE', '']] as const) assert.equal((await ask(stranger, method, `/api/scanner-issues/${id}${path}`, method === 'POST' ? {} : undefined)).status, 404);
    await ask(account, 'POST', `/api/scanner-issues/${id}/send`, {});
    assert.deepEqual([(await ask(stranger, 'GET', '/api/scanner-issues')).data, (await ask(stranger, 'GET', '/api/operator/scanner-issues')).status], [[], 403]);
    assert.equal((await ask(operator, 'GET', `/api/operator/scanner-issues/${id}`)).status, 200);
    await ask(account, 'DELETE', `/api/scanner-issues/${id}`);
    assert.equal((await ask(operator, 'GET', `/api/operator/scanner-issues/${id}`)).status, 404, 'what is taken back is gone');
  });

  test('is sent once, and not answered when it was withdrawn meanwhile', async () => {
    const { store } = service();
    const { data: { id } } = await ask(account, 'POST', '/api/scanner-issues', { domain: 'weak-mail.example', finding: 'spf.all' });
    const draft = (await findIssue(store.db, account.id, id))!;
    const send = (says: string, now: number) => store.transaction(tx => sendDraft(tx, draft, says, now));
    assert.deepEqual([await send('first', 1), await send('second', 2)].map(({ comment, sent_at }) => [comment, sent_at]), [['first', 1], ['first', 1]]);
    await ask(account, 'DELETE', `/api/scanner-issues/${id}`);
    await assert.rejects(send('third', 3), { code: 'not_found' });
    await assert.rejects(store.transaction(tx => answerIssue(tx, draft, { verdict: 'right', answer: 'x', now: 4 })), { code: 'not_found' });
  });

  const refused: [says: string, body: object, status: number][] = [
    ['a finding that there is not', { domain: 'weak-mail.example', finding: 'spf.nothing' }, 400],
    ['a finding of reports on a plan without them', { domain: 'weak-mail.example', finding: 'reports.spf.permerror' }, 402],
    ['no domain', { domain: 'https://weak-mail.example/', finding: 'spf.all' }, 400],
    ['a comment with control characters', { domain: 'weak-mail.example', finding: 'spf.all', comment: '\u0007' }, 400],
    ['a comment that is too long', { domain: 'weak-mail.example', finding: 'spf.all', comment: 'a'.repeat(2001) }, 400],
  ];
  for (const [says, body, status] of refused) test(`is refused for ${says}`, async () => assert.equal((await ask(account, 'POST', '/api/scanner-issues', body)).status, status));
});
