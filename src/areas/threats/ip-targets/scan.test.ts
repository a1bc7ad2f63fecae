// Targets from the first proof to the events of a later scan, over a small Internet in memory that counts packets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { Stopping } from '../../platform/runs/runner.ts';
import { openIpTargets, SampleOutside } from './scan.sample.ts';
import { changeTarget, isProvenTarget } from './store/targets.ts';

const DAY_MS = 86_400_000;
const ADDRESS = '45.54.10.1';
const SIX = '2a0e:b100::25';
const SIX_REVERSED = '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.b.e.0.a.2';

/** A machine with a name that leads back, a list that works and a network. */
function machine(open: readonly number[] = [25, 443]): SampleOutside {
  const outside = new SampleOutside();
  outside.hosts.set(ADDRESS, { open, ptr: 'mail.owned.example' });
  outside.names.set('mail.owned.example', { addresses: [ADDRESS] });
  outside.addList('bl.spamcop.net');
  outside.origins.set(ADDRESS, { outcome: 'found', asns: [64500], prefix: '45.54.0.0/16', country: 'NL', registry: 'ripencc' });
  return outside;
}

/** Four machines, each with a name that leads back and an open port. */
function rangeOf(outside: SampleOutside): string[] {
  const addresses = Array.from({ length: 4 }, (_, at) => `45.54.11.${at}`);
  for (const [at, address] of addresses.entries()) {
    outside.hosts.set(address, { open: [22], ptr: `h${at}.owned.example` });
    outside.names.set(`h${at}.owned.example`, { addresses: [address] });
  }
  return addresses;
}

