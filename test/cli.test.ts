import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { CheckResult } from '../src/areas/domains/check/shapes.ts';
import { program } from './program.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the program; `interrupt` is called with what it printed so far and may say when to press Ctrl-C. */
function dss(args: readonly string[], options: { input?: string; env?: Record<string, string>; interruptWhen?: (printed: string) => boolean } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, NO_COLOR: '1', ...options.env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  let interrupted = false;
  const watch = () => {
    if (!interrupted && options.interruptWhen?.(stdout + stderr)) interrupted = child.kill('SIGINT');
  };
  child.stdout.on('data', (chunk: Buffer) => { stdout += chunk.toString(); watch(); });
  child.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString(); watch(); });
  if (options.input !== undefined) child.stdin.end(options.input);
  return new Promise(resolve => child.on('close', code => resolve({ code, stdout, stderr })));
}

/** Nothing listens there, on loopback. */
const nowhere = { DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9', DSS_RDAP_BOOTSTRAP: 'http://127.0.0.1:9/', DSS_WHOIS_SERVER: '127.0.0.1:9' };

suite('data on stdout, the rest on stderr, and an exit code that scripts can rely on', { concurrency: 4 }, () => {
  test('one domain with --json is exactly one JSON object of the declared shape', async () => {
    const { code, stdout } = await dss(['demo', 'healthy.example', '--json']);
    assert.equal(code, 0);
    assert.equal(stdout.trim().split('\n').length, 1);
    assert.equal(CheckResult.parse(JSON.parse(stdout)).domain, 'healthy.example');
  });
  test('several domains are JSON Lines, one each', async () => {
    const { code, stdout } = await dss(['demo', 'healthy.example', 'spf-missing.example', 'dmarc-none.example', '--json']);
    assert.equal(code, 0);
    assert.deepEqual(stdout.trim().split('\n').map(line => (JSON.parse(line) as { domain: string }).domain).toSorted(), ['dmarc-none.example', 'healthy.example', 'spf-missing.example']);
  });
  test('documents for CI are one for all domains, in the order in which they were given', async () => {
    const sarif = await dss(['demo', 'spf-missing.example', 'healthy.example', 'lookup-mx-servfail.example', '--format', 'sarif']);
    assert.equal(sarif.code, 7);
    const { runs: [{ results, invocations }] } = JSON.parse(sarif.stdout) as { runs: [{ results: { ruleId: string; message: { text: string } }[]; invocations: [{ toolExecutionNotifications: { message: { text: string } }[] }] }] };
    assert.ok(results.some(({ ruleId, message }) => ruleId === 'spf.missing' && message.text.startsWith('spf-missing.example: ')));
    assert.match(invocations[0].toolExecutionNotifications[0]!.message.text, /^lookup-mx-servfail\.example: Lookup failed: the MX records/);
    const junit = await dss(['demo', 'spf-missing.example', 'healthy.example', '--format', 'junit']);
    assert.deepEqual([...junit.stdout.matchAll(/<testsuite name="([^"]*)" tests="\d+" failures="(\d+)"/g)].map(([, name, failures]) => [name, Number(failures) > 0]), [['spf-missing.example', true], ['healthy.example', false]]);
    assert.match((await dss(['demo', 'spf-missing.example', '--format', 'github'])).stdout, /^::error title=spf-missing\.example%3A /m);
  });
  test('a failed lookup exits with 7', async () => {
    assert.equal((await dss(['demo', 'lookup-mx-servfail.example', '--json'])).code, 7);
  });
  test('the report shows the verdict, the fix and the record to paste, without colours where they are not wanted', async () => {
    const { stdout } = await dss(['demo', 'dmarc-missing.example']);
    assert.match(stdout, /dmarc-missing\.example {2}[A-F]\+? {2}\d+\/100/);
    assert.match(stdout, /_dmarc\.dmarc-missing\.example TXT "v=DMARC1; p=none; rua=mailto:/);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(stdout, /\u001b\[/);
  });
  test('records with control characters cannot steer the terminal', async () => {
    const { stdout } = await dss(['demo', 'hostile-text.example']);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
  test('no resolver answers: 1, and the message names the setting', async () => {
    const { code, stderr, stdout } = await dss(['check', 'example.org', '--json'], { env: nowhere });
    assert.equal(code, 1);
    assert.match(stderr, /DSS_DNS_SERVERS/);
    assert.equal((JSON.parse(stdout) as { code: string }).code, 'resolver_unavailable');
  });
  test('a setting that cannot be read: 1, and the message names it', async () => {
    const { code, stderr } = await dss(['check', 'example.org'], { env: { DSS_DNS_SERVERS: 'resolver.example' } });
    assert.equal(code, 1);
    assert.match(stderr, /^DSS_DNS_SERVERS: /);
  });
  for (const [name, suggestion] of [['https://example.org/x', 'example.org'], ['www.example.org', 'example.org'], ['192.0.2.1', undefined], ['example', undefined]] as const) {
    test(`${name} is no bare domain name: 2`, async () => {
      const { code, stdout, stderr } = await dss(['check', name, '--json'], { env: nowhere });
      assert.equal(code, 2);
      const problem = JSON.parse(stdout) as { success: boolean; code: string; suggestion?: string };
      assert.deepEqual([problem.success, problem.code, problem.suggestion], [false, 'invalid_domain', suggestion]);
      if (suggestion) assert.match(stderr, /Did you mean example\.org\?/);
    });
  }
  for (const args of [['check'], ['check', 'example.org', '--fail-on', 'terrible'], ['chekc'], ['check', 'example.org', '--nope']]) {
    test(`dss ${args.join(' ')} is a wrong call: 2`, async () => assert.equal((await dss(args, { env: nowhere })).code, 2));
  }
  test('names come from standard input', async () => {
    const { code, stdout } = await dss(['check', '-', '--json'], { input: '# mine\nhttp://a.example\n\nb\n', env: nowhere });
    assert.equal(code, 2);
    assert.equal(stdout.trim().split('\n').length, 2);
  });
  test('an empty list is a wrong call and not "clean": 2', async () => assert.equal((await dss(['check', '-'], { input: '# nothing\n', env: nowhere })).code, 2));
  test('Ctrl-C stops a check at once: 130', async () => {
    let interruptedMs = 0;
    const { code, stderr } = await dss(['demo', 'lookup-servers-silent.example', 'lookup-slow.example', 'healthy.example', '--json'], { interruptWhen: printed => printed.includes('healthy.example') && (interruptedMs = performance.now()) > 0 });
    assert.equal(code, 130);
    assert.match(stderr, /Stopped after/);
    assert.ok(performance.now() - interruptedMs < 4000);
  });
});

test('the demo shows its domains, answers what is typed and leaves on quit', async () => {
  const { code, stdout } = await dss(['demo'], { input: 'list\nmx-null-and-others.example\nquit\n' });
  assert.equal(code, 0);
  assert.match(stdout, /healthy\.example {2}A\+/);
  assert.match(stdout, /spf-loop\.example {2,}Includes a record that includes it again/);
  assert.match(stdout, /mx\.null/);
});

test('--help and --version load no schema, no operation and no check: only what is imported outright counts', () => {
  const root = new URL('../', import.meta.url);
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from = ''] of readFileSync(new URL(file, root), 'utf8').matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)) {
      if (from.startsWith('.')) walk(new URL(from, new URL(file, root)).href.slice(root.href.length));
      else seen.add(from);
    }
  };
  walk('src/main.ts');
  assert.ok(seen.has('commander') && seen.has('src/surfaces/cli/program.ts'));
  assert.deepEqual([...seen].filter(name => ['zod', 'kysely'].includes(name) || /^src\/(areas|surfaces\/http|app\/(registry|compose))/.test(name)), []);
});
