// A scan of the hosts of a domain, from its start to what changed since the one before.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { openExposure } from './scan.sample.ts';

const OWN = '45.54.90.1';

/** One confirmed host with SSH and a website, whose PTR record leads back. */
async function opened(open: Parameters<Parameters<typeof onEachDatabase>[1]>[0]) {
  const area = await openExposure(await open());
  area.hosts.names.set('owned.example', { addresses: [OWN] });
  area.hosts.hosts.set(OWN, { open: [22, 80, 443, 6379], ptr: 'owned.example' });
  await area.confirm(OWN);
  return area;
}

type Reply = { data: { hosts: { address: string; scope: string; edge: string | null; reason: string | null; wildcard: boolean; tested: boolean; ports: { port: number; change: string; state: string }[] }[] } };
const portsIn = (reply: unknown) => (reply as Reply).data.hosts.flatMap(({ ports }) => ports.map(({ port, change }) => `${port} ${change}`)).join(', ');
const hostIn = (reply: unknown) => (reply as Reply).data.hosts[0]!;

onEachDatabase('a scan of hosts', open => {
  test('tells hosts, open ports and what is wrong, and next time what changed', async () => {
    const area = await opened(open);
    const first = await area.scan();
    assert.deepEqual([portsIn(first.ports), first.latest.data.scan.state], ['22 new, 80 new, 443 new, 6379 new', 'completed']);
    assert.deepEqual(first.latest.data.findings.map(({ kind, port, change }: { kind: string; port: number; change: string }) => `${kind} ${port} ${change}`), ['exposure.datastore 6379 new']);

    area.hosts.hosts.set(OWN, { open: [22, 80, 443, 3389], ptr: 'owned.example' });
    const second = await area.scan();
    assert.equal(portsIn(second.ports), '22 unchanged, 80 unchanged, 443 unchanged, 3389 new, 6379 resolved');
    assert.deepEqual(second.latest.data.difference.findings.map(({ kind, change }: { kind: string; change: string }) => `${kind} ${change}`).toSorted(), ['exposure.datastore resolved', 'exposure.management new']);

    area.hosts.hosts.set(OWN, { open: [22, 80, 443, 6379], ptr: 'owned.example' });
    const third = await area.scan();
    assert.deepEqual(third.latest.data.difference.counts, { new: 0, unchanged: 0, changed: 0, resolved: 1, reopened: 1, notTested: 0 });
  });

  test('a fault is not resolved by a scan that could not test its port', async () => {
    const area = await opened(open);
    await area.scan();
    await area.optOut(`${OWN}/32`);
    const { latest, ports } = await area.scan();
    assert.deepEqual([latest.data.findings.length, latest.data.difference.counts.notTested, latest.data.difference.counts.resolved], [1, 1, 0]);
    assert.deepEqual(hostIn(ports).ports.map(({ port, change }) => `${port} ${change}`), ['22 notTested', '80 notTested', '443 notTested', '6379 notTested']);
    assert.equal(latest.data.scan.stages.find(({ stage }: { stage: string }) => stage === 'ports').outcome, 'notTested');
  });

  test('a fault at an address that no name leads to any more is resolved', async () => {
    const area = await opened(open);
    await area.scan();
    area.hosts.names.set('owned.example', { addresses: ['45.54.90.2'] });
    assert.equal((await area.scan()).latest.data.difference.counts.resolved, 1);
    area.hosts.names.set('owned.example', { addresses: [OWN] });
    await area.scan();
    area.hosts.silent.add('owned.example');
    const { latest } = await area.scan();
    assert.deepEqual([latest.data.scan.state, latest.data.difference.counts.resolved, latest.data.difference.counts.notTested], ['partial', 0, 1]);
  });

  test('a second start while one waits gives the same run', async () => {
    const area = await opened(open);
    const [one, other] = [await area.start(), await area.start({ profile: 'quick' })];
    assert.deepEqual([one.status, other.status, one.body.data.id], [202, 202, other.body.data.id]);
  });

  test('the audit log says who, by what proof and at which rates', async () => {
    const area = await opened(open);
    await area.start();
    const entry = await allTables(area.store.db).selectFrom('audit_entry').selectAll().where('action', '=', 'domain.exposure_scan_started').executeTakeFirstOrThrow();
    assert.match(JSON.stringify(entry), /connectsPerSecond/);
    assert.match(JSON.stringify(entry), /owned\.example/);
  });

  test('an alert stands while a fault does', async () => {
    const area = await opened(open);
    const raised = async () => (await allTables(area.store.db).selectFrom('alert').select(['kind', 'cleared_at']).execute()).filter(({ cleared_at }) => cleared_at === null).map(({ kind }) => kind);
    await area.scan();
    assert.deepEqual(await raised(), ['exposure.finding']);
    area.hosts.hosts.set(OWN, { open: [22, 80, 443], ptr: 'owned.example' });
    await area.scan();
    assert.deepEqual(await raised(), []);
  });
});

