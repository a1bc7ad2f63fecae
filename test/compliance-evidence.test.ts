// What every area sees as evidence for controls: once supporting, once contradicting, once stale, from what the area itself keeps; scans are real ones of the lab.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';
import { evidenceSources } from '../src/app/registry.ts';
import { complianceService } from '../src/areas/assurance/compliance/compliance.sample.ts';
import { planFields } from '../src/areas/assurance/compliance/catalogue/wisp.ts';
import { evidenceMap } from '../src/areas/assurance/compliance/catalogue/evidence-map.ts';
import { keepSnapshot, snapshotOf } from '../src/areas/domains/history/snapshots/index.ts';
import type { EvidenceKindName } from '../src/areas/evidence-source.ts';
import { onEachDatabase } from './databases.ts';
import { allTables } from './tables.ts';

const DAY_MS = 86_400_000;

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

type World = Awaited<ReturnType<typeof setUp>>;

async function setUp(store: Parameters<typeof complianceService>[0]) {
  const service = complianceService(store, evidenceSources);
  const account = await service.addAccount();
  const domain = await account.addDomain('shop.example');
  for (const framework of ['pci-dss', 'cmmc-l2', 'hipaa-security', 'ftc-safeguards']) await account.choose(framework);
  const db = allTables(store.db);
  const now = service.clock.now();
  const scan = async (name: string) => {
    const at = service.clock.now();
    const result = await composeChecker(outsideOfLab(lab))(name);
    await keepSnapshot(store.db, domain.id, { at, score: result.score, snapshot: snapshotOf(result) });
    await db.updateTable('domain').set({ checked_at: at }).where('id', '=', domain.id).execute();
  };
  const audit = async (issues: readonly string[]) => {
    const id = service.services.newId('run');
    await db.insertInto('run').values({ id, account_id: account.account.id, kind: 'siteAudit', subject_type: 'domain', subject_id: domain.id, subject_label: domain.name, trigger: 'manual', scope: null, allowance: null, allowance_at: null, status: 'completed', done: 0, total: 0, step: null, event_seq: 0, stage_seq: 0, input: '{}', state: null, result: null, error: null, paused_key: null, created_at: now, started_at: now, finished_at: now }).execute();
    await db.insertInto('site_audit').values({ id, account_id: account.account.id, domain_id: domain.id, settings: '{}', state: 'completed', cut: null, known: 1, done: 1, beyond: 0, bytes: 1, targets_beyond: 0, score: 90, summary: JSON.stringify({ checks: [{ id: 'security.csp-missing', applicable: 1 }] }), started_at: now, finished_at: service.clock.now() }).execute();
    for (const check of issues) await db.insertInto('site_audit_issue').values({ audit_id: id, check_id: check, url_key: 'a', page: 1, severity: 'low', evidence: '[]', excluded: 0 }).execute();
  };
  return { ...service, ...account, domain, db, now, scan, audit };
}

interface Case {
  kind: EvidenceKindName;
  supporting: (world: World) => Promise<unknown>;
  contradicting: (world: World) => Promise<unknown>;
  finding: RegExp;
}

const incident = { title: 'Card data copied', kind: 'breach', severity: 1, discoveredAt: '2026-01-15T10:00:00Z', cardData: true, healthData: false, coveredDefenseInformation: false, customerFinancialData: false, taxData: false, personalDataInEurope: false, listedCompany: false };
const component = { kind: 'application', vendor: 'apache', distribution: null, cpe23: '[]', purl: null, evidence: 'Server', confidence: 'high' };

