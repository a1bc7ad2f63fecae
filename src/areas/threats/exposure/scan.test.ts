// A scan of the hosts of a domain, from its start to what changed since the one before.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { inEnglish } from '../../../../test/speaking.ts';
import { allTables } from '../../../../test/tables.ts';
import { personOf } from '../../platform/audit/testing.ts';
import { RunLost } from '../../platform/runs/retry.ts';
import { addressOperations } from './address-operations.ts';
import { exceptionOperations } from './exception-operations.ts';
import { optOutOperations } from './opt-out-operations.ts';
import { exposureSection } from './report-section.ts';
import { openExposure } from './scan.sample.ts';
import { isProvenAddress } from './store/addresses.ts';

const DAY_MS = 86_400_000;

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

  test('is a section of the report on the domain: open ports, and what is wrong and not accepted', async () => {
    const area = await opened(open);
    const read = () => exposureSection.read({ db: area.store.db, domainId: area.domainId, now: area.store.clock.now(), say: inEnglish });
    assert.equal(await read(), null);
    const { latest } = await area.scan();
    const part = (await read())!;
    assert.deepEqual(part.paragraphs[1], 'Against the scan before: 1 new, 0 changed, 0 resolved.');
    assert.deepEqual(part.tables.map(({ rows }) => rows.map(([where, severity]) => [where, severity])), [
      [[`${OWN}:6379`, { severity: 'high' }]], [22, 80, 443, 6379].map(port => [`${OWN}:${port}`, 'owned.example']),
    ]);
    await area.call(exceptionOperations[0], personOf(area.account), { id: latest.data.findings[0].id, reason: 'Only for a week', until: new Date(area.store.clock.now() + 7 * DAY_MS).toISOString() });
    const accepted = (await read())!;
    assert.deepEqual([accepted.tables[0]!.rows, accepted.paragraphs.at(-1)], [[], '1 finding is accepted and not listed.']);
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

  test('shows later areas which addresses are proven: confirmed, and shown by a scan within nine days, while the domain is proven', async () => {
    const area = await opened(open);
    const isProven = (of = area.account.id) => isProvenAddress(area.store.db, of, OWN, area.store.clock.now());
    assert.equal(await isProven(), false);
    await area.scan();
    assert.deepEqual([await isProven(), await isProven('acc_other')], [true, false]);
    area.advance(9 * DAY_MS);
    assert.equal(await isProven(), false);
    await allTables(area.store.db).updateTable('ownership').set({ confirmed_at: area.store.clock.now() }).execute();
    await area.scan();
    assert.equal(await isProven(), true);
    area.hosts.hosts.set(OWN, { open: [22] });
    await area.scan();
    assert.equal(await isProven(), false);
    area.hosts.hosts.set(OWN, { open: [22], ptr: 'owned.example' });
    await area.scan();
    await area.loseOwnership();
    assert.equal(await isProven(), false);
  });

  test('an alert stands while a fault does', async () => {
    const area = await opened(open);
    await area.scan();
    assert.deepEqual(await area.raised(), ['exposure.finding']);
    area.hosts.hosts.set(OWN, { open: [22, 80, 443], ptr: 'owned.example' });
    await area.scan();
    assert.deepEqual(await area.raised(), []);
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
    assert.deepEqual(data.scan.stages.map(({ stage, outcome }: { stage: string; outcome: string }) => `${stage} ${outcome}`), ['resolve done', 'ports done', 'services notTested', 'tls notTested', 'http notTested', 'web notTested', 'components done']);
  });

  const optOuts: [says: string, target: string][] = [['by its address', `${OWN}/32`], ['by its network', '45.54.90.0/24'], ['by its domain', 'owned.example']];
  for (const [says, target] of optOuts) {
    test(`to an address that the operator leaves alone ${says}`, async () => {
      const area = await opened(open);
      await area.optOut(target);
      const { ports } = await area.scan();
      assert.deepEqual([hostIn(ports).scope, area.hosts.packets], ['none', []]);
      assert.match(hostIn(ports).reason!, /has excluded .* from scans/);
    });
  }

  test('to more than the web ports of an address that nobody has confirmed, and of its published mail port', async () => {
    const area = await opened(open);
    area.hosts.names.set('owned.example', { addresses: ['45.54.90.7'], exchanges: ['mx.owned.example'] });
    area.hosts.names.set('www.owned.example', { addresses: ['45.54.90.8'] });
    await area.scan({ profile: 'deep' });
    assert.deepEqual(portsTouched(area.hosts.packets, '45.54.90.7'), [80, 443]);
    assert.deepEqual(portsTouched(area.hosts.packets, '45.54.90.8'), [80, 443]);
  });

  test('to more than the web ports of a confirmed address whose proof is gone', async () => {
    const area = await opened(open);
    area.hosts.hosts.set(OWN, { open: [22, 80, 443] });
    const { ports } = await area.scan();
    assert.match(hostIn(ports).reason!, /could not be found any more/);
    assert.deepEqual(portsTouched(area.hosts.packets, OWN), [80, 443]);
  });

  test('to more than the web ports of a machine that shows strangers the certificate of somebody else', async () => {
    const area = await opened(open);
    area.hosts.hosts.set(OWN, { open: [22, 80, 443], ptr: 'owned.example', certificateFor: ['somebody-else.example'] });
    await area.scan();
    assert.deepEqual(portsTouched(area.hosts.packets, OWN), [80, 443]);
  });

  test('to more than 80 and 443 of an edge of a content delivery network, confirmed or not, and what is found there is reported as theirs', async () => {
    const area = await opened(open);
    area.hosts.names.set('owned.example', { addresses: ['104.16.1.1'] });
    area.hosts.hosts.set('104.16.1.1', { open: [22, 80, 443], ptr: 'owned.example', expiredAt: 1 });
    await area.confirm('104.16.1.1');
    const { ports, latest } = await area.scan({ profile: 'deep' });
    assert.deepEqual([hostIn(ports).edge, portsTouched(area.hosts.packets, '104.16.1.1')], ['Cloudflare', [80, 443]]);
    assert.ok(latest.data.findings[0].evidence.includes('This is a machine of Cloudflare'));
  });

  test('to more than the web ports where the name is an alias of somebody else', async () => {
    const area = await opened(open);
    area.hosts.names.set('owned.example', { addresses: [OWN], via: ['shop.stranger.example'] });
    await area.scan();
    assert.deepEqual(portsTouched(area.hosts.packets, OWN), [80, 443]);
  });
});

