import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { Client } from './dns/client.ts';
import { startLab, worldOf, type Lab } from './index.ts';

let lab: Lab;
let client: Client;
/** Of the processor: a busy machine takes longer. */
let startCost: NodeJS.CpuUsage;
before(async () => {
  client = await Client.open();
  const before = process.cpuUsage();
  lab = await startLab();
  startCost = process.cpuUsage(before);
});
after(async () => {
  client.close();
  await lab.stop();
});

async function soaOutcome(name: string): Promise<string> {
  const asked = await client.ask(lab.resolver.port, name, 'SOA', { recursionDesired: true, timeoutMs: 5000 });
  return asked.outcome === 'answered' ? `${asked.message.rcode} ${asked.message.answer.length}` : asked.outcome;
}

suite('the whole lab', () => {
  test('starts at a bounded cost', () => assert.ok(startCost.user + startCost.system < 5e6, `${(startCost.user + startCost.system) / 1e6} s`));
  test('finds every domain that has servers and no faults', async () => {
    const names = new Set(lab.world.servers.map(({ name }) => name));
    const sound = lab.world.domains.filter(domain => domain.faults.length === 0 && domain.servers.length > 0 && (domain.delegatedTo ?? domain.servers).every(server => names.has(server)));
    assert.ok(sound.length >= 40, `${sound.length} domains`);
    const outcomes = await Promise.all(sound.map(async ({ name }) => [name, await soaOutcome(name)]));
    assert.deepEqual(outcomes.filter(([, outcome]) => !/^NOERROR [1-9]$/.test(outcome!)), []);
  });
  test('routes public-looking addresses to loopback, however they are written', () => {
    const server = lab.world.servers.find(({ addresses }) => addresses.some(address => address.includes(':')))!;
    const address = server.addresses.find(one => one.includes(':'))!;
    assert.equal(lab.route(address, 53)?.address, '127.0.0.1');
    assert.deepEqual(lab.route(address.toUpperCase(), 53), lab.route(address, 53));
    assert.equal(lab.route(address, 25), null);
    assert.equal(lab.route('192.0.2.1', 53), null);
  });
  test('serves another world as well', async () => {
    const small = await startLab({ world: worldOf([{ name: 'only.example', signed: true, records: '@ A 45.54.9.1' }]) });
    const asked = await client.ask(small.resolver.port, 'only.example', 'A', { recursionDesired: true });
    assert.equal(asked.outcome === 'answered' && asked.message.answer.length, 1);
    await small.stop();
  });
  test('takes faults while it runs, and notes what was asked', async () => {
    const { name } = lab.world.domains.find(domain => domain.faults.length === 0)!;
    lab.takeSeen();
    const remove = lab.addFault({ at: 'resolver', name, fault: 'refused' });
    assert.equal(await soaOutcome(name), 'REFUSED 0');
    remove();
    assert.notEqual(await soaOutcome(name), 'REFUSED 0');
    const [first] = lab.takeSeen();
    assert.deepEqual({ ...first, atMs: 0 }, { at: 'resolver', name, type: 'SOA', transport: 'udp', atMs: 0 });
  });
});
