// A domain with two scans of its hosts, kept as scans keep them.
import { keepComponents } from '../../src/areas/threats/exposure/store/components.ts';
import { keepFindings } from '../../src/areas/threats/exposure/store/findings.ts';
import { endScan, findScan } from '../../src/areas/threats/exposure/store/scans.ts';
import { portRules } from '../../src/areas/threats/exposure/judgement/rules.ts';
import type { PlacedFinding } from '../../src/areas/threats/exposure/judgement/analyze.ts';
import type { ComponentSeen } from '../../src/areas/threats/exposure/components/component.ts';
import { exposedPathRules } from '../../src/areas/threats/exposure/web/checks/rules.ts';
import { stageNames } from '../../src/areas/threats/exposure/stages/stage.ts';
import type { TestAccount } from '../service.ts';
import { allTables } from '../tables.ts';
import { ask, type Site } from './service.ts';

const [OWN, EDGE] = ['198.51.100.20', '198.51.100.21'];
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

type Row = [address: string, port: number, product: string | null, version: string | null];

const before: readonly Row[] = [[OWN, 22, 'OpenSSH', '9.2p1'], [OWN, 80, 'nginx', '1.22.1'], [OWN, 443, 'nginx', '1.22.1'], [OWN, 3306, 'MariaDB', '10.11.6'], [EDGE, 443, null, null]];
const after: readonly Row[] = [[OWN, 22, 'OpenSSH', '9.2p1'], [OWN, 80, 'nginx', '1.24.0'], [OWN, 443, 'nginx', '1.24.0'], [OWN, 6379, 'Redis', '7.0.15'], [EDGE, 443, null, null]];

const placed = (finding: PlacedFinding['finding'], port: number, stage: PlacedFinding['stage'], about = ''): PlacedFinding => ({ finding, address: OWN, port, stage, verified: 'verified', about });
const database = (port: number, service: string) => placed(portRules.datastore.fail([`${OWN}:${port}`, `recognised: ${service}`], { words: { port: String(port), address: OWN, service } }), port, 'ports');
const repository = placed(exposedPathRules.repository.fail(['Git repository: /.git/HEAD, 21 bytes, "ref: refs/heads/main"'], { words: { path: '/.git/HEAD' } }), 443, 'web', '/.git/HEAD');

/** Adds a proven domain with two scans, the second with something new, something changed and something resolved; gives its id. */
export async function addExposed(site: Site, account: TestAccount, name = 'harbor-hosts.example'): Promise<string> {
  const { service: { store } } = site;
  const { body } = await ask(site, account, 'POST', '/api/domains', { name, scan: false });
  const domainId = (body['data'] as { id: string }).id;
  const now = Date.now();
  await allTables(store.db).insertInto('ownership').values({ domain_id: domainId, token: 'a'.repeat(32), method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null })
    .onConflict(conflict => conflict.column('domain_id').doUpdateSet({ method: 'dns', proven_at: now, confirmed_at: now, checked_at: now })).execute();
  await addScan(site, account, { domainId, name }, { at: now - 7 * DAY_MS, rows: before, found: [database(3306, 'MySQL or MariaDB')] });
  await addScan(site, account, { domainId, name }, { at: now - HOUR_MS, rows: after, found: [database(6379, 'Redis'), repository] });
  return domainId;
}

async function addScan({ service: { store, service: { services } } }: Site, account: TestAccount, { domainId, name }: { domainId: string; name: string }, { at, rows, found }: { at: number; rows: readonly Row[]; found: readonly PlacedFinding[] }): Promise<void> {
  const id = services.newId('run');
  await store.transaction(async tx => {
    const all = allTables(tx);
    await all.insertInto('exposure_scan').values({ id, account_id: account.id, domain_id: domainId, profile: 'standard', proof: name, state: 'running', begun: '{}', summary: null, started_at: at - HOUR_MS / 6, finished_at: null }).execute();
    await all.insertInto('exposure_host').values([
      { scan_id: id, address: OWN, names: JSON.stringify({ names: [name, `db.${name}`], mailServers: [] }), scope: 'full', reason: null, edge: null, wildcard: 0, rtt_ms: 24 },
      { scan_id: id, address: EDGE, names: JSON.stringify({ names: [`www.${name}`], mailServers: [] }), scope: 'web', reason: 'Others share this machine: only its web ports are tested.', edge: 'Cloudflare', wildcard: 0, rtt_ms: 9 },
    ]).execute();
    for (const [address, port, product, version] of rows) await all.insertInto('exposure_port').values(portRow(id, at, address, port, product, version)).execute();
    for (const stage of stageNames) for (const address of [OWN, EDGE]) {
      const isLate = stage === 'web' && address === EDGE;
      await all.insertInto('exposure_step').values({ scan_id: id, stage, address, outcome: isLate ? 'partial' : 'done', cause: isLate ? '3 questions to websites were not answered, such as /.env at port 443: timeout' : null, details: null, at }).execute();
    }
    const changes = await keepFindings(tx, services, { id, accountId: account.id, domainId }, found, { at: () => true, gone: () => false }, at);
    await keepComponents(tx, services, { id, accountId: account.id, domainId }, rows.flatMap(componentOf), () => true, at);
    const scan = await findScan(tx, id);
    await endScan(tx, scan!, { state: 'partial', summary: { hosts: 2, openPorts: rows.length, notTested: 1, findings: { critical: 0, high: found.length, medium: 0, low: 0, info: 0 }, changes }, now: at });
  });
}

function portRow(scanId: string, at: number, address: string, port: number, product: string | null, version: string | null) {
  const service = product === null ? null : JSON.stringify({
    protocol: port === 22 ? 'ssh' : 'http', transport: 'tcp', tls: port === 443 ? 'direct' : 'none', name: product, product, vendor: null, version, distributionPackage: null, cpe23: [], confidence: 'certain', evidence: [{ from: 'greeting', text: product }], withoutPassword: null,
  });
  const tls = port === 443 ? JSON.stringify({ protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', group: 'X25519MLKEM768', serverName: null, subject: 'CN=harbor', issuer: 'CN=Lab', names: [], notAfter: at + 60 * DAY_MS, refused: null }) : null;
  const http = port === 80 || port === 443 ? JSON.stringify({ url: `https://${address}/`, status: 200, title: 'Harbor', server: product, poweredBy: null, location: null }) : null;
  return { scan_id: scanId, address, port, transport: 'tcp', verified: 1 as const, rtt_ms: 24, service, tls, http, web: null };
}

function componentOf([address, port, product, version]: Row): ComponentSeen[] {
  return product === null ? [] : [{ address, port, location: `${address}:${port}`, kind: 'service', vendor: null, product, version, distribution: null, cpe23: [], purl: null, evidence: `${product}/${version}`, confidence: 'certain' }];
}
