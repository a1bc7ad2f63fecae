import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { loadWorld } from '../lab/world.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeCheck } from '../src/app/compose.ts';
import { collectAll } from '../src/areas/domains/check/collect.ts';
import { analyzeDmarc } from '../src/checks/dmarc/analyze.ts';
import { carryOutFix as carryOutDmarc } from '../src/checks/dmarc/collect.ts';
import { parseDmarc, policies, resemblesDmarc, type DmarcPolicy } from '../src/checks/dmarc/parse.ts';
import { addressed } from '../src/checks/dmarc/policies.ts';
import { receiversOf, type ReceiverView } from '../src/checks/dmarc/receivers.ts';
import { checkOf, recordsAt, type AllFacts } from '../src/checks/index.ts';
import { found } from '../src/checks/lookups.ts';
import { analyzeMtaSts, carryOutFix as carryOutMtaSts } from '../src/checks/mta-sts/analyze.ts';
import { analyzeMx } from '../src/checks/mx/analyze.ts';
import { carryOutFix as carryOutMx } from '../src/checks/mx/repair.ts';
import { analyzeSpf } from '../src/checks/spf/analyze.ts';
import { carryOutFix as carryOutSpf } from '../src/checks/spf/repair.ts';
import { analyzeTlsRpt, carryOutFix as carryOutTlsRpt } from '../src/checks/tls-rpt/analyze.ts';
import { isMilder } from '../src/checks/fixes.ts';
import type { Finding } from '../src/core/finding.ts';

/** Tightening is what these are about; a policy of a domain without mail has nothing to hurt. */
const steps: ReadonlySet<string> = new Set(['dmarc.p', 'dmarc.sp', 'dmarc.np', 'dmarc.t', 'dmarc.missing']);

/** Repairs that give way to a milder finding: a softer end of the record, until all senders are listed. */
const firstSteps: ReadonlySet<string> = new Set(['spf.all']);

/** Why a finding of these checks may have no record to publish. */
const reasons: Readonly<Record<string, string>> = {
  'dmarc.missing': 'the name is an alias, so the record belongs elsewhere',
  'dmarc.multiple': 'the records contradict each other in a way that only the owner can settle, or the name is an alias',
  'dmarc.syntax': 'what was meant cannot be determined, or another record governs',
  'dmarc.location': 'a record is at the right name already, or that name could not be read',
  'dmarc.p': 'nobody receives reports, so nobody can tell whether a stricter policy would hurt',
  'dmarc.sp': 'the record above could not be repaired', 'dmarc.np': 'the record above could not be repaired',
  'dmarc.t': 'pct holds the policy back as well', 'dmarc.pct': 'older receivers would act on more mail than now',
  'dmarc.rua': 'the domain takes no mail, so it has no address to offer', 'dmarc.rua.uri': 'the address cannot be read',
  'dmarc.rua.mx': 'only the owner knows another address', 'dmarc.ext': 'several domains have to agree, or an alias is in the way',
  'dmarc.divergence': 'only another policy or another organization of names ends it', 'dmarc.psd': 'the rest of the record cannot be read',
  'dmarc.rf': 'the rest of the record cannot be read', 'dmarc.ri': 'the rest of the record cannot be read', 'dmarc.fo': 'the rest of the record cannot be read',
  'dmarc.inherited': 'nothing needs to be done',
  'sts.txt': 'another fault remains', 'sts.missing': 'no MX record names a host that a policy could name', 'sts.orphan': 'the policy file cannot be read',
  'tlsrpt.syntax': 'an address cannot be read', 'tlsrpt.rua': 'the address cannot be read', 'tlsrpt.multiple': 'an address cannot be read', 'tlsrpt.missing': 'the lookup failed',
  'mx.missing': 'the lookup failed', 'mx.null': 'only the owner knows whether the domain takes mail', 'mx.cname': 'the host may be another one',
  'mx.ip': 'the address is not public', 'mx.noaddr': 'only the owner knows the address', 'mx.nxdomain': 'only the owner knows the name', 'mx.dangling': 'only the owner knows the server',
  'mx.bogon': 'only the owner knows the public address', 'mx.dup': 'one of the records has to be deleted',
  'spf.all': 'the word that lets everybody pass stands in a record of others', 'spf.broad': 'only the owner knows which addresses send', 'spf.lookups': 'only the owner knows which service is not used any more',
  'spf.size': 'only the owner knows what can go', 'spf.ptr': 'whom it allows is not known, so it cannot be taken away', 'spf.mx': 'only the owner knows which servers send', 'spf.macro': 'only its author knows what it is for',
  'spf.helo': 'several servers lack a record: each is a step', 'spf.type99': 'a record has to be deleted', 'spf.syntax': 'what was meant cannot be determined, or the record is that of others',
  'spf.private': 'only the owner knows the public address', 'spf.loop': 'only the owners know which record is to lead where', 'spf.duplicate': 'the record is that of others', 'spf.missing': 'the record would lead to one that does not exist',
  'spf.multiple': 'one of the records has an error', 'spf.include.none': 'the record is that of others', 'spf.void': 'the record is that of others', 'spf.subdomailing': 'the record is that of others',
  'dkim.cname.dangling': 'only the provider knows where its key is', 'dkim.wildcard': 'only the owner knows what the wildcard is for', 'dkim.multi': 'only the owner knows which key is in use', 'dkim.k': 'only the owner has the key',
  'dane.missing': 'several servers lack records, so that each is a step, or the certificate was not seen', 'dane.mismatch': 'several servers have another certificate, so that each record is a step', 'dane.rollover': 'only the owner knows the next key', 'dane.usage': 'a record has to be deleted',
  'bimi.missing': 'only the owner knows the logo', 'bimi.syntax': 'only the owner knows the logo', 'bimi.multiple': 'only the owner knows which', 'bimi.l': 'only the owner knows the logo',
  'bimi.a': 'only the owner knows the certificate', 'bimi.dmarc': 'the DMARC policy has a step of its own', 'bimi.novmc': 'the certificate has to be bought', 'bimi.declined': 'nothing needs to be done',
};

