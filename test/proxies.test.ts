// The proxies that the documentation sets up, as Debian has them, with their documented files: whatever the service takes gets through.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test, { after, before, suite } from 'node:test';
import { isInstalled, makeCredentials, startServer, type ServerRecipe } from '../lab/services/tls-programs.ts';
import { MAX_MESSAGE_BYTES } from '../src/areas/mail/dmarc/index.ts';
import { freePort } from '../src/surfaces/http/index.ts';
import { makeSqlite, type TestDatabase } from './databases.ts';
import { ask, asOperator, killAll, signIn, startService, type Asking } from './processes.ts';

const MIB = 1024 * 1024;
const LARGEST_UPLOAD_BYTES = 10 * MIB;
const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** What a documented file has that no test can: its ports, and certificates of a name that leads elsewhere. */
interface Ports {
  /** Where the proxy takes what comes by HTTPS, and by HTTP. */
  secure: number;
  plain: number;
  service: number;
}

const proxies: Readonly<Record<string, { program: string; recipe(ports: Ports): Omit<ServerRecipe, 'program'> }>> = {
  'Caddy with deploy/Caddyfile': {
    program: 'caddy',
    recipe: ({ secure, plain, service }) => {
      const file = changed(textOf('deploy/Caddyfile'), [['\n{$SITE} {', `\nhttp://localhost:${secure} {`], ['\nhttp://{$SITE} {', `\nhttp://localhost:${plain} {`], ['api-1:3000 api-2:3000', `127.0.0.1:${service}`]]);
      return { files: () => ({ Caddyfile: `{\n\tadmin off\n}\n${file}` }), args: () => ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'] };
    },
  },
  'nginx as docs/how-to/run-the-service.md has it': {
    program: 'nginx',
    recipe: ({ secure, plain, service }) => {
      const [, documented] = /such as nginx:\n```\n(.*?)^```$/ms.exec(textOf('docs/how-to/run-the-service.md'))!;
      const servers = changed(documented!, [['listen 443 ssl;', `listen 127.0.0.1:${secure};`], ['listen 80;', `listen 127.0.0.1:${plain};`], [/^ +ssl_certificate(_key)? .*\n/gm, ''], ['http://127.0.0.1:3000', `http://127.0.0.1:${service}`]]);
      const file = (folder: string) => `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder};`).join(' ')}\n${servers}}`;
      return { files: ({ folder }) => ({ 'nginx.conf': file(folder) }), args: ({ folder }) => ['-p', folder, '-c', `${folder}/nginx.conf`] };
    },
  },
};

/** `text` with each of `changes` made; a change of nothing would try another file than the documented one. */
function changed(text: string, changes: readonly [from: string | RegExp, to: string][]): string {
  for (const [from, to] of changes) {
    const next = text.replaceAll(typeof from === 'string' ? from : from, to);
    assert.notEqual(next, text, String(from));
    text = next;
  }
  return text;
}

for (const [says, { program, recipe }] of Object.entries(proxies)) suite(says, { skip: !isInstalled(program) && `${program} is not installed` }, () => {
  let database: TestDatabase;
  let credentials: ReturnType<typeof makeCredentials>;
  let ports: Ports;
  let stop: (() => Promise<void>) | undefined;
  let cookie: string;
  before(async () => {
    database = makeSqlite();
    credentials = makeCredentials();
    const [secure, plain, service] = await Promise.all([1, 2, 3].map(() => freePort('127.0.0.1'))) as [number, number, number];
    ports = { secure, plain, service };
    await startService(database, { ...asOperator, DSS_PORT: String(service), DSS_BASE_URL: `http://localhost:${secure}`, DSS_TRUST_PROXY: '127.0.0.1/32', DSS_METRICS: 'on' });
    ({ stop } = await startServer({ program, ...recipe(ports) }, credentials, secure));
    cookie = await signIn({ origin: `http://localhost:${secure}` });
  });
  after(async () => {
    await stop?.();
    await killAll();
    credentials.remove();
    await database.remove();
  });

  const call = (method: string, path: string, asking: Asking = { cookie }) => ask({ origin: `http://localhost:${ports.secure}` }, method, path, asking);

  test(`lets reports of ${MAX_MESSAGE_BYTES / MIB} MiB through to the secret address, and nothing larger`, async () => {
    await call('POST', '/api/dmarc/intake/secret', { cookie, body: {} });
    const { body: { data: { secret } } } = await call('GET', '/api/dmarc/intake');
    const path = new URL(secret.url as string).pathname;
    const post = async (bytes: number): Promise<number> => {
      const { status } = await fetch(`http://localhost:${ports.secure}${path}`, { method: 'POST', body: randomBytes(bytes), headers: { 'content-type': 'application/gzip' } });
      return status;
    };
    assert.equal(await post(MAX_MESSAGE_BYTES), 201);
    assert.equal(await post(MAX_MESSAGE_BYTES + MIB), 413);
  });

  for (const [what, path, status, bodyOf] of [
    ['an upload of reports', '/api/dmarc/reports', 202, (content: string) => ({ files: [{ name: 'report.xml.gz', content }] })],
    ['a support thread', '/api/support/threads', 201, (content: string) => ({ subject: 'A file', message: 'See the file.', attachments: [{ name: 'capture.bin', content }] })],
  ] as const) {
    test(`lets ${what} with ${LARGEST_UPLOAD_BYTES / MIB} MiB through`, async () => {
      const reply = await call('POST', path, { cookie, body: bodyOf(randomBytes(LARGEST_UPLOAD_BYTES).toString('base64')) });
      assert.equal(reply.status, status, JSON.stringify(reply.body));
    });
  }

  test('lets through elsewhere what is judged by the service, and ends what is far too large', async () => {
    const judged = await call('POST', '/api/domains', { cookie, body: { name: 'x'.repeat(MIB - 100) } });
    assert.deepEqual([judged.status, judged.body?.code], [400, 'invalid_domain']);
    // Caddy says 502 where the service has closed the connection before it.
    const { status } = await call('POST', '/api/domains', { cookie, body: { name: 'x'.repeat(3 * MIB) } });
    assert.ok([413, 502].includes(status), String(status));
  });

  test('hides the metrics, leads pages to HTTPS, and lets no key go in the clear', async () => {
    assert.deepEqual([(await call('GET', '/metrics')).status, (await fetch(`http://127.0.0.1:${ports.service}/metrics`)).status], [404, 200]);
    const plain = (path: string) => fetch(`http://localhost:${ports.plain}${path}`, { redirect: 'manual' });
    const page = await plain('/docs');
    assert.deepEqual([[301, 308].includes(page.status), page.headers.get('location')?.replace(/:\d+/, '')], [true, 'https://localhost/docs']);
    assert.equal((await plain('/api/domains')).status, 403);
  });
});
