// The commands of a running service, made from the registry, and used as processes of their own.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import type { Command } from 'commander';
import { programOf } from '../scripts/reference/program.ts';
import { operations, topics } from '../src/app/registry.ts';
import { makeSqlite, type TestDatabase } from './databases.ts';
import { runCli } from '../src/surfaces/cli/index.ts';
import { exampleOf } from '../src/surfaces/cli/operations/example.ts';
import { isCommand, shapeOf } from '../src/surfaces/cli/operations/shape.ts';
import { topicWords, wordsOf } from '../src/surfaces/cli/operations/words.ts';
import { listeningTerminal } from '../src/surfaces/cli/testing.ts';
import { asOperator, dss, killAll, startService, type Service } from './processes.ts';

const program = await programOf(operations);
const at = (words: readonly string[]) => words.reduce<Command | undefined>((command, word) => command?.commands.find(one => one.name() === word), program);
const commands = operations.filter(isCommand);

/** Runs one call in this process, on an account of nothing. */
async function run(argv: readonly string[], env: Record<string, string> = {}, input = '') {
  const { terminal, texts } = listeningTerminal({ input });
  const code = await runCli(argv, {
    version: '0.0.0', terminal, signal: new AbortController().signal, env: { DSS_URL: 'http://127.0.0.1:9', DSS_KEY: 'svc_none', ...env }, home: '/nowhere',
    openChecker: () => Promise.reject(new Error('nothing is checked here')), commands: [], operations: () => Promise.resolve(operations), topics: () => Promise.resolve(topics),
  });
  return { code, ...texts };
}

suite('every operation is a command, or says where it is done', () => {
  test('the walk saw the product', () => assert.ok(commands.length > 40));
  for (const operation of operations.filter(({ kind }) => kind !== 'native')) {
    test(operation.id, async () => {
      const words = wordsOf(operation.id);
      const command = at(words);
      assert.ok(command, words.join(' '));
      if (isCommand(operation)) {
        const members = Object.keys(operation.input.shape as object).toSorted();
        const { args, flags } = shapeOf(operation);
        assert.deepEqual([...args, ...flags].map(({ member }) => member).toSorted(), members);
        assert.ok(flags.every(({ name }) => command.options.some(({ long }) => long === `--${name}`)));
      } else if (words[0] !== 'keys' || words[1] !== 'create') {
        const { code, stderr } = await run([...words, 'anything', '--else']);
        assert.equal(code, 4);
        assert.match(stderr, /only a signed-in person may do this\. Sign in at http:\/\/127\.0\.0\.1:9 and do it there\.\n$/);
      }
    });
  }
  test('the help knows the first word of each', () => {
    const words = new Set(commands.map(({ id }) => wordsOf(id)[0]!));
    assert.deepEqual(topicWords(topics, operations).filter(({ hidden }) => !hidden).map(({ word }) => word).toSorted(), [...words].toSorted());
  });
});

suite('every example can be typed: what is sent is what the example says', () => {
  for (const operation of commands) {
    const shape = shapeOf(operation);
    operation.examples.forEach(({ input, says }, number) => {
      if (operation.method === 'GET') return;
      test(`${operation.id}, ${number + 1}: ${says}`, async () => {
        const line = exampleOf(shape, input as Record<string, unknown>);
        const { code, stdout, stderr } = await run([...argvOf(line), '--dry-run', '--json']);
        assert.equal(code, 0, stderr);
        const { method, url, body } = JSON.parse(stdout) as { method: string; url: string; body: object | null };
        const inPath = new Set(shape.args.map(({ member }) => member));
        const path = operation.path.replace(/\{(\w+)\}/g, (_: string, name: string) => encodeURIComponent((input as Record<string, string>)[name]!));
        assert.equal(`${method} ${url}`, `${operation.method} http://127.0.0.1:9${path}`);
        assert.deepEqual(body ?? {}, Object.fromEntries(Object.entries(input as object).filter(([name]) => !inPath.has(name))));
      });
    });
  }
});

/** The words of a line as a POSIX shell reads them, after the name of the program. */
function argvOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].slice(1).map(([word]) => word.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"));
}

suite('wrong calls and refusals', () => {
  const cases: [says: string, argv: string[], code: number, stderr: RegExp][] = [
    ['a flag that is none', ['domains', 'list', '--nonsense'], 2, /unknown option/],
    ['a verb that is none', ['domains', 'lst'], 2, /Did you mean list/],
    ['an area that is none', ['domans'], 2, /Did you mean domains/],
    ['a choice that is none', ['domains', 'list', '--grade', 'Z'], 2, /Allowed choices are A\+/],
    ['an id that is missing', ['domains', 'get'], 2, /missing required argument 'id'/],
    ['an id that would lead elsewhere', ['domains', 'get', '..'], 2, /Give the id as the list shows it/],
    ['nobody answers', ['tags', 'list'], 1, /^The service did not answer\n/],
    ['a login that is none', ['--profile', 'play', 'tags', 'list'], 2, /There is no login "play"/],
  ];
  for (const [says, argv, code, stderr] of cases) {
    test(`${says}: ${code}`, async () => {
      const ended = await run(argv);
      assert.match(ended.stderr, stderr);
      assert.equal(ended.code, code);
      assert.equal(ended.stdout, '');
    });
  }
});

