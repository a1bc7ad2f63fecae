// What was seen in use: gathered from a scan, listed across domains, exported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { personOf } from '../../../platform/audit/testing.ts';
import { openExposure } from '../scan.sample.ts';
import { scripted } from '../services/cases.sample.ts';
import type { Service } from '../services/index.ts';
import type { Component } from '../web/component.ts';
import { componentsIn } from './gather.ts';
import { componentOperations } from './operations.ts';

const service: Service = {
  protocol: 'ssh', transport: 'tcp', tls: 'none', name: 'ssh', product: 'OpenSSH', vendor: 'OpenBSD', version: '9.2p1', distributionPackage: { distribution: 'debian', version: '9.2p1-2+deb12u7' },
  cpe23: ['cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*'], confidence: 'certain', evidence: [{ from: 'greeting', text: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7' }], withoutPassword: null,
};
const jquery: Component = { name: 'jQuery', version: '3.7.1', cpe23: 'cpe:2.3:a:jquery:jquery:3.7.1:*:*:*:*:*:*:*', purl: 'pkg:npm/jquery@3.7.1', category: 'library', evidence: { from: 'hash', location: '/js/a.js', text: 'sha-256' } };
const nginx: Component = { name: 'nginx', version: null, cpe23: null, purl: null, category: 'server', evidence: { from: 'header', location: '/', text: 'server: nginx' } };
const web = (...components: Component[]) => JSON.stringify({ components, exposedPaths: [], templates: [], notTested: [] });
const port = (given: object) => ({ address: '45.54.90.1', port: 22, service: null, http: null, web: null, ...given });

const cases: readonly [says: string, ports: Parameters<typeof componentsIn>[0], expected: readonly string[]][] = [
  ['a service of a distribution, and the system below it once', [port({ service: JSON.stringify(service) }), port({ port: 2222, service: JSON.stringify(service) })],
    ['service OpenSSH 9.2p1 pkg:deb/debian/openssh@9.2p1-2%2Bdeb12u7', 'operatingSystem Debian 12 null', 'service OpenSSH 9.2p1 pkg:deb/debian/openssh@9.2p1-2%2Bdeb12u7']],
  ['a server that two ways show, with the version of whichever knows it',
    [port({ port: 80, service: JSON.stringify({ ...service, protocol: 'http', product: 'nginx', version: '1.25.3', distributionPackage: null }), web: web(nginx) })], ['service nginx 1.25.3 null']],
  ['a library with its package', [port({ port: 443, web: web(jquery) })], ['library jQuery 3.7.1 pkg:npm/jquery@3.7.1']],
  ['the language that a header names', [port({ port: 80, http: JSON.stringify({ url: 'http://a.example/', status: 200, title: null, server: null, poweredBy: 'PHP/8.2.7', location: null }) })], ['application PHP 8.2.7 null']],
  ['nothing of what is a guess', [port({ service: JSON.stringify({ ...service, confidence: 'guess' }) })], []],
];

suite('the components of a scan are', () => {
  for (const [says, ports, expected] of cases) {
    test(says, () => assert.deepEqual(componentsIn(ports).components.map(({ kind, product, version, purl }) => `${kind} ${product} ${version} ${purl}`), expected));
  }
});

const OWN = '45.54.90.1';
const banner = (text: string) => scripted({ greeting: text, replies: [] });

onEachDatabase('components', open => {
  test('are told once in the transaction that commits them, are listed across domains and counted over all, and go with what shows them', async () => {
    const told: unknown[] = [];
    const area = await openExposure(await open(), undefined, { outside: { announce: (_tx: unknown, { name }: { name: string }, { scanId }: { scanId: string }) => Promise.resolve(void told.push(`${name} ${scanId}`)) } });
    const [list, exportAll] = componentOperations;
    area.hosts.names.set('owned.example', { addresses: [OWN] });
    const host = { open: [21, 22, 80], ptr: 'owned.example' };
    area.hosts.hosts.set(OWN, { ...host, services: { 22: banner('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7\r\n'), 21: banner('220 (vsFTPd 3.0.3)\r\n') } });
    await area.confirm(OWN);
    const { runId } = await area.scan({ profile: 'quick' });
    assert.deepEqual(told, [`exposure.componentsSeen ${runId}`]);

    const call = async (input: Record<string, unknown>) => {
      const { status, body } = await area.call(list, personOf(area.account), input);
      assert.equal(status, 200, JSON.stringify([body, area.reported]));
      return body;
    };
    const shown = (body: { data: { product: string; version: string }[] }) => body.data.map(({ product, version }) => `${product} ${version}`).toSorted();
    const all = await call({});
    assert.deepEqual(shown(all), ['Debian 12', 'OpenSSH 9.2p1', 'vsftpd 3.0.3']);
    assert.deepEqual(all.counts, { total: 3, kinds: { service: 2, application: 0, library: 0, operatingSystem: 1 }, versionKnown: 3, domains: 1, addresses: 1 });
    const first = await call({ limit: 2 });
    const second = await call({ limit: 2, cursor: first.nextCursor });
    assert.deepEqual([first.data.length, first.counts.total, second.data.length, second.nextCursor], [2, 3, 1, null]);
    for (const [filter, expected] of [[{ product: 'SSH' }, ['OpenSSH 9.2p1']], [{ version: '3.0' }, ['vsftpd 3.0.3']], [{ product: '%' }, []], [{ kind: 'operatingSystem' }, ['Debian 12']], [{ address: '45.54.90.2' }, []], [{ versionKnown: 'false' }, []]] as const) {
      assert.deepEqual(shown(await call(filter)), expected, JSON.stringify(filter));
    }
    const stranger = await area.addAccount();
    assert.deepEqual((await area.call(list, personOf(stranger))).body.data, []);

    const reply = await area.call(exportAll, personOf(area.account));
    const written = await Array.fromAsync(reply.body.body ?? reply.body as AsyncIterable<string>);
    const bom = JSON.parse(written.join('')) as { components: { name: string; cpe: string }[] };
    assert.deepEqual(bom.components.map(({ name }) => name).toSorted(), ['Debian', 'OpenSSH', 'vsftpd']);
    assert.ok(isCycloneDx(bom), JSON.stringify(isCycloneDx.errors));
    assert.ok(!isCycloneDx({ ...bom, components: [{ type: 'application' }] }));

    area.hosts.hosts.set(OWN, { ...host, open: [22, 80], services: { 22: banner('SSH-2.0-OpenSSH_9.9p2 Debian-1\r\n') } });
    await area.scan({ profile: 'quick' });
    assert.deepEqual(shown(await call({})), ['OpenSSH 9.9p2']);
    await area.optOut(`${OWN}/32`);
    await area.scan({ profile: 'quick' });
    assert.deepEqual(shown(await call({})), ['OpenSSH 9.9p2'], 'what was not tested keeps its components');
  });
});

const isCycloneDx = (() => {
  const [bom, ...others] = ['bom-1.6', 'jsf-0.82', 'spdx'].map(name => JSON.parse(gunzipSync(readFileSync(new URL(`schema/${name}.schema.json.gz`, import.meta.url))).toString()) as AnySchema);
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true } });
  (addFormats as unknown as (to: Ajv) => void)(ajv);
  for (const other of others) ajv.addSchema(other);
  return ajv.compile(bom!);
})();