const stageOf = { touch: 'ports', dialogue: 'services', tls: 'tls', page: 'http', web: 'web' } as const;

onEachDatabase('a scan whose worker dies', open => {
  for (const what of ['touch', 'dialogue', 'tls', 'page', 'web'] as const) {
    test(`in the middle of its ${stageOf[what]} stage goes on from the last committed step, and ends once`, async () => {
      const area = await opened(open);
      const OTHER = '45.54.90.3';
      area.hosts.names.set('www.owned.example', { addresses: [OTHER] });
      area.hosts.hosts.set(OTHER, { open: [80, 443] });
      const { body } = await area.start();
      const death = new AbortController();
      area.hosts.before = (address, port, kind) => { if (kind === what && address === OWN && port === 443) death.abort(new RunLost()); };
      await area.work(death.signal);
      assert.equal((await area.status(body.data.id)).status, 'running');
      const committed = new Set((await allTables(area.store.db).selectFrom('exposure_step').selectAll().execute()).map(({ stage, address }) => `${stage} ${address}`));
      area.hosts.before = () => {};
      area.hosts.sent.length = 0;
      area.advance(31_000);
      await area.work();
      assert.equal((await area.status(body.data.id)).status, 'completed');
      const again = area.hosts.sent.map(sent => /^(\w+) (.+):\d+$/.exec(sent)!).filter(([, kind, address]) => committed.has(`${stageOf[kind as 'touch']} ${address}`));
      assert.deepEqual(again, []);
      assert.equal((await allTables(area.store.db).selectFrom('exposure_scan').select('id').execute()).length, 1);
      assert.equal((await area.latest()).data.scan.state, 'completed');
    });
  }
});

