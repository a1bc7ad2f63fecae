import assert from 'node:assert/strict';
import test from 'node:test';
import { unzipSync } from 'fflate';
import { deadlines } from '../catalogue/deadlines.ts';
import { personOf } from '../../../platform/audit/testing.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { complianceService } from '../compliance.sample.ts';
import { templates } from './letters/templates.ts';

const breach = {
  title: 'Laptop with patient records stolen', kind: 'breach', severity: 2, discoveredAt: '2026-01-10T15:00:00Z', timeZone: 'America/New_York', healthData: true, encrypted: false, individualsAffected: 620, dataTypes: ['Names', 'Diagnoses'],
  description: 'A laptop was taken out of a <locked> car & not found.', actions: [{ at: '2026-01-10T16:00:00Z', text: 'Access was revoked' }],
};

test('every duty of the catalogue has a template, and no template is for another', () => assert.deepEqual(Object.keys(templates).toSorted(), deadlines.map(({ id }) => id).toSorted()));

onEachDatabase('papers of incidents', open => {
  async function setUp(given: Record<string, unknown> = {}) {
    const service = complianceService(await open());
    const account = await service.addAccount();
    await account.choose('cmmc-l2');
    const { id } = (await account.call('compliance.incidents.create', { ...breach, ...given })).body.data;
    const letter = async (duty: string, format = 'txt') => (await account.call('compliance.incidents.letter', { id, duty, format })).body;
    const forCounsel = async (format = 'txt') => (await account.call('compliance.incidents.export', { id, format })).body;
    const addEvidence = async (title: string) => (await account.call('compliance.evidence.add', { title, controls: ['cmmc-l2:IR.L2-3.6.1'], file: { name: 'log.txt', content: Buffer.from(title).toString('base64') } })).body.data;
    return { ...service, ...account, id, letter, forCounsel, addEvidence };
  }

  test('a draft says what is known, and leaves blank what nobody has said', async () => {
    const { letter } = await setUp();
    const { contentType, fileName, body } = await letter('hipaaIndividuals');
    assert.deepEqual([contentType, fileName], ['text/plain; charset=utf-8', 'letter-hipaaIndividuals.txt']);
    for (const says of ['What happened\n\nA laptop was taken out of a <locked> car & not found.', 'When it happened\n\n[To be completed: the date or range of dates, if it is known.]', 'When it was discovered\n\nJanuary 10, 2026 at 10:00 EST', '- Names\n- Diagnoses', '- January 10, 2026 at 11:00 EST: Access was revoked', 'Address\n\n[To be completed: postal address.]', 'not legal advice']) assert.ok(body.includes(says), `${says} in\n${body}`);
  });

  test('each duty of an incident of which nothing is known has its draft, in which all that a person has to say is open', async () => {
    const { letter, call, id } = await setUp({ description: undefined, healthData: undefined, encrypted: undefined, individualsAffected: undefined, dataTypes: undefined, actions: undefined });
    const { obligations } = (await call('compliance.incidents.get', { id })).body.data;
    assert.equal(obligations.length, 12);
    for (const { id: duty } of obligations) {
      const { body } = await letter(duty);
      assert.match(body, /\[To be completed: /, duty);
      assert.doesNotMatch(body, /null|undefined|\[object/, duty);
    }
  });

  test('a notice to customers needs no duty; a duty that the incident has not, has none', async () => {
    const { letter, call, id } = await setUp();
    assert.match((await letter('customers')).body, /^Notice of a security incident\n/);
    const { status, body } = await call('compliance.incidents.letter', { id, duty: 'hipaaHhsSmall' });
    assert.deepEqual([status, body.errors[0].path], [400, 'duty']);
  });

  test('a clock of the account\'s own has a draft that names its source', async () => {
    const { letter, call } = await setUp();
    const { id: duty } = (await call('compliance.clocks.add', { title: 'Notify Example Hospital', source: 'Agreement of 2025, section 4.2', appliesWhen: 'their patients', within: 5, unit: 'businessDays' })).body.data;
    assert.match((await letter(duty)).body, /Notify Example Hospital: Agreement of 2025, section 4\.2\./);
  });

  test('text stays text in a page and in an office document', async () => {
    const { letter, forCounsel } = await setUp();
    for (const make of [(format: string) => letter('hipaaIndividuals', format), forCounsel]) {
      assert.match((await make('html')).body, /&lt;locked&gt; car &amp; not found/);
      const docx = Buffer.concat(await Array.fromAsync((await make('docx')).body as AsyncIterable<Uint8Array>));
      assert.match(Buffer.from(unzipSync(docx)['word/document.xml']!).toString(), /&lt;locked&gt; car &amp; not found/);
      assert.equal((await make('pdf')).contentType, 'application/pdf');
    }
  });

  test('counsel is given facts, timeline, clocks and evidence, with what is not known', async () => {
    const { forCounsel, addEvidence, call, id } = await setUp();
    const [log, draft] = [await addEvidence('Log of the server'), await addEvidence('Draft')];
    await call('compliance.evidence.withdraw', { id: draft.id, reason: 'Superseded' });
    const changed = await call('compliance.incidents.update', { id, version: 1, evidence: [log.id, draft.id], occurredAt: '2026-01-09T20:00:00Z', obligation: { id: 'hipaaIndividuals', state: 'done', doneAt: '2026-01-12T15:00:00Z', reference: 'First-class mail' } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { body } = await forCounsel();
    for (const says of [
      'Fact: Tax client data\nAs recorded: Not known', 'Fact: Protected health information\nAs recorded: Yes', `SHA-256: ${log.file.sha256}`, 'Title: Draft (withdrawn)', 'Source: 45 CFR 164.404, as of 2026-11-21', 'State: Done\nJanuary 12, 2026 at 10:00 EST\nFirst-class mail',
      'When: January 9, 2026 at 15:00 EST\nWhat: It happened\n\nWhen: January 10, 2026 at 10:00 EST\nWhat: It was discovered\n\nWhen: January 10, 2026 at 11:00 EST\nWhat: Access was revoked',
    ]) assert.ok(body.includes(says), `${says} in\n${body}`);
  });

  test('another account gets neither, and cannot name evidence of this one; a key without the scope gets nothing', async () => {
    const { id, addEvidence, addAccount, call, keyWith } = await setUp();
    const { id: file } = await addEvidence('Log of the server');
    const stranger = await addAccount();
    for (const operation of ['export', 'letter']) {
      assert.equal((await stranger.call(`compliance.incidents.${operation}`, { id })).status, 404);
      assert.equal((await call(`compliance.incidents.${operation}`, { id, format: 'txt' }, keyWith('domains'))).status, 403);
      assert.equal((await call(`compliance.incidents.${operation}`, { id, format: 'txt' }, keyWith('compliance'))).status, 200);
    }
    const made = await stranger.call('compliance.incidents.create', { title: 'Theirs', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z', evidence: [file] });
    assert.equal(made.status, 404);
    const own = (await stranger.call('compliance.incidents.create', { title: 'Theirs', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z' })).body.data;
    assert.equal((await stranger.call('compliance.incidents.update', { id: own.id, version: 1, evidence: [file] })).status, 404);
  });

  test('a viewer reads them', async () => {
    const { id, call, account } = await setUp();
    for (const operation of ['export', 'letter']) assert.equal((await call(`compliance.incidents.${operation}`, { id, format: 'txt' }, personOf(account, 'viewer'))).status, 200);
  });
});
