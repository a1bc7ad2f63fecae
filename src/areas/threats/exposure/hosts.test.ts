// One scan of hosts that behave like real ones, counted by the hosts themselves.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLabHosts, type LabHosts } from '../../../../lab/services/hosts.ts';
import { onEachDatabaseOf } from '../../../../test/databases.ts';
import { recorded, targetsOf } from './hosts.sample.ts';
import { openExposure } from './scan.sample.ts';
import type { Websites } from './web/find.ts';

const OWN = '45.54.90.1';
const FILTERING = '45.54.90.2';
const WILDCARD = '45.54.90.3';
const TARPIT = '45.54.90.4';
const STRANGER = '45.54.90.5';
const OPTED_OUT = '45.54.90.6';
const EDGE = '104.16.1.1';
/** What websites show has tests of its own; recordings of servers answer none of its questions. */
const noWebsites: Websites = { find: () => Promise.resolve({ components: [], exposedPaths: [], templates: [], notTested: [] }), judge: () => [] };
const counting = { kind: 'hangsUp' } as const;
const echoing = { kind: 'says', replies: [['', '+PONG\r\n']] } as const;

let lab: LabHosts;
before(async () => {
  lab = await startLabHosts([
    { address: OWN, ports: { 21: recorded('vsftpd'), 22: recorded('openssh'), 80: recorded('nginx'), 3306: recorded('mariadb'), 6379: recorded('redis') }, others: 'closed' },
    { address: FILTERING, ports: { 22: recorded('openssh') }, others: 'filtered' },
    { address: WILDCARD, ports: { 22: recorded('openssh') }, others: counting },
    { address: TARPIT, ports: { 22: { kind: 'tarpit', everyMs: 50 }, 6379: echoing }, others: 'closed' },
    { address: STRANGER, ports: { 80: recorded('nginx') }, others: counting },
    { address: OPTED_OUT, ports: {}, others: counting },
    { address: EDGE, ports: { 80: recorded('nginx') }, others: counting },
  ]);
});
after(() => lab.stop());

interface Shown { address: string; scope: string; wildcard: boolean; tested: boolean; ports: { port: number; service: { protocol: string | null; product: string | null; version: string | null } | null }[] }

onEachDatabaseOf('a scan of the hosts of the lab', (make, dialect) => {
  // What hosts do is the same for every database.
  if (dialect === 'postgresql') return;
  test('says of each what it is, and keeps away from those of others', { timeout: 240_000 }, async () => {
    const area = await openExposure(await (await make()).open(), undefined, { outside: { openTarget: targetsOf(lab.routes), websites: noWebsites } });
    const all = [OWN, FILTERING, WILDCARD, TARPIT, STRANGER, OPTED_OUT, EDGE];
    area.hosts.names.set('owned.example', { addresses: all });
    for (const address of all) area.hosts.hosts.set(address, { open: [], ptr: 'owned.example' });
    for (const address of all.filter(address => address !== STRANGER)) await area.confirm(address);
    await area.optOut(`${OPTED_OUT}/32`);
    const before = lab.seen.length;
    const { latest, ports } = await area.scan({ profile: 'quick' });
    const seen = lab.seen.slice(before);
    const hosts = new Map((ports as { data: { hosts: Shown[] } }).data.hosts.map(host => [host.address, host]));
    const portsOf = (address: string) => hosts.get(address)!.ports.map(({ port, service }) => `${port} ${service?.protocol} ${service?.product} ${service?.version}`);

    assert.deepEqual(portsOf(OWN), ['21 ftp vsftpd 3.0.3', '22 ssh OpenSSH 9.2p1', '80 http nginx 1.22.1', '3306 mysql MariaDB 10.11.19', '6379 redis Redis 7.0.15']);
    assert.deepEqual([portsOf(FILTERING), hosts.get(FILTERING)!.tested], [['22 ssh OpenSSH 9.2p1'], true]);
    assert.deepEqual([portsOf(WILDCARD), hosts.get(WILDCARD)!.wildcard], [['22 ssh OpenSSH 9.2p1'], true], 'only what speaks a protocol is reported');
    assert.deepEqual(portsOf(TARPIT), ['22 null null null', '6379 redis Redis null']);

    const findings = latest.data.findings.map(({ kind, address, port, verified }: { kind: string; address: string; port: number; verified: string }) => `${address} ${port} ${kind} ${verified}`);
    assert.ok(findings.includes(`${OWN} 6379 service.open_store verified`), findings.join('\n'));
    assert.ok(findings.includes(`${TARPIT} 6379 service.open_store inconclusive`), 'whoever says the same to nonsense proves nothing');
    assert.deepEqual(findings.filter((finding: string) => finding.startsWith(WILDCARD)), []);

    const connected = (address: string) => seen.filter(one => one.address === address);
    assert.deepEqual(connected(OPTED_OUT), []);
    // The listener of all other ports takes 443 as well; nothing else of theirs is tried: two touches, the questions at one port, and no bait.
    for (const address of [STRANGER, EDGE]) assert.deepEqual([hosts.get(address)!.scope, hosts.get(address)!.ports.map(({ port }) => port)], ['web', [80, 443]]);
    assert.equal(latest.data.scan.stages.find(({ stage }: { stage: string }) => stage === 'services').outcome, 'partial');
  });
});