/** What one fix turned out to be worth. */
interface Tally {
  tried: number;
  green: number;
  withheld: Map<string, number>;
}

function prove(before: readonly Finding[], carryOut: (finding: Finding) => readonly Finding[], records: ReadonlySet<string>, tally: Tally): string[] {
  return before.filter(({ state, fix, record }) => state === 'fail' && fix && records.has(record)).flatMap(finding => {
    if (!finding.fix!.record && !finding.fix!.file) {
      if (finding.fix!.kind === 'dnsRecord') tally.withheld.set(finding.id, (tally.withheld.get(finding.id) ?? 0) + 1);
      return [];
    }
    tally.tried++;
    const after = carryOut(finding);
    const now = after.find(({ id }) => id === finding.id)!;
    const isGreen = now.state !== 'fail' || (firstSteps.has(finding.id) && isMilder(now, finding));
    if (isGreen) tally.green++;
    const passed = new Set(before.filter(({ state }) => state === 'pass').map(({ id }) => id));
    const broken = after.filter(({ id, state, severity }) => state === 'fail' && severity !== 'info' && passed.has(id)).map(({ id }) => id);
    return broken.length === 0 && isGreen ? [] : [`${finding.id}: ${finding.fix!.record?.value ?? finding.fix!.file?.content}: ${broken.join(' ')}`];
  });
}

/** What the published records say and the fix does not, or asks for and they do not. */
function losses(before: AllFacts['dmarc'], after: AllFacts['dmarc'], { id, fix }: Finding): string[] {
  const name = fix?.record?.name ?? '';
  const step = before.walk.find(step => `_dmarc.${step.name}` === name);
  const texts = step ? found(step.lookup) : [];
  const lost = texts.flatMap(text => parseDmarc(text)?.rua ?? []).filter(uri => uri.domain !== null && !fix!.record!.value.includes(uri.text.split('!')[0]!));
  const tightened = steps.has(id) ? [] : receiversOf(before).flatMap((view, at) => tighter(view, receiversOf(after)[at]!));
  return [...lost.map(({ text }) => `${id} loses ${text}`), ...(texts.every(isReadable) ? tightened.map(part => `${id} tightens ${part}`) : [])];
}

/** A record at the domain itself is moved, not copied. */
function moved({ spf }: AllFacts, { id }: Finding): Partial<AllFacts> {
  return id === 'dmarc.location' && spf.txt.outcome === 'found' ? { spf: { ...spf, txt: { ...spf.txt, value: spf.txt.value.filter(text => !resemblesDmarc(text)) } } } : {};
}

/** A record that receivers read as it is written: one that they do not comes into force by its repair. */
function isReadable(text: string): boolean {
  const record = parseDmarc(text);
  return record !== null && record.faults.length === 0 && record.p !== null;
}