onEachDatabase('scans by the schedule', open => {
  test('begin a week after somebody started the first one, and one that did not happen is an alert until the next that does', async () => {
    const area = await opened(open);
    await area.scan();
    assert.equal(await area.due(), 0);
    area.advance(8 * DAY_MS);
    await allTables(area.store.db).updateTable('ownership').set({ confirmed_at: area.store.clock.now() }).execute();
    assert.deepEqual([await area.due(), await area.work(), (await area.latest()).data.difference.counts.unchanged], [1, [], 1]);
    await area.loseOwnership();
    area.advance(8 * DAY_MS);
    await area.due();
    assert.deepEqual(await area.raised(), ['exposure.finding', 'exposure.missed']);
    await allTables(area.store.db).updateTable('ownership').set({ failing_since: null }).execute();
    await area.scan();
    assert.deepEqual(await area.raised(), ['exposure.finding']);
  });
});

onEachDatabase('people', open => {
  test('accept a finding for a while: its alert ends, and stands again afterwards', async () => {
    const area = await opened(open);
    const [except, end] = exceptionOperations;
    const [finding] = (await area.scan()).latest.data.findings;
    const until = new Date(area.store.clock.now() + DAY_MS).toISOString();
    const excepted = await area.call(except, personOf(area.account), { id: finding.id, reason: 'Moves behind a VPN', until });
    assert.deepEqual([excepted.status, excepted.body.data.exception.until, await area.raised()], [200, until, []]);
    assert.equal((await area.scan()).latest.data.scan.summary.findings.high, 0);
    area.advance(2 * DAY_MS);
    assert.equal((await area.scan()).latest.data.scan.summary.findings.high, 1);
    await area.call(except, personOf(area.account), { id: finding.id, reason: 'Once more', until: new Date(area.store.clock.now() + DAY_MS).toISOString() });
    assert.deepEqual(await area.raised(), []);
    await area.call(end, personOf(area.account), { id: finding.id });
    assert.deepEqual(await area.raised(), ['exposure.finding']);
  });

  test('confirm an address once, which opens it to all ports of the profile, and take that back', async () => {
    const area = await opened(open);
    const [list, confirm, withdraw] = addressOperations;
    area.hosts.names.set('owned.example', { addresses: ['45.54.90.9'] });
    area.hosts.hosts.set('45.54.90.9', { open: [22, 80, 443], ptr: 'owned.example' });
    assert.equal(hostIn((await area.scan()).ports).scope, 'web');
    assert.equal((await area.call(confirm, personOf(area.account), { domainId: area.domainId, address: '45.54.90.9' })).status, 200);
    assert.equal(hostIn((await area.scan()).ports).scope, 'full');
    assert.equal((await area.call(withdraw, personOf(area.account), { domainId: area.domainId, address: '45.54.90.9' })).status, 200);
    assert.equal(hostIn((await area.scan()).ports).scope, 'web');
    assert.deepEqual((await area.call(list, personOf(area.account), { domainId: area.domainId })).body.data.map(({ address }: { address: string }) => address), [OWN]);
  });

  test('of the operator leave a network alone, which the next scan of whatever account obeys', async () => {
    const area = await opened(open);
    const [list, add, remove] = optOutOperations;
    const operator = await area.addAccount({ operator: true });
    const added = await area.call(add, personOf(operator), { target: '45.54.90.0/24', note: 'Asked by their abuse desk' });
    assert.deepEqual([added.status, (await area.call(add, personOf(operator), { target: 'no target' })).status, (await area.call(add, personOf(area.account), { target: '192.0.2.1' })).status], [201, 400, 403]);
    await area.scan();
    assert.deepEqual(area.hosts.packets, []);
    await area.call(remove, personOf(operator), { id: added.body.data.id });
    assert.deepEqual((await area.call(list, personOf(operator))).body.data, []);
    await area.scan();
    assert.ok(area.hosts.packets.length > 1000);
  });
});

/** Every port of the address that was sent a packet. */
function portsTouched(packets: readonly string[], address: string): number[] {
  const ports = packets.filter(packet => packet.startsWith(`${address}:`)).map(packet => Number(packet.slice(address.length + 1)));
  return [...new Set(ports)].toSorted((a, b) => a - b);
}