const cases: readonly Case[] = [
  { kind: 'emailAuth', supporting: world => world.scan('healthy.example'), contradicting: world => world.scan('weak-mail.example'), finding: /SPF|DKIM|DMARC/i },
  { kind: 'tlsConfig', supporting: world => world.scan('healthy.example'), contradicting: world => world.scan('cert-expired.example'), finding: /expired/i },
  { kind: 'httpHeaders', supporting: world => world.audit([]), contradicting: world => world.audit(['security.csp-missing', 'titles.missing']), finding: /^The page has no Content Security Policy$/ },
  {
    kind: 'dnsEvents', supporting: ({ db, domain, clock }) => db.updateTable('domain').set({ checked_at: clock.now() }).where('id', '=', domain.id).execute(),
    contradicting: async ({ db, account, domain, clock }) => {
      await db.updateTable('domain').set({ checked_at: clock.now() }).where('id', '=', domain.id).execute();
      await db.insertInto('domain_event').values({ id: 'evt_1', account_id: account.id, domain_id: domain.id, domain_name: domain.name, kind: 'dns.ns.changed', subject: 'dns.ns', severity: 'high', state: 'open', title: 'Nameservers changed', before: '[]', after: '[]', after_hash: 'a', count: 1, created_at: clock.now(), last_seen_at: clock.now(), decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null }).execute();
    }, finding: /^Nameservers changed$/,
  },
  {
    kind: 'lookalikes',
    supporting: ({ db, account, domain, clock }) => db.insertInto('lookalike_watch').values({ domain_id: domain.id, account_id: account.id, generator: 0, states: new Uint8Array(), names: 0, due_at: 0, hot_at: null, daily_at: 0, weekly_at: 0, swept_at: clock.now(), look_after: '', left_out: 0 }).execute(),
    contradicting: async ({ db, account, domain, clock }) => {
      await db.updateTable('lookalike_watch').set({ swept_at: clock.now() }).execute();
      await db.insertInto('lookalike').values({ id: 'lka_1', account_id: account.id, domain_id: domain.id, name: 'sh0p.example', sources: 1, kind: 'respelling', state: 'impersonating', review: 'new', note: null, reviewed_by: null, reviewed_at: null, facts: '{}', pending: null, details: '{}', registration: null, registry_asked_at: null, similarity: null, certified_at: null, taken_down_at: null, reemerged_at: null, risk: 90, threat: 70, rank: 160, reasons: '[]', probe_at: null, version: 1, first_seen_at: 0, changed_at: 0 }).execute();
    }, finding: /^sh0p\.example$/,
  },
  {
    kind: 'portScan', supporting: world => exposureScan(world), contradicting: async world => {
      await exposureScan(world);
      const { db, account, domain, clock } = world;
      const finding = { id: 'port.database', area: 'exposure', record: 'host', severity: 'high', state: 'fail', title: 'A database is open to everybody', detail: '', evidence: [], fix: null, references: [] };
      await db.insertInto('exposure_finding').values({ id: 'xpf_1', account_id: account.id, domain_id: domain.id, fingerprint: 'f', address: '192.0.2.1', port: 5432, stage: 'ports', severity: 'high', verified: 'verified', finding: JSON.stringify(finding), state: 'open', change: 'new', changed_in: 'run_x', seen_in: 'run_x', first_seen_at: clock.now(), last_seen_at: clock.now(), resolved_at: null, exception: null, excepted_until: null }).execute();
    }, finding: /^A database is open to everybody$/,
  },
  {
    kind: 'vulnScan', supporting: world => components(world, '2.4.66'), contradicting: async world => {
      await components(world, '2.4.49');
      const { db, account, domain, clock } = world;
      const match = { cve: 'CVE-2021-41773', title: null, fixedIn: '2.4.51', priority: 'act', confidence: 'confirmed' };
      await db.insertInto('vuln_match').values({ id: 'vul_1', account_id: account.id, domain_id: domain.id, fingerprint: 'f', host: '192.0.2.1', component: '{}', product: 'apache-httpd', version: '2.4.49', cve: 'CVE-2021-41773', priority: 'act', position: 0, alert: 1, match: JSON.stringify(match), state: 'open', answer: null, answer_until: null, first_seen_at: clock.now(), last_judged_at: clock.now(), gone_at: null }).execute();
    }, finding: /^CVE-2021-41773 in apache-httpd 2\.4\.49/,
  },
  {
    kind: 'components', supporting: world => components(world, '2.4.66'), contradicting: async world => {
      await components(world, '2.2.34');
      const lifecycle = { product: 'apache-httpd', title: 'Apache', cpes: [], cycles: [{ name: '2.2', endsOn: '2017-07-11', latest: '2.2.34' }] };
      await world.db.insertInto('vuln_lifecycle').values({ product: 'apache-httpd', lifecycle: JSON.stringify(lifecycle) }).execute();
    }, finding: /^apache-httpd 2\.2\.34 is no longer supported/,
  },
  {
    kind: 'darkweb', supporting: async ({ db, account, domain, clock }) => {
      await db.insertInto('darkweb_answer').values({ domain_id: domain.id, source: 'hibp', account_id: account.id, state: 'ok', cause: null, asked_at: clock.now(), answered_at: clock.now(), revision: null }).execute();
    },
    contradicting: async ({ db, account, domain, clock }) => {
      await db.updateTable('darkweb_answer').set({ answered_at: clock.now() }).execute();
      const now = clock.now();
      await db.insertInto('darkweb_incident').values({ id: 'dwi_1', account_id: account.id, domain_id: domain.id, source: 'ransomwareLive', fingerprint: 'f', kind: 'ransomClaim', title: 'lockers', severity: 'critical', occurred_on: null, fields: '[]', sensitive: 0, verified: 0, count: null, mark: null, state: 'open', answer: null, position: 1, first_seen_at: now, last_seen_at: now, forget_at: now + 1000 * DAY_MS }).execute();
    }, finding: /^lockers claims to have attacked shop\.example$/,
  },
  {
    kind: 'uptime', supporting: async ({ db, account, clock }) => {
      await db.insertInto('custom_check').values({ id: 'chk_1', account_id: account.id, domain_id: null, role: null, reference: null, name: 'Shop', kind: 'http', target: 'https://shop.example/', host: 'shop.example', spec: '{}', secrets: null, push_hash: null, interval_seconds: 60, enabled: 1, parent_id: null, state: 'up', state_since: null, machine: '{}', last: JSON.stringify({ at: clock.now() }), summary: '{}', incident_id: null, tls_expires_at: null, due_at: null, last_slot: 0, rolled_at: 0, created_at: 0, updated_at: 0, version: 1 }).execute();
    },
    contradicting: async ({ db, account, clock }) => {
      await db.updateTable('custom_check').set({ last: JSON.stringify({ at: clock.now() }) }).execute();
      await db.insertInto('check_incident').values({ id: 'cin_1', account_id: account.id, host: 'shop.example', cause: 'timeout', title: 'Shop is down', started_at: clock.now(), resolved_at: null, acknowledged_at: null, acknowledged_by: null, note: null, checks: '[]', services: '[]', timeline: '[]' }).execute();
    }, finding: /^Shop is down$/,
  },
  {
    kind: 'thirdPartyStatus', supporting: async ({ db, account, clock }) => {
      await db.insertInto('status_feed').values({ id: 'github', listed_url: 'https://a.example', url: 'https://a.example', kind: 'statuspage', due_at: 0, read_at: clock.now(), tried_at: null, searched_at: null, failure: null, etag: null, last_modified: null, level: 'operational', components: '[]', maintenances: '[]' }).execute();
      await db.insertInto('status_follow').values({ id: 'flw_1', account_id: account.id, feed_id: 'github', name: 'GitHub', page: 'https://a.example', components: '[]', regions: '[]', level: 'operational', level_at: clock.now(), created_at: 0 }).execute();
    },
    contradicting: async ({ db, clock }) => {
      await db.updateTable('status_feed').set({ read_at: clock.now(), level: 'majorOutage' }).execute();
      await db.updateTable('status_follow').set({ level: 'majorOutage' }).execute();
    }, finding: /^GitHub$/,
  },
  { kind: 'auditLog', supporting: () => Promise.resolve(), contradicting: ({ db, account }) => db.updateTable('audit_head').set({ seq: 99 }).where('account_id', '=', account.id).execute(), finding: /^Entry \d+: The chain does not end/ },
  {
    kind: 'incidentRecords', supporting: async ({ call }) => assert.equal((await call('compliance.incidents.create', { ...incident, cardData: false })).status, 201),
    contradicting: async ({ call, clock }) => assert.equal((await call('compliance.incidents.create', { ...incident, discoveredAt: new Date(clock.now() - 1000).toISOString() })).status, 201), finding: /^Card data copied: Notify the acquirer/,
  },
  {
    kind: 'wisp', supporting: async ({ call, clock }) => {
      const entries = Object.fromEntries([...planFields.keys()].map(id => [id, 'Written']));
      assert.equal((await call('compliance.wisp.update', { version: 0, entries, reviewedOn: new Date(clock.now()).toISOString().slice(0, 10) })).status, 200);
    },
    contradicting: async ({ call }) => assert.equal((await call('compliance.wisp.update', { version: 1, entries: { 'network.firewall': null } })).status, 200), finding: /^The written information security plan lacks 1 of 48 entries$/,
  },
];

