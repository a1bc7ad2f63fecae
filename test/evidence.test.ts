// Evidence of a lookalike from the request to the package that others check, over the lab.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { runEvidenceVerify } from '../src/app/commands/evidence-verify.ts';
import type { CommandParts } from '../src/app/commands/parts.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { onEachDatabaseServed } from './service.ts';

const [OWN, CLONE] = ['harborbank.example', 'harborbank-login.example'];

let lab: Lab;
let folder: string;
before(async () => {
  lab = await startLab();
  folder = mkdtempSync(join(tmpdir(), 'dss-evidence-'));
});
after(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
});

function verify(path: string, key?: string): { code: number; stdout: string; stderr: string } {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) => ({ write: (text: string) => { texts[name] += text; return true; } });
  const code = runEvidenceVerify(path, key === undefined ? {} : { key }, { terminal: { stdout: stream('stdout'), stderr: stream('stderr') } } as unknown as CommandParts);
  return { code, ...texts };
}

onEachDatabaseServed('evidence of a lookalike', { lab: () => lab, quickPasswords: true }, service => {
  test('is taken, listed, handed out, and checked without the service', async () => {
    const { store, service: { services }, request, baseUrl } = service();
    services.capture.shoot = () => Promise.resolve({ outcome: 'failed', cause: 'no browser in this test' });
    const account = await service().account({ plan: 'enterprise' });
    const { cookie } = account.owner;
    const id = services.newId('dom');
    await insertDomains(store.db, [{ id, account_id: account.id, name: OWN, due_at: null, created_at: Date.now(), tags: [] }]);
    const path = `/api/domains/${id}/lookalike-evidence`;

    const [own, below, none] = await Promise.all([OWN, `www2.${OWN}`, 'https://x'].map(name => request('POST', path, { cookie, body: { name } })));
    assert.deepEqual([own!, below!, none!].map(({ status, body }) => [status, body.code]), [[400, 'invalid_request'], [400, 'invalid_request'], [400, 'invalid_domain']]);

    const [started, again] = [await request('POST', path, { cookie, body: { name: CLONE.toUpperCase() } }), await request('POST', path, { cookie, body: { name: CLONE } })];
    const [run, same] = [started, again].map(({ body }) => (body['data'] as { id: string }).id);
    assert.deepEqual([started.status, same], [202, run]);
    let status = '';
    for (let tries = 0; status !== 'partial' && tries < 300; tries++) {
      await sleep(100);
      ({ status } = (await request('GET', `/api/runs/${run}`, { cookie })).body['data'] as { status: string });
    }
    assert.equal(status, 'partial');

    const { data, key } = (await request('GET', `${path}?name=${CLONE}`, { cookie })).body as unknown as { data: { id: string; steps: { step: string; cause: string }[] }[]; key: { publicKey: string } };
    assert.equal(data.length, 1);
    assert.equal(data[0]!.steps.find(({ step }) => step === 'screenshot')!.cause, 'no browser in this test');

    const reply = await fetch(`${baseUrl}${path}/${data[0]!.id}`, { headers: { cookie } });
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'application/zip']);
    const file = join(folder, `${id}.zip`);
    writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
    const good = verify(file, key.publicKey);
    assert.deepEqual([good.code, good.stderr], [0, '']);
    assert.match(good.stdout, /whole and unchanged/);
    const unpacked = join(folder, id);
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
      mkdirSync(dirname(join(unpacked, name)), { recursive: true });
      writeFileSync(join(unpacked, name), bytes);
    }
    assert.equal(verify(unpacked, key.publicKey).code, 0);
    assert.ok(existsSync(join(unpacked, 'report.pdf')));
    writeFileSync(join(unpacked, 'items', 'more.txt'), '');
    assert.match(verify(unpacked).stderr, /does not name "items\/more\.txt"/);

    const other = await service().account({ plan: 'enterprise' });
    const [stolen, elsewhere] = [services.newId('dom'), await request('GET', `${path}/${data[0]!.id}`, { cookie: other.owner.cookie })];
    await insertDomains(store.db, [{ id: stolen, account_id: account.id, name: 'other.example', due_at: null, created_at: Date.now(), tags: [] }]);
    assert.deepEqual([elsewhere.status, (await request('GET', `/api/domains/${stolen}/lookalike-evidence/${data[0]!.id}`, { cookie })).status], [404, 404]);

    const bytes = readFileSync(file);
    bytes[bytes.indexOf('PK', 200) - 5]! ^= 1;
    writeFileSync(file, bytes);
    assert.deepEqual([verify(file).code, verify('/nowhere.zip').code, verify(folder).code], [1, 1, 1]);
    assert.match(verify('/nowhere.zip').stderr, /ENOENT/);
  });
});