onEachDatabase('no packet goes', open => {
  test('to a domain that is not proven; the refusal says how to prove it', async () => {
    const area = await opened(open);
    await area.loseOwnership();
    const refused = await area.start();
    assert.deepEqual([refused.status, refused.body.code], [403, 'ownership_required']);
    assert.match(refused.body.detail, /publish it as TXT record at _dss-challenge\.owned\.example/);
    assert.deepEqual(area.hosts.packets, []);
  });

  test('where the proof is lost between the start and the work', async () => {
    const area = await opened(open);
    const { body } = await area.start();
    await area.loseOwnership();
    await area.work();
    assert.deepEqual([(await area.status(body.data.id)).status, area.hosts.packets], ['failed', []]);
  });

  test('where the proof is lost between two stages', async () => {
    const area = await opened(open);
    await area.start();
    const losing: Promise<unknown>[] = [];
    area.hosts.before = () => { if (area.hosts.packets.length === 900) losing.push(area.loseOwnership()); };
    await area.work();
    await Promise.all(losing);
    const { data } = await area.latest();
    assert.deepEqual(data.scan.stages.map(({ stage, outcome }: { stage: string; outcome: string }) => `${stage} ${outcome}`), ['resolve done', 'ports done', 'tls notTested', 'http notTested']);
  });

  const optOuts: [says: string, target: string][] = [['by its address', `${OWN}/32`], ['by its network', '45.54.90.0/24'], ['by its domain', 'owned.example']];
  for (const [says, target] of optOuts) {
    test(`to an address that the operator leaves alone ${says}`, async () => {
      const area = await opened(open);
      await area.optOut(target);
      const { ports } = await area.scan();
      assert.deepEqual([hostIn(ports).scope, area.hosts.packets], ['none', []]);
      assert.match(hostIn(ports).reason!, /scans no address in/);
    });
  }

  test('to more than the web ports of an address that nobody has confirmed, and of its published mail port', async () => {
    const area = await opened(open);
    area.hosts.names.set('owned.example', { addresses: ['45.54.90.7'], exchanges: ['mx.owned.example'] });
    area.hosts.names.set('www.owned.example', { addresses: ['45.54.90.8'] });
    await area.scan({ profile: 'deep' });
    assert.deepEqual(listedPorts(area.hosts.packets, '45.54.90.7'), [80, 443]);
    assert.deepEqual(listedPorts(area.hosts.packets, '45.54.90.8'), [80, 443]);
  });

  test('to more than the web ports of a confirmed address whose proof is gone', async () => {
    const area = await opened(open);
    area.hosts.hosts.set(OWN, { open: [22, 80, 443] });
    const { ports } = await area.scan();
    assert.match(hostIn(ports).reason!, /could not be found any more/);
    assert.deepEqual(listedPorts(area.hosts.packets, OWN), [80, 443]);
  });

  test('to more than the web ports of a machine that shows strangers the certificate of somebody else', async () => {
    const area = await opened(open);
    area.hosts.hosts.set(OWN, { open: [22, 80, 443], ptr: 'owned.example', certificateFor: ['somebody-else.example'] });
    await area.scan();
    assert.deepEqual(listedPorts(area.hosts.packets, OWN), [80, 443]);
  });

  test('to more than 80 and 443 of an edge of a content delivery network, confirmed or not, and what is found there is reported as theirs', async () => {
    const area = await opened(open);
    area.hosts.names.set('owned.example', { addresses: ['104.16.1.1'] });
    area.hosts.hosts.set('104.16.1.1', { open: [22, 80, 443], ptr: 'owned.example', expiredAt: 1 });
    await area.confirm('104.16.1.1');
    const { ports, latest } = await area.scan({ profile: 'deep' });
    assert.deepEqual([hostIn(ports).edge, listedPorts(area.hosts.packets, '104.16.1.1')], ['Cloudflare', [80, 443]]);
    assert.ok(latest.data.findings[0].evidence.includes('This is a machine of Cloudflare'));
  });

  test('to more than the web ports where the name is an alias of somebody else', async () => {
    const area = await opened(open);
    area.hosts.names.set('owned.example', { addresses: [OWN], via: ['shop.stranger.example'] });
    await area.scan();
    assert.deepEqual(listedPorts(area.hosts.packets, OWN), [80, 443]);
  });
});

/** Ports of the lists that were touched: the improbable ones that a wall is known by are left out. */
function listedPorts(packets: readonly string[], address: string): number[] {
  const ports = packets.filter(packet => packet.startsWith(`${address}:`)).map(packet => Number(packet.slice(address.length + 1)));
  return [...new Set(ports)].filter(port => port < 20_011 || port > 32_000).toSorted((a, b) => a - b);
}