async function exposureScan({ db, account, domain, clock, services }: World) {
  await db.insertInto('exposure_scan').values({ id: services.newId('run'), account_id: account.id, domain_id: domain.id, profile: 'standard', proof: domain.id, state: 'completed', begun: '{}', summary: '{}', started_at: clock.now(), finished_at: clock.now() }).execute();
}

async function components({ db, account, domain, clock }: World, version: string) {
  await db.deleteFrom('exposure_component').execute();
  await db.deleteFrom('vuln_component').execute();
  await db.insertInto('exposure_component').values({ ...component, id: `xpc_${version}`, account_id: account.id, domain_id: domain.id, fingerprint: version, scan_id: 'run_x', address: '192.0.2.1', port: 443, location: '192.0.2.1:443', product: 'http_server', version, first_seen_at: clock.now(), last_seen_at: clock.now() }).execute();
  await db.insertInto('vuln_component').values({ domain_id: domain.id, account_id: account.id, fingerprint: version, host: '192.0.2.1', location: '192.0.2.1:443', name: 'Apache', product: 'apache-httpd', version, package: null, origin: 'scan', judged: 1 }).execute();
}

test('every kind of the map is seen by an area', () => {
  const seen = new Set([...evidenceSources.values()].flatMap(({ kinds }) => kinds));
  assert.deepEqual(evidenceMap.map(({ kind }) => kind).filter(kind => !seen.has(kind)), []);
  assert.deepEqual([...seen].toSorted(), cases.map(({ kind }) => kind).toSorted());
});

