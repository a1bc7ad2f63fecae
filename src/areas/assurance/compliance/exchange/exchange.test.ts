import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { frameworks } from '../catalogue/index.ts';
import { complianceService } from '../compliance.sample.ts';
import { tokenOf } from './oscal.ts';

const CONTROL = 'cmmc-l2:AC.L2-3.1.1';
const MAIL = 'cmmc-l2:SC.L2-3.13.15';

suite('an identifier of a control in OSCAL', () => {
  test('is a token, and no two of a framework share one', () => {
    for (const { id, controls } of frameworks) {
      const tokens = controls.map(control => tokenOf(control.id));
      assert.deepEqual(tokens.filter(token => !/^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u.test(token)), [], id);
      assert.equal(new Set(tokens).size, tokens.length, id);
    }
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const TOKEN = /^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u;
const forms: Readonly<Record<string, RegExp>> = { uuid: UUID, collected: MOMENT, expires: MOMENT, start: MOMENT, end: MOMENT, deadline: MOMENT, 'last-modified': MOMENT, 'control-id': TOKEN, 'target-id': TOKEN, name: TOKEN, title: /^[^\n]+$/, value: /^\S(.*\S)?$/ };

/** What every OSCAL model forbids: empty lists and objects, nothing in place of a value, words of another form, and references that lead nowhere. */
function faultsIn(document: object): string[] {
  const [ids, references, faults] = [new Set<string>(), [] as string[], [] as string[]];
  const walk = (value: unknown, path: string, name: string): void => {
    if (value === null || value === undefined || value === '') faults.push(`${path} is nothing`);
    else if (typeof value === 'object') {
      const members = Object.entries(value);
      if (members.length === 0) faults.push(`${path} is empty`);
      for (const [key, member] of members) walk(member, `${path}/${key}`, Array.isArray(value) ? name : key);
    } else if (typeof value === 'string') {
      if (name === 'uuid' && ids.size === ids.add(value).size) faults.push(`${path} is not unique`);
      if (name.endsWith('-uuid')) references.push(value);
      if (forms[name]?.test(value) === false) faults.push(`${path}: ${value}`);
    }
  };
  walk(document, '', '');
  return [...faults, ...references.filter(one => !ids.has(one)).map(one => `${one} leads nowhere`)];
}

onEachDatabase('an assessment', open => {
  async function setUp(framework = 'cmmc-l2') {
    const service = complianceService(await open());
    const account = await service.addAccount();
    await account.choose(framework);
    const file = async (format: string, of = framework) => {
      const { status, body } = await account.call('compliance.export', { framework: of, format });
      return { status, body, text: typeof body.body === 'string' ? body.body as string : '' };
    };
    return { ...service, ...account, file };
  }

  test('comes back from CSV as it was, whatever its texts hold', async () => {
    const { call, file, addAccount } = await setUp();
    const hard = '=HYPERLINK("http://evil.example";"x"), "quoted"\n+second line\r\n\'; -third — ümläut';
    const fields = { status: 'notApplicable', approach: 'inherited', justification: hard, owner: '@Ada, "the" owner', dueOn: '2027-02-28', planOfAction: '-1;=2', privateText: '\'=3' };
    assert.equal((await call('compliance.update', { id: CONTROL, version: 0, ...fields })).status, 200);
    await call('compliance.update', { id: MAIL, version: 0, status: 'partial' });
    const { text } = await file('csv');
    assert.equal(text.split('\r\n')[0], 'id,title,family,weight,status,approach,justification,owner,dueOn,planOfAction,privateText,version,changedAt,attention,supports,contradicts,stale,documents');
    const other = await addAccount();
    await other.choose('cmmc-l2');
    assert.deepEqual((await call('compliance.import', { csv: text })).body.data, { changed: 0, unchanged: 110 });
    const imported = await other.call('compliance.import', { csv: text.replace('privateText,version,', 'privateText,was,'), note: 'Moved' });
    assert.deepEqual(imported.body.data, { changed: 2, unchanged: 108 });
    const controlsOf = async (of: typeof call) => (await of('compliance.list', { limit: 200 })).body.data.map((record: object) => ({ ...record, changedAt: null }));
    assert.deepEqual(await controlsOf(other.call), await controlsOf(call));
  });

  const refused: [says: string, csv: string, message: RegExp][] = [
    ['no column of ids', 'status\nmet\n', /names no column `id`/], ['no column of fields', 'id,title\nx,y\n', /names none of the columns/],
    ['a quote that does not close', `id,status\n${CONTROL},"met\n`, /Line 2: its quotes do not close/], ['an unknown control', 'id,status\ncmmc-l2:XX,met\n', /Line 2: cmmc-l2:XX is no control/],
    ['a control of another framework', 'id,status\npci-dss:1.1,met\n', /Line 2: pci-dss:1\.1 is no control/], ['a status that is none', `id,status\n${CONTROL},done\n`, /Line 2: status: /],
    ['a version that is over', `id,status,version\n${CONTROL},met,7\n`, /has the version 0 now, not 7/], ['a reason that is missing', `id,status\n${CONTROL},notApplicable\n`, /Line 2: Say why it does not apply/],
    ['a day that is none', `id,dueOn\n${CONTROL},2027-02-30\n`, /Line 2: dueOn: /],
  ];
  test(`an import is refused as a whole: ${refused.map(([says]) => says).join(', ')}`, async () => {
    const { call } = await setUp();
    for (const [says, csv, message] of refused) {
      const { status, body } = await call('compliance.import', { csv: csv });
      assert.deepEqual([status, body.errors?.[0].path], [400, 'csv'], says);
      assert.match(body.errors[0].message, message, says);
    }
    await call('compliance.import', { csv: `id,status\n${MAIL},met\n${CONTROL},notApplicable\n` });
    assert.equal((await call('compliance.get', { id: MAIL })).body.data.version, 0);
  });

  for (const { id } of frameworks) {
    test(`of ${id} is OSCAL: assessment results with evidence, and a plan of action`, async () => {
      const { call, file, seen, clock, collect, addDomain } = await setUp(id);
      const domain = await addDomain('example.org');
      seen.domains = [{ kind: 'emailAuth', domain, observedAt: clock.now(), verdict: 'contradicts', findings: [{ id: 'dmarc.missing', severity: 'high', title: 'There is no DMARC record' }], path: '/domains' }];
      await collect();
      const ids = (await call('compliance.list', { limit: 200 })).body.data.map((one: { id: string }) => one.id) as string[];
      const nothingOpen = await call('compliance.export', { framework: id, format: 'oscalPlanOfAction' });
      assert.deepEqual([nothingOpen.status, nothingOpen.body.current], [409, { framework: id, open: 0 }]);
      assert.deepEqual(faultsIn(JSON.parse((await file('oscalAssessmentResults')).text)), []);
      await call('compliance.update_many', { ids, status: 'met', owner: 'Ada' });
      await call('compliance.update', { id: ids[0], version: 1, status: 'notMet', planOfAction: 'Move the file server\n\nThen the others', dueOn: '2027-03-31' });
      await call('compliance.update', { id: ids[1], version: 1, status: 'notApplicable', justification: 'There are none' });
      await call('compliance.evidence.add', { title: 'Policy', controls: [ids[2]], url: 'https://intranet.example/policy', validUntil: '2027-01-01' });
      await call('compliance.evidence.add', { title: 'Review', note: 'Of May', controls: [ids[2]], file: { name: 'a.txt', content: 'YQ==' } });
      const results = JSON.parse((await file('oscalAssessmentResults')).text);
      assert.deepEqual(faultsIn(results), []);
      const [{ findings, observations }] = results['assessment-results'].results;
      assert.deepEqual(findings.slice(0, 3).map(({ target }: any) => [target.status.state, target['implementation-status'].state]), [['not-satisfied', 'planned'], ['satisfied', 'not-applicable'], ['satisfied', 'implemented']]);
      assert.equal(findings.length, ids.length);
      assert.equal(findings[2]['related-observations'].length, 2);
      assert.equal(observations.length >= 2, true);
      const plan = JSON.parse((await file('oscalPlanOfAction')).text);
      assert.deepEqual(faultsIn(plan), []);
      const { risks, 'poam-items': items } = plan['plan-of-action-and-milestones'];
      assert.deepEqual([items.length, items[0].description, risks[0].deadline], [1, 'Move the file server\n\nThen the others', '2027-03-31T23:59:59Z']);
      assert.deepEqual(JSON.parse((await file('oscalAssessmentResults')).text)['assessment-results'].uuid, results['assessment-results'].uuid);
    });
  }

  test('becomes a document control by control, with the score and without private texts', async () => {
    const { call, file } = await setUp();
    await call('compliance.update', { id: CONTROL, version: 0, status: 'notMet', owner: 'Ada', dueOn: '2026-01-01', planOfAction: 'Move <the> file server', privateText: 'Licensed words' });
    await call('compliance.update', { id: 'cmmc-l2:CA.L2-3.12.4', version: 0, status: 'met' });
    const { text } = await file('txt');
    for (const says of ['Met: 1', 'Not assessed: 108', 'SPRS score', 'Control: AC.L2-3.1.1\nAuthorized Access Control', 'Status: Not met', 'Owner: Ada\nOverdue since 2026-01-01\nPlan of action: Move <the> file server', 'Evidence: \n', '-203 of 110. Not eligible']) assert.ok(text.includes(says), `${says} in\n${text}`);
    assert.equal(text.match(/^Control: [A-Z]{2}\.L2-3[.\d]+$/gm)?.length, 110 + 10);
    assert.doesNotMatch(text, /Licensed words/);
    assert.match((await file('html')).text, /Move &lt;the&gt; file server/);
  });

  test('is not exported of a framework that does not apply, nor to another account', async () => {
    const { file, addAccount } = await setUp();
    assert.equal((await file('csv', 'pci-dss')).status, 404);
    assert.equal((await (await addAccount()).call('compliance.export', { framework: 'cmmc-l2' })).status, 404);
  });

  test('has no details of evidence for a key without the scope of its source', async () => {
    const { call, seen, clock, collect, addDomain, keyWith } = await setUp();
    const domain = await addDomain('example.org');
    seen.domains = [{ kind: 'emailAuth', domain, observedAt: clock.now(), verdict: 'contradicts', findings: [{ id: 'dmarc.missing', severity: 'high', title: 'There is no DMARC record' }], path: '/domains' }];
    await collect();
    const exported = async (...scopes: string[]) => (await call('compliance.export', { framework: 'cmmc-l2', format: 'oscalAssessmentResults' }, keyWith(...scopes))).body.body as string;
    assert.deepEqual([(await exported('compliance')).includes('DMARC record'), (await exported('compliance')).includes('contradicts'), (await exported('compliance', 'domains')).includes('DMARC record')], [false, true, true]);
  });
});