onEachDatabase('an IP target', open => {
  async function proven(outside = machine()) {
    const area = await openIpTargets(await open(), outside);
    await area.addDomain('owned.example');
    return { area, outside, id: await area.add(ADDRESS) };
  }

  test('is proven by a PTR record below a proven domain that leads back, without a packet to it', async () => {
    const { area, outside, id } = await proven();
    const { state, addresses, nextScanAt } = await area.show(id);
    assert.deepEqual([state, addresses[0].proof.method, addresses[0].proof.by], ['proven', 'ptr', 'owned.example']);
    assert.deepEqual(outside.packets, []);
    assert.notEqual(nextScanAt, null);
  });

  test('shows later areas that its address is proven, once a person has confirmed it, for this account and for three days after the last proof', async () => {
    const { area, outside, id } = await proven();
    const isProven = (of = area.account.id) => isProvenTarget(area.store.db, of, ADDRESS, area.store.clock.now());
    const confirm = (at: number | null) => changeTarget(area.store.db, id, { confirmed_by: at === null ? null : 'usr_1', confirmed_at: at });
    await confirm(null);
    assert.equal(await isProven(), false);
    await confirm(area.store.clock.now());
    assert.deepEqual([await isProven(), await isProven('acc_other')], [true, false]);
    area.advance(3 * DAY_MS);
    assert.equal(await isProven(), false);
    await area.scan(id);
    assert.equal(await isProven(), true);
    outside.hosts.set(ADDRESS, { open: [25] });
    await area.scan(id);
    assert.equal(await isProven(), false);
  });

  test('is not proven by an A record alone, nor by a name of somebody else', async () => {
    const outside = machine();
    outside.hosts.set(ADDRESS, { open: [443] });
    const area = await openIpTargets(await open(), outside);
    await area.addDomain('owned.example');
    const withoutName = await area.add(ADDRESS);
    outside.hosts.set('45.54.10.2', { open: [443], ptr: 'mail.foreign.example' });
    outside.names.set('mail.foreign.example', { addresses: ['45.54.10.2'] });
    const foreign = await area.add('45.54.10.2');
    assert.deepEqual([(await area.show(withoutName)).state, (await area.show(foreign)).state], ['pending', 'pending']);
    assert.match((await area.show(foreign)).addresses[0].proof.cause, /below no domain that you have proven/);
    const refused = await area.start({ id: withoutName });
    assert.deepEqual([refused.status, refused.body.code], [403, 'ownership_required']);
    assert.deepEqual(outside.packets, []);
  });

  test('that is not proven any more gets no packet, and says so', async () => {
    const { area, outside, id } = await proven();
    await area.scan(id);
    assert.ok(outside.packets.length > 0);
    outside.packets.length = 0;
    outside.hosts.set(ADDRESS, { open: [25, 443] });
    const { status, proven: count } = await area.scan(id);
    assert.deepEqual([status, count, outside.packets], ['partial', 0, []]);
    const { state, addresses: [address] } = await area.show(id);
    assert.deepEqual([state, address.proof.state, address.ports.outcome], ['lost', 'notProven', 'notTested']);
    assert.ok((await area.alerts()).includes('ipTarget.unproven'));
    assert.ok((await area.notified()).some(title => /is no longer proven to be yours/.test(title)));
  });

  test('whose names could not be looked up gets no packet, and nothing is said of it', async () => {
    const { area, outside, id } = await proven();
    await area.scan(id);
    outside.packets.length = 0;
    outside.silent.add('1.10.54.45.in-addr.arpa');
    await area.scan(id);
    const { state, addresses: [address] } = await area.show(id);
    assert.deepEqual([outside.packets, state, address.proof.state, await area.events(id)], [[], 'proven', 'unknown', []]);
  });

  test('of which the domain is lost gets no packet', async () => {
    const { area, outside, id } = await proven();
    await area.loseOwnership();
    await area.scan(id);
    assert.deepEqual(outside.packets, []);
  });

  test('is scanned: names, lists, network, RPKI, owner, ports and services', async () => {
    const { area, id } = await proven();
    const result = await area.scan(id);
    assert.deepEqual([result.status, result.openPorts, result.listed], ['completed', 2, 0]);
    const { addresses: [seen], counts } = await area.show(id);
    assert.deepEqual([seen.reverse.state, seen.lists[0].state, seen.origin.asns, seen.origin.prefix, seen.origin.country, seen.rpki.state, seen.owner], ['confirmed', 'clean', [{ asn: 64500, name: 'NET-64500' }], '45.54.0.0/16', 'NL', 'valid', null]);
    assert.deepEqual(seen.ports.open.map(({ port }: { port: number }) => port), [25, 443]);
    assert.deepEqual(counts, { addresses: 1, proven: 1, listed: 0, unknown: 0, openPorts: 2, openEvents: 0 });
  });

  test('that no person has confirmed gets packets at ports 80 and 443 alone, and says so', async () => {
    const outside = machine([22, 443]);
    const area = await openIpTargets(await open(), outside);
    await area.addDomain('owned.example');
    const id = await area.addOnly(ADDRESS, { profile: 'deep' });
    const portsTried = () => [...new Set(outside.packets.splice(0).map(packet => Number(packet.split(':')[1])))].toSorted((a, b) => a - b);
    const result = await area.scan(id);
    const { confirmation, addresses: [{ ports }] } = await area.show(id);
    assert.deepEqual([portsTried(), result.limited, confirmation, ports.open.map(({ port }: { port: number }) => port)], [[80, 443], 1, null, [443]]);
    assert.match(ports.limited, /Nobody has confirmed/);
    await area.update({ id, profile: 'quick' });
    const confirmed = await area.confirm(id);
    assert.deepEqual([confirmed.status, confirmed.body.data.confirmation.by], [200, 'usr_owner']);
    await area.scan(id);
    assert.ok(portsTried().length > 90);
    assert.equal((await area.show(id)).addresses[0].ports.limited, null);
    assert.equal((await area.withdraw(id)).body.data.confirmation, null);
    await area.scan(id);
    assert.deepEqual(portsTried(), [80, 443]);
    assert.deepEqual(await area.events(id), [], 'a port that was not tried was neither closed before nor now');
    outside.hosts.set(ADDRESS, { open: [22, 80, 443], ptr: 'mail.owned.example' });
    await area.scan(id);
    assert.deepEqual((await area.events(id)).map(({ title }: { title: string }) => title), ['A port is open that was not: 80/tcp']);
  });

  test('is not confirmed before it is proven', async () => {
    const outside = machine();
    outside.hosts.set(ADDRESS, { open: [443] });
    const area = await openIpTargets(await open(), outside);
    const id = await area.addOnly(ADDRESS);
    const { status, body } = await area.confirm(id);
    assert.deepEqual([status, body.code], [403, 'ownership_required']);
  });

  test('that shows strangers the certificate of somebody else is shared: confirmed or not, only its web ports are tried', async () => {
    const { area, outside, id } = await proven();
    outside.hosts.set(ADDRESS, { open: [22, 443], ptr: 'mail.owned.example', certificateFor: ['shop.stranger.example'] });
    await area.scan(id);
    const [{ ports }] = (await area.show(id)).addresses;
    assert.match(ports.limited, /shop\.stranger\.example/);
    assert.deepEqual([...new Set(outside.packets)].toSorted(), [`${ADDRESS}:443`, `${ADDRESS}:80`]);
    outside.hosts.set(ADDRESS, { open: [22, 443], ptr: 'mail.owned.example', certificateFor: ['www.owned.example'] });
    await area.scan(id);
    assert.equal((await area.show(id)).addresses[0].ports.limited, null);
  });

  test('of the sixth version is scanned like others', async () => {
    const outside = machine();
    outside.hosts.set(SIX, { open: [443], ptr: 'six.owned.example' });
    outside.names.set('six.owned.example', { addresses: [SIX] });
    outside.origins.set(SIX, { outcome: 'found', asns: [64500], prefix: '2a0e:b100::/32', country: 'NL', registry: 'ripencc' });
    outside.addList('bl.blocklist.de', { [SIX_REVERSED.split('.').toReversed().join('.')]: ['127.0.0.2'] });
    const { area } = await proven(outside);
    const id = await area.add('2A0E:B100:0::25');
    const result = await area.scan(id);
    assert.deepEqual([result.status, result.openPorts, result.listed], ['completed', 1, 1]);
    const { addresses: [seen] } = await area.show(id);
    assert.deepEqual([seen.address, seen.proof.method, seen.reverse.state, seen.origin.prefix, seen.ports.open.map(({ port }: { port: number }) => port)], [SIX, 'ptr', 'confirmed', '2a0e:b100::/32', [443]]);
    assert.ok(outside.asked.includes(`${SIX_REVERSED}.bl.blocklist.de A`) && !outside.asked.includes(`${SIX_REVERSED}.bl.spamcop.net A`), 'only lists that have such addresses are asked (RFC 5782 section 2.4)');
  });

  test('whose worker stops at the second of four addresses goes on there, and asks nothing again', async () => {
    const outside = machine();
    const addresses = rangeOf(outside);
    const area = await openIpTargets(await open(), outside);
    await area.addDomain('owned.example');
    const id = await area.add('45.54.11.0/30');
    const stopping = new AbortController();
    outside.before = address => { if (address === addresses[1]) stopping.abort(new Stopping()); };
    area.advance(1000);
    await area.start({ id });
    await area.work(stopping.signal);
    outside.before = () => {};
    const [asked, tried] = [outside.asked.splice(0), new Set(outside.packets.splice(0).map(packet => packet.split(':')[0]!))];
    assert.ok(asked.length > 4 && tried.has(addresses[1]!), [...tried].join());
    assert.equal(await area.work(), 1);
    assert.deepEqual(outside.asked, []);
    const { counts, addresses: seen } = await area.show(id);
    assert.equal(counts.openPorts, 4);
    assert.deepEqual(seen.map(({ ports }: { ports: { outcome: string } }) => ports.outcome), ['done', 'done', 'done', 'done']);
  });

  test('asks no question of the DNS twice in a scan', async () => {
    const { area, outside, id } = await proven();
    outside.asked.length = 0;
    await area.scan(id);
    assert.equal(new Set(outside.asked).size, outside.asked.length);
  });

  test('without ports gets no packet', async () => {
    const { area, outside, id } = await proven();
    assert.equal((await area.scan(id, { ports: false })).openPorts, null);
    assert.deepEqual(outside.packets, []);
  });

  test('that nothing happened to has no events, scan after scan', async () => {
    const { area, id } = await proven();
    await area.scan(id);
    await area.scan(id);
    assert.deepEqual([await area.events(id), await area.notified(), await area.alerts()], [[], [], []]);
  });

  test('changes become events, which are settled when the old value is back', async () => {
    const { area, outside, id } = await proven();
    await area.scan(id);
    outside.lists.get('bl.spamcop.net')!.set(ADDRESS, ['127.0.0.2']);
    outside.hosts.set(ADDRESS, { open: [25, 443, 3306], ptr: 'mail.owned.example' });
    outside.origins.set(ADDRESS, { outcome: 'found', asns: [64666], prefix: '45.54.10.0/24', country: 'NL', registry: null });
    outside.validity = { outcome: 'answered', state: 'invalid', reason: 'another network is authorized' };
    await area.scan(id);
    const kinds = async () => (await area.events(id)).map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`).toSorted();
    assert.deepEqual(await kinds(), ['ip.listed open', 'ip.origin.changed open', 'ip.port.opened open', 'ip.rpki.invalid open']);
    await area.scan(id);
    assert.equal((await area.events(id)).length, 4);
    Object.assign(outside, { validity: { outcome: 'answered', state: 'valid', reason: null } });
    outside.lists.get('bl.spamcop.net')!.clear();
    outside.hosts.set(ADDRESS, { open: [25, 443], ptr: 'mail.owned.example' });
    outside.origins.set(ADDRESS, { outcome: 'found', asns: [64500], prefix: '45.54.0.0/16', country: 'NL', registry: null });
    await area.scan(id);
    assert.deepEqual([await kinds(), await area.alerts()], [['ip.listed reverted', 'ip.origin.changed reverted', 'ip.port.opened reverted', 'ip.rpki.invalid reverted'], []]);
  });

  test('that lost its name is reported although it is proven no longer', async () => {
    const { area, outside, id } = await proven();
    await area.scan(id);
    outside.hosts.set(ADDRESS, { open: [25, 443] });
    await area.scan(id);
    assert.deepEqual((await area.events(id)).map(({ kind }: { kind: string }) => kind), ['ip.ptr.lost']);
  });

  test('on a list that falls silent stays listed, and is not reported a second time', async () => {
    const { area, outside, id } = await proven();
    outside.lists.get('bl.spamcop.net')!.set(ADDRESS, ['127.0.0.2']);
    await area.scan(id);
    outside.silent.add('bl.spamcop.net');
    const result = await area.scan(id);
    assert.equal(result.status, 'partial');
    assert.match(result.notTested.join(), /blocklist bl\.spamcop\.net: timeout/);
    assert.deepEqual((await area.events(id)).map(({ kind, state }: { kind: string; state: string }) => [kind, state]), [['ip.listed', 'open']]);
    assert.equal((await area.show(id)).addresses[0].lists[0].state, 'unknown');
  });

  const unknowns: [what: string, silence: (outside: SampleOutside) => void, status: string][] = [
    ['a blocklist', outside => outside.silent.add('bl.spamcop.net'), 'unknown'],
    ['the names', outside => outside.silent.add('1.10.54.45.in-addr.arpa'), 'unknown'],
    ['the route', outside => { outside.validity = { outcome: 'failed', cause: 'nobody answers' }; }, 'unknown'],
    ['nothing', () => {}, 'fine'],
  ];
  for (const [what, silence, status] of unknowns) {
    test(`of which ${what} stayed unknown is ${status} in the list, on its page and in the counts`, async () => {
      const { area, outside, id } = await proven();
      await area.scan(id);
      silence(outside);
      await area.scan(id);
      const reply = await area.listReply();
      assert.deepEqual([(await area.show(id)).status, reply.data[0].status, reply.data[0].counts.unknown], [status, status, status === 'fine' ? 0 : 1]);
      assert.deepEqual(reply.counts, { decide: 0, lost: 0, pending: 0, listed: 0, unscanned: 0, unknown: status === 'fine' ? 0 : 1, fine: status === 'fine' ? 1 : 0 });
    });
  }

  test('counts stand for all targets of the account, however few the page shows', async () => {
    const { area, outside, id } = await proven();
    await area.add('45.54.10.7');
    outside.lists.get('bl.spamcop.net')!.set(ADDRESS, ['127.0.0.2']);
    await area.scan(id);
    const { data, counts } = await area.listReply({ limit: '1' });
    assert.deepEqual([data.length, counts.decide, counts.pending], [1, 1, 1]);
    assert.equal((await area.listReply({}, await area.addAccount())).counts.decide, 0);
  });

  test('that is authorized is accepted; denied, it is reported every day until it is gone', async () => {
    const { area, outside, id } = await proven();
    await area.scan(id);
    outside.hosts.set(ADDRESS, { open: [25, 443, 8443], ptr: 'mail.owned.example' });
    outside.lists.get('bl.spamcop.net')!.set(ADDRESS, ['127.0.0.2']);
    await area.scan(id);
    const events = await area.events(id) as { id: string; kind: string }[];
    const [port, listed] = [events.find(({ kind }) => kind === 'ip.port.opened')!, events.find(({ kind }) => kind === 'ip.listed')!];
    assert.equal((await area.authorize({ id, event: port.id, reason: 'The new website' })).body.data.state, 'authorized');
    assert.equal((await area.deny({ id, event: listed.id })).body.data.state, 'denied');
    const refused = await area.deny({ id, event: port.id });
    assert.deepEqual([refused.status, refused.body.current.id, refused.body.current.state], [409, port.id, 'authorized']);
    assert.equal((await area.authorize({ id, event: listed.id })).status, 400);
    assert.deepEqual(await area.alerts(), ['ipTarget.denied']);
    area.advance(DAY_MS + 1);
    assert.equal(await area.alarms(), 1);
    assert.ok((await area.notified()).some(title => title.includes('Still changed')));
    await area.scan(id);
    assert.equal((await area.events(id)).length, 2);
  });

  test('of one account is not seen by another, whatever ids it gives', async () => {
    const { area, outside, id } = await proven();
    outside.lists.get('bl.spamcop.net')!.set(ADDRESS, ['127.0.0.2']);
    await area.scan(id);
    const stranger = await area.addAccount();
    assert.deepEqual(await area.list(stranger), []);
    const second = await area.add('45.54.10.9');
    const [event] = await area.events(id);
    assert.equal((await area.authorize({ id: second, event: event.id })).status, 404);
  });

  test('is watched every day, and its ports every week', async () => {
    const { area, outside, id } = await proven();
    await area.scan(id);
    outside.packets.length = 0;
    area.advance(1.2 * DAY_MS);
    assert.equal(await area.due(), 1);
    await area.work();
    assert.deepEqual(outside.packets, []);
    area.advance(7 * DAY_MS);
    assert.equal(await area.due(), 1);
    await area.work();
    assert.ok(outside.packets.length > 0);
    assert.equal((await area.show(id)).state, 'proven');
  });

  test('goes with its alerts and events', async () => {
    const { area, outside, id } = await proven();
    outside.lists.get('bl.spamcop.net')!.set(ADDRESS, ['127.0.0.2']);
    await area.scan(id);
    assert.equal((await area.remove(id)).status, 200);
    assert.deepEqual([await area.list(), await area.alerts()], [[], []]);
  });

  test('that is private, special-purpose, too large or kept already is refused', async () => {
    const { area, id } = await proven();
    const refusals = await Promise.all(['10.0.0.1', '45.54.10.0/27', '45.54.10.1/28', 'owned.example', '2a0e:b100::/120', '127.1', '0x7f.1'].map(async target => (await area.create({ target })).body.code));
    assert.deepEqual(refusals, ['target_not_allowed', ...Array.from({ length: 6 }, () => 'invalid_request')]);
    const there = (await area.create({ target: ADDRESS })).body;
    assert.deepEqual([there.code, there.id], ['already_exists', id]);
  });

  test('that is a range is proven where each of its addresses is', async () => {
    const outside = new SampleOutside();
    const addresses = rangeOf(outside);
    outside.hosts.set(addresses[3]!, { open: [22] });
    const area = await openIpTargets(await open(), outside);
    await area.addDomain('owned.example');
    const id = await area.add('45.54.11.0/30');
    assert.deepEqual([(await area.show(id)).state, (await area.show(id)).counts.proven], ['pending', 3]);
    outside.hosts.set(addresses[3]!, { open: [22], ptr: 'h3.owned.example' });
    assert.equal((await area.prove({ id })).body.data.state, 'proven');
    outside.hosts.set(addresses[0]!, { open: [22] });
    await area.scan(id);
    assert.equal((await area.show(id)).state, 'lost');
    assert.deepEqual([...new Set(outside.packets.map(packet => packet.split(':')[0]!))].toSorted(), addresses.slice(1));
  });
});