suite('a service is used from the command line', () => {
  let database: TestDatabase;
  let service: Service;
  let key = '';
  let env: Record<string, string> = {};
  const call = (argv: readonly string[], input?: string) => run(argv, { DSS_URL: '', DSS_KEY: '', ...env }, input);
  const json = async (argv: readonly string[]) => JSON.parse((await call([...argv, '--json'])).stdout) as { data: Record<string, string> & { id: string }[]; nextCursor: string | null };

  before(async () => {
    database = makeSqlite();
    service = await startService(database, asOperator);
    key = (await dss(['keys', 'create', '--scopes', 'domains,scans,write'], database)).stdout.trim();
    env = { XDG_CONFIG_HOME: join(database.dataDir, 'config') };
  });
  after(async () => {
    await killAll();
    await database.remove();
  });

  test('dss login keeps a key that works, and only such a one', async () => {
    const refused = await call(['login', service.origin], 'svc_wrong\n');
    assert.equal(refused.code, 4);
    assert.doesNotMatch(refused.stderr, /The login/);
    const { code, stdout, stderr } = await dss(['login', service.origin], database, { env, input: `${key}\n` });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Logged in to http:\/\/127\.0\.0\.1:\d+: account .+, plan enterprise, scopes domains, scans, write\.\n$/);
    assert.doesNotMatch(stdout + stderr, new RegExp(key));
    const file = join(database.dataDir, 'config', 'dss', 'logins.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(readFileSync(file, 'utf8').includes(key));
  });
  test('what is made can be listed, shown, changed and deleted', async () => {
    assert.equal((await call(['groups', 'create', 'Shops', '--note', '@-'], 'Of the agency\n')).code, 0);
    const { data: [group] } = await json(['groups', 'list']);
    assert.match((await call(['groups', 'list'])).stdout, new RegExp(`^id .*\n${group!.id} +Shops`));
    assert.match((await call(['groups', 'get', group!.id])).stdout, /^note +Of the agency$/m);
    assert.equal((await call(['groups', 'update', group!.id, '--no-note', '--name', 'Stores'])).code, 0);
    assert.match((await call(['groups', 'get', group!.id])).stdout, /^name +Stores\nnote +-$/m);
    const dry = await call(['groups', 'delete', group!.id, '--dry-run']);
    assert.deepEqual([dry.code, dry.stdout, dry.stderr], [0, `DELETE ${service.origin}/api/groups/${group!.id}\n`, 'Nothing was sent.\n']);
    assert.equal((await call(['groups', 'delete', group!.id])).code, 0);
    assert.equal((await call(['groups', 'get', group!.id])).code, 5);
  });
  test('a list tells of further pages, and --all has every row as JSON Lines', async () => {
    for (const name of ['one', 'two', 'three']) assert.equal((await call(['clients', 'create', name])).code, 0);
    assert.match((await call(['clients', 'list', '--limit', '2'])).stderr, /^There are more: --all, or --cursor \S+\n$/);
    const rows = (await call(['clients', 'list', '--limit', '1', '--all', '--json'])).stdout.trim().split('\n').map(line => (JSON.parse(line) as { name: string }).name);
    assert.deepEqual(rows.toSorted(), ['one', 'three', 'two']);
    assert.equal((await call(['clients', 'list', '--all'])).stdout.trim().split('\n').length, 4);
  });
  test('a run is followed to its end, by --wait and by dss watch', async () => {
    const made = await call(['domains', 'create', 'nobody-answers.example', '--wait', '--json']);
    const { data: { id, status } } = JSON.parse(made.stdout) as { data: { id: string; status: string } };
    assert.match(id, /^run_/);
    const codes: Record<string, number> = { completed: 0, partial: 7, failed: 1 };
    assert.equal(made.code, codes[status], status);
    const watched = await call(['watch', id, '--json']);
    assert.equal(watched.code, made.code);
    assert.equal((JSON.parse(watched.stdout) as { data: { id: string } }).data.id, id);
  });
  test('a file goes to standard output or to its place, for this user alone', async () => {
    const { stdout } = await call(['domains', 'export', '--format', 'csv']);
    assert.match(stdout, /^name,.*\r\nnobody-answers\.example,/);
    const file = join(database.dataDir, 'domains.csv');
    assert.equal((await call(['domains', 'export', '--format', 'csv', '--output', file])).stdout, '');
    assert.equal(readFileSync(file, 'utf8').split('\n')[0], stdout.split('\n')[0]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });
  test('a call that is named does its work once', async () => {
    const first = await call(['groups', 'create', 'Once', '--request-key', 'k1', '--json']);
    assert.deepEqual(JSON.parse((await call(['groups', 'create', 'Once', '--request-key', 'k1', '--json'])).stdout), JSON.parse(first.stdout));
  });
  test('a refusal says what, why and what to do, and names the request', async () => {
    const { code, stdout, stderr } = await call(['admin', 'health']);
    assert.deepEqual([code, stdout], [4, '']);
    assert.match(stderr, /^The API key lacks the scope\nThis needs a key with the scope admin\. Create one that has it\.\nscope_missing, request req_\w+\n$/);
  });
  test('dss logout forgets the key', async () => {
    assert.equal((await call(['logout'])).code, 0);
    assert.equal((await call(['logout'])).code, 5);
  });
});