onEachDatabase('evidence', open => {
  for (const { kind, supporting, contradicting, finding } of cases) {
    test(`${kind} supports, contradicts, and grows stale`, async () => {
      const world = await setUp(await open());
      const { clock, collect, call } = world;
      const of = evidenceMap.find(one => one.kind === kind)!;
      const [framework, ids] = 'pci-dss' in of.controls ? ['pci-dss', of.controls['pci-dss']] as const : Object.entries(of.controls)[0]!;
      const id = `${framework}:${ids[0]}`;
      const shown = async () => (await call('compliance.get', { id })).body.data.automatic.find((one: { kind: string }) => one.kind === kind);
      const now = async (change: Case['supporting']) => {
        await change(world);
        await collect();
        return shown();
      };
      assert.equal((await now(() => collect())).verdict, kind === 'auditLog' || kind === 'dnsEvents' ? 'supports' : 'none');
      assert.equal((await now(supporting)).verdict, 'supports');
      clock.advance(1000);
      const { verdict, observations: [{ details, observedAt }] } = await now(contradicting);
      assert.deepEqual([verdict, observedAt], ['contradicts', new Date(clock.now()).toISOString()]);
      assert.match(details.findings[0].title, finding);
      clock.advance(of.freshDays * DAY_MS + 1);
      assert.equal((await shown()).verdict, 'stale');
      assert.equal((await call('compliance.get', { id })).body.data.status, 'notAssessed');
    });
  }
});