function tighter(before: ReceiverView, after: ReceiverView): string[] {
  const rank = (policy: DmarcPolicy | undefined) => policies.indexOf(policy ?? 'none');
  // A record that older receivers need not read is read by them once p follows v.
  if (before.applied === null) return [];
  return [...addressed.filter(part => rank(after.applied?.[part]) > rank(before.applied![part])), ...(after.percent > before.percent ? ['pct'] : [])].map(part => `${part} for ${before.standard}`);
}

const provable: ReadonlySet<string> = new Set(recordsAt('check').filter(record => checkOf(record).carryOut !== undefined));
const shown = loadWorld(Date.now()).domains.filter(({ says }) => says !== '');
const ours: ReadonlySet<string> = new Set(['spf', 'dkim', 'dmarc', 'mx', 'mtaSts', 'tlsRpt', 'dane', 'bimi']);

suite('every record and file that a finding offers turns it green, and harms no other, in every check', { concurrency: 8 }, () => {
  const tally: Tally = { tried: 0, green: 0, withheld: new Map() };
  let lab: Lab;
  let services: ReturnType<typeof composeCheck>;
  before(async () => {
    lab = await startLab();
    services = composeCheck(outsideOfLab(lab));
  });
  after(async () => {
    await lab.stop();
    console.log(`lab: ${tally.tried} records and files tried, ${tally.green} turned green`);
    for (const [id, count] of [...tally.withheld].toSorted(([a], [b]) => a.localeCompare(b))) console.log(`  withheld ${count} times: ${id}: ${reasons[id] ?? 'no reason known'}`);
    assert.ok(tally.tried > 60, String(tally.tried));
    assert.deepEqual([...tally.withheld.keys()].filter(id => reasons[id] === undefined), []);
  });
  for (const { name } of shown) {
    test(name, async () => {
      const signal = AbortSignal.timeout(20_000);
      const session = services.open(signal, 'check');
      const facts = await collectAll({ ...session.clients, domain: name, signal, clock: services.clock, random: services.random }, { depth: 'check' });
      session.close();
      const judge = (all: AllFacts) => recordsAt('check').flatMap(record => checkOf(record).analyze(all));
      const carriedOut = (finding: Finding) => ({ ...facts, ...Object.fromEntries([...provable].map(record => [record, checkOf(record as 'mx').carryOut!(facts[record as 'mx'], finding)])), ...moved(facts, finding) });
      const findings = judge(facts);
      assert.deepEqual(prove(findings, finding => judge(carriedOut(finding)), provable, tally), []);
      const dmarc = findings.filter(({ state, record, fix }) => state === 'fail' && record === 'dmarc' && fix?.record?.name.startsWith('_dmarc.'));
      assert.deepEqual(dmarc.flatMap(finding => losses(facts.dmarc, carriedOut(finding).dmarc, finding)), []);
    });
  }
});

suite('the same holds in every golden file', () => {
  const tally: Tally = { tried: 0, green: 0, withheld: new Map() };
  after(() => console.log(`golden files: ${tally.tried} records and files tried, ${tally.green} turned green`));
  type Judge = (facts: never, others: never) => Finding[];
  const kinds: Readonly<Record<string, { analyze: Judge; carryOut: (facts: never, finding: Finding) => unknown; others: object }>> = {
    'dmarc': { analyze: analyzeDmarc, carryOut: carryOutDmarc, others: {} },
    'mta-sts': { analyze: analyzeMtaSts, carryOut: carryOutMtaSts, others: {} },
    'tls-rpt': { analyze: analyzeTlsRpt, carryOut: carryOutTlsRpt, others: {} },
    'spf': { analyze: analyzeSpf, carryOut: carryOutSpf, others: {} },
    'mx': { analyze: analyzeMx, carryOut: carryOutMx, others: { sendsFromMx: false } },
  };
  for (const [folder, { analyze, carryOut, others }] of Object.entries(kinds)) {
    for (const file of globSync(`../src/checks/${folder}/golden/*.json`, { cwd: import.meta.dirname })) {
      test(file, () => {
        const golden = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as { facts: never; others?: object };
        const known = { ...others, ...golden.others } as never;
        // A record in the wrong place is moved, not copied.
        const elsewhere = (finding: Finding) => (finding.id === 'dmarc.location' ? { ...known as object, apexTxt: [] } as never : known);
        assert.deepEqual(prove(analyze(golden.facts, known), finding => analyze(carryOut(golden.facts, finding) as never, elsewhere(finding)), ours, tally), []);
      });
    }
  }
});
