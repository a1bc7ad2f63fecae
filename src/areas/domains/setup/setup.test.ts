import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { AuthorityReply, Dns, RecordType } from '../../../core/lookup.ts';
import type { CheckResult } from '../check/index.ts';
import { checkSteps } from './live.ts';
import { setupOf } from './setup.ts';
import { stepIds, type StepId } from './steps.ts';
import { resultOf, type Snapshot } from '../history/snapshots/index.ts';

/** One check of a domain of the lab, and the steps that follow from it. */
interface Golden {
  says: string;
  name: string;
  snapshot: Snapshot;
  /** `careful`: something must be seen before the step is taken. */
  steps: object[];
}

const folder = new URL('golden/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Golden;
const files = readdirSync(folder).filter(name => name.endsWith('.json'));
const resultIn = (file: string): CheckResult => {
  const { snapshot, name } = read(file);
  return resultOf(snapshot, { name, at: 0, score: null });
};
const stepOf = (result: CheckResult, id: StepId) => setupOf(result).find(step => step.id === id)!;

suite('the steps of the set-up follow from what the last scan found', () => {
  for (const file of files) {
    const { says, steps } = read(file);
    test(`${file}: ${says}`, () => {
      const shown = setupOf(resultIn(file)).map(({ id, state, note, record, file: served, findings, safeNext }) => (
        { id, state, note, record, file: served?.content.split('\r\n').slice(1, 3).join(', ') ?? null, findings, careful: safeNext !== null }));
      assert.deepEqual(shown, steps);
    });
  }

  test('every step is to be done in some file and done in another', () => {
    const steps = files.filter(file => file !== 'does-not-exist.json').flatMap(file => setupOf(resultIn(file)));
    const seen = new Set(steps.map(({ id, state, record, file }) => `${id} ${state === 'blocked' && (record ?? file) ? 'todo' : state}`));
    assert.deepEqual(stepIds.flatMap(id => [`${id} todo`, `${id} done`]).filter(wanted => !seen.has(wanted)), []);
  });

  test('a policy of the domain above is not changed from below', () => {
    const result = resultIn('dmarc-none.json');
    result.records.dmarc.foundAt = '_dmarc.example';
    const { state, record, action } = stepOf(result, 'dmarcQuarantine');
    assert.deepEqual([state, record], ['todo', null]);
    assert.match(action, /stands at _dmarc\.example: change it there, or publish one for this domain alone/);
  });

  test('a policy whose tags cannot all be read is not rewritten', () => {
    const result = resultIn('dmarc-none.json');
    result.records.dmarc.record = 'v=DMARC1; p=none; rua=mailto:a@example.org; sp=nothing';
    assert.equal(stepOf(result, 'dmarcQuarantine').record, null);
  });

  test('what weakens the policy does not outlive it', () => {
    const result = resultIn('dmarc-none.json');
    const tags = { v: 'DMARC1', p: 'quarantine', sp: 'none', t: 'y', rua: 'mailto:a@example.org' };
    Object.assign(result.records.dmarc, { record: Object.entries(tags).map(tag => tag.join('=')).join('; '), tags });
    assert.equal(stepOf(result, 'dmarcReject').record!.value, 'v=DMARC1; p=reject; rua=mailto:a@example.org');
    assert.equal(stepOf(result, 'dmarcQuarantine').record!.value, 'v=DMARC1; p=quarantine; sp=none; rua=mailto:a@example.org');
  });

  const trials: [tags: Record<string, string>, policy: 'quarantine' | 'reject', finding: string, step: StepId, value: string][] = [
    [{ p: 'reject', t: 'y' }, 'reject', 'dmarc.t', 'dmarcReject', 'v=DMARC1; p=reject; rua=mailto:a@example.org'],
    [{ p: 'reject', pct: '0' }, 'reject', 'dmarc.pct', 'dmarcReject', 'v=DMARC1; p=reject; rua=mailto:a@example.org'],
    [{ p: 'quarantine', t: 'y' }, 'quarantine', 'dmarc.t', 'dmarcQuarantine', 'v=DMARC1; p=quarantine; rua=mailto:a@example.org'],
    [{ p: 'quarantine', pct: '20' }, 'quarantine', 'dmarc.pct', 'dmarcQuarantine', 'v=DMARC1; p=quarantine; rua=mailto:a@example.org'],
  ];
  for (const [own, policy, finding, step, value] of trials) {
    test(`${Object.entries(own).map(tag => tag.join('=')).join('; ')} is put in force by ${step}, and never falls behind`, () => {
      const result = resultIn('dmarc-none.json');
      const tags = { v: 'DMARC1', ...own, rua: 'mailto:a@example.org' };
      Object.assign(result.records.dmarc, { record: Object.entries(tags).map(tag => tag.join('=')).join('; '), tags, policy: { domain: policy, subdomain: policy, nonexistent: policy } });
      result.findings = result.findings.map(one => (one.id === 'dmarc.p' ? { ...one, state: 'pass' as const, fix: null } : one.id === finding ? { ...one, state: 'fail' as const, severity: 'medium' as const } : one));
      const judged = (['dmarcQuarantine', 'dmarcReject'] as const).map(id => stepOf(result, id)).find(({ findings }) => findings.includes(finding))!;
      assert.deepEqual([judged.id, judged.record?.value], [step, value]);
    });
  }

  test('where records are broken, no further one is offered', () => {
    const result = resultIn('dmarc-missing.json');
    result.findings = result.findings.filter(({ id }) => id !== 'dmarc.missing');
    for (const id of ['dmarcReports', 'dmarcNone', 'dmarcReject'] as const) assert.equal(stepOf(result, id).record, null);
  });

  test('who sends no mail goes to the strictest policy at once', () => {
    const result = resultIn('dmarc-missing.json');
    result.profile.kind = 'receivingOnly';
    const { state, record, safeNext } = stepOf(result, 'dmarcReject');
    assert.deepEqual([state, record!.value, safeNext], ['todo', 'v=DMARC1; p=reject; rua=mailto:dmarc-reports@dmarc-missing.example', null]);
    assert.equal(stepOf(result, 'dmarcQuarantine').state, 'notNeeded');
  });

  const ids: [before: string, after: string][] = [['1', '2'], ['20261101', '20261102'], ['009', '010'], ['9'.repeat(32), '9'.repeat(31)], ['abc', 'abc1'], ['a'.repeat(32), 'a'.repeat(31)]];
  for (const [before, after] of ids) {
    test(`the id ${before} of an MTA-STS record gives way to another one`, () => {
      const result = resultIn('sts-missing.json');
      Object.assign(result.records.mtaSts, { record: `v=STSv1; id=${before};`, mode: 'testing' });
      result.findings = result.findings.filter(({ id }) => id !== 'sts.missing');
      assert.deepEqual([stepOf(result, 'mtaStsEnforce').state, stepOf(result, 'mtaStsEnforce').record!.value], ['todo', `v=STSv1; id=${after}`]);
    });
  }
});

/** Nameservers that answer TXT questions from `texts`, by server and name. */
function serversWith(texts: Readonly<Record<string, Readonly<Record<string, string[] | 'silent' | 'lame'>>>>): Pick<Dns, 'lookup' | 'ask'> {
  const names = Object.keys(texts);
  return {
    lookup: (name, type) => Promise.resolve(type === 'A' && names.includes(name)
      ? { outcome: 'found', value: [`45.54.0.${names.indexOf(name)}`] as never, via: [], ttlSeconds: 1 }
      : { outcome: 'absent', nxdomain: false, via: [] }),
    ask: <T extends RecordType>(server: { name: string; address: string }, name: string): Promise<AuthorityReply<T>> => {
      const answer = texts[server.name]![name] ?? [];
      if (answer === 'silent') return Promise.resolve({ server, transport: 'udp', lookup: { outcome: 'failed', kind: 'timeout', cause: 'timeout' } });
      const lookup = answer === 'lame' || answer.length === 0 ? { outcome: 'absent' as const, nxdomain: false, via: [] } : { outcome: 'found' as const, value: answer as never, via: [], ttlSeconds: 1 };
      return Promise.resolve({ server, transport: 'udp', rttMs: 1, authoritative: answer !== 'lame', lookup });
    },
  };
}

suite('a live lookup shows at which nameservers a change has arrived', () => {
  const name = '_dmarc.dmarc-none.example';
  const stronger = ['v=DMARC1; p=quarantine; rua=mailto:dmarc@dmarc-none.example'];
  const cases: [says: string, first: string[] | 'silent' | 'lame', second: string[] | 'silent' | 'lame', state: string, has: (boolean | null)[], note: RegExp | null][] = [
    ['nobody has it', ['v=DMARC1; p=none'], ['v=DMARC1; p=none'], 'todo', [false, false], null],
    ['one has it', stronger, ['v=DMARC1; p=none'], 'pendingDns', [true, false], /1 of 2 nameservers have the change; it is not seen yet at ns2\.lab-dns\.net/],
    ['all have it', stronger, stronger, 'pendingDns', [true, true], /Every nameserver has the change\. Scan/],
    ['one does not answer', stronger, 'silent', 'pendingDns', [true, null], /1 of 2/],
    ['one does not hold the zone', 'lame', ['v=DMARC1; p=none'], 'todo', [null, false], null],
    ['a record that nobody can read is no change', ['v=DMARC1; p=quarantin'], [...stronger, ...stronger], 'todo', [false, false], null],
  ];
  for (const [says, first, second, state, has, note] of cases) {
    test(says, async () => {
      const result = resultIn('dmarc-none.json');
      const steps = await checkSteps(setupOf(result), result, serversWith({ 'ns1.lab-dns.net': { [name]: first }, 'ns2.lab-dns.net': { [name]: second } }));
      const step = steps.find(({ id }) => id === 'dmarcQuarantine')!;
      assert.deepEqual([step.state, step.live!.map(answer => answer.has)], [state, has]);
      if (note) assert.match(step.note!, note);
      assert.ok(steps.filter(one => one.id !== 'dmarcQuarantine').every(({ live }) => live === null), 'only open steps are asked for');
    });
  }
});
