import assert from 'node:assert/strict';
import test from 'node:test';
import { ask, asOperator, onEachDatabaseWithProcesses, startDss, startService } from './processes.ts';

const GONE_MS = 3000;

onEachDatabaseWithProcesses('The role of a process', (make, dialect) => {
  if (dialect === 'sqlite') {
    for (const role of ['api', 'worker']) {
      test(`is not ${role} with the embedded database, and the refusal says what to do`, async () => {
        const { code, stderr } = await startDss(['serve'], await make(), { env: { DSS_ROLE: role } }).ended;
        assert.equal(code, 1);
        assert.match(stderr, /^DSS_ROLE: .*set DATABASE_URL/);
      });
    }
    return;
  }

  test('worker answers load balancers and nobody else, makes no operator, and is gone within 3 s', async () => {
    const service = await startService(await make(), { ...asOperator, DSS_ROLE: 'worker' });
    const { status, body } = await ask(service, 'GET', '/readyz');
    assert.deepEqual([status, body], [200, { status: 'ok', parts: { database: 'ok' } }]);
    assert.equal((await ask(service, 'GET', '/healthz')).status, 200);
    for (const path of ['/', '/sign-in', '/docs', '/openapi.json', '/api/runs', '/api/auth/me', '/metrics']) assert.equal((await ask(service, 'GET', path)).status, 404, path);
    assert.equal((await ask(service, 'POST', '/api/auth/sign-in/email', { body: asOperator })).status, 404);
    assert.equal(service.stdout().includes('This link makes'), false);
    const reportedMs = performance.now();
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.ended.then(({ code, stderr }) => [code, stderr]), [0, '']);
    assert.ok(performance.now() - reportedMs < GONE_MS);
  });

  test('api answers requests, and says that it is ready', async () => {
    const service = await startService(await make(), { ...asOperator, DSS_ROLE: 'api' });
    assert.equal((await ask(service, 'GET', '/readyz')).status, 200);
    assert.equal((await ask(service, 'GET', '/api/runs')).status, 401);
  });
});
