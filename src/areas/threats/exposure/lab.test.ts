// A scan over the lab: names, packets, TLS and pages are real, and go through the door.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { loadWorld } from '../../../../lab/world.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeCheck } from '../../../app/compose.ts';
import { openExposure } from './scan.sample.ts';

let lab: Lab;
before(async () => {
  const world = loadWorld(Date.now());
  lab = await startLab({ world: { ...world, domains: world.domains.filter(({ name }) => /^(healthy\.example|.*\.(net|com|org))$/.test(name)) }, cache: false });
});
after(() => lab.stop());

interface Host { scope: string; tested: boolean; ports: { port: number; verified: boolean; tls: { protocol: string; refused: string | null } | null; http: { status: number } | null }[] }

onEachDatabase('a scan over the lab', open => {
  test('finds the website of a domain with its TLS and its page, and tries no port next to it', async () => {
    const { open: session, openTarget } = composeCheck(outsideOfLab(lab));
    const area = await openExposure(await open(), undefined, { domain: 'healthy.example', outside: { open: session, openTarget } });
    const { ports, latest } = await area.scan();
    const hosts = (ports as { data: { hosts: Host[] } }).data.hosts;
    assert.ok(hosts.length > 0 && hosts.every(({ scope, tested }) => scope === 'web' && tested));
    const secure = hosts.flatMap(({ ports }) => ports).find(({ port }) => port === 443)!;
    assert.deepEqual([secure.verified, secure.tls!.protocol, secure.tls!.refused, secure.http!.status], [true, 'TLSv1.3', null, 200]);
    assert.deepEqual(hosts.flatMap(({ ports }) => ports).filter(({ port }) => ![25, 80, 443].includes(port)), []);
    assert.equal(latest.data.scan.state, 'completed');
  });
});
