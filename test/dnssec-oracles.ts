import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lab } from '../lab/types.ts';
import type { RecordType } from '../src/core/lookup.ts';

/** What a validator of others says of one question. */
export type Outcome = 'secure' | 'insecure' | 'bogus';

/** A validator that is installed on this machine; it asks the resolver of the lab and nobody else. */
export type Oracle = (name: string, type: RecordType) => Promise<Outcome>;

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Why `command` cannot be used, or false. */
export function missing(command: string): string | false {
  const { error } = spawnSync(command, ['-h'], { stdio: 'ignore', timeout: TIMEOUT_MS });
  return error ? `${command} is not installed` : false;
}

/** BIND's validator; it writes its trust anchor to `folder`. */
export function delv(lab: Lab, folder: string): Oracle {
  const [tag, algorithm, digestType, digest] = lab.trustAnchor.split(' ').slice(3);
  const anchor = join(folder, 'delv.anchor');
  writeFileSync(anchor, `trust-anchors { "." static-ds ${tag} ${algorithm} ${digestType} "${digest}"; };\n`);
  return patient(async (name, type) => {
    const text = await run('delv', ['@127.0.0.1', '-p', String(lab.resolver.port), '-a', anchor, '+root=.', name, type]);
    // Behind an alias that is sound the rest may fail.
    if (/^;; resolution failed: (?!ncache)/m.test(text)) return 'bogus';
    if (/; (negative response, )?fully validated/.test(text)) return 'secure';
    return /; (negative response, )?unsigned answer/.test(text) ? 'insecure' : 'bogus';
  });
}

/** Unbound's validator; it writes its configuration to `folder`. */
export function unboundHost(lab: Lab, folder: string): Oracle {
  const config = join(folder, 'unbound.conf');
  writeFileSync(config, `server:
  trust-anchor: "${lab.trustAnchor}"
  do-not-query-localhost: no
  do-ip6: no
  module-config: "validator iterator"
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${lab.resolver.port}
`);
  return patient(async (name, type) => {
    const text = await run('unbound-host', ['-C', config, '-v', '-t', type, name]);
    if (/\(secure\)/.test(text)) return 'secure';
    return /\(insecure\)/.test(text) ? 'insecure' : 'bogus';
  });
}

/** An answer that a busy machine loses counts as bogus as well: three times in a row it does not. */
function patient(ask: Oracle): Oracle {
  return async (name, type) => {
    for (let attempt = 1; attempt < 3; attempt++) {
      const outcome = await ask(name, type);
      if (outcome !== 'bogus') return outcome;
    }
    return ask(name, type);
  };
}

/** A program of dnsviz for each line of standard input, `[number, …arguments]`, in a process of its own; says the number when it has ended. Starting Python and loading dnsviz takes most of the time of a question, and is done once. */
const DNSVIZ = `
import importlib, json, os, signal, sys
for name in ('probe', 'grok'): importlib.import_module('dnsviz.commands.' + name)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    number, *argv = json.loads(line)
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        try: sys.modules['dnsviz.commands.' + argv[0]].main(argv)
        except BaseException: pass
        finally:
            os.write(1, (str(number) + '\\n').encode())
            os._exit(0)
`;

/**
 * What dnsviz finds wrong with one question, its zone and the delegation to that: the codes of its errors and warnings; null where it breaks down.
 * It keeps its files in `folder`. One process for each question: names that one process asks about together lose questions to each other.
 */
export function dnsviz(lab: Lab, folder: string): { ask(name: string, type: RecordType): Promise<ReadonlySet<string> | null>; stop(): void } {
  const anchor = join(folder, 'dnsviz.anchor');
  writeFileSync(anchor, `${lab.trustAnchor}\n`);
  const python = /^#!(\S+)/.exec(readFileSync(spawnSync('which', ['dnsviz'], { encoding: 'utf8' }).stdout.trim(), 'utf8'))![1]!;
  const server = spawn(python, ['-c', DNSVIZ], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<string, () => void>();
  createInterface(server.stdout).on('line', number => waiting.get(number)?.());
  let last = 0;
  const run = async (...argv: string[]): Promise<void> => {
    const number = String(++last);
    const ended = new Promise<void>(resolve => waiting.set(number, resolve));
    server.stdin.write(`${JSON.stringify([number, ...argv])}\n`);
    await ended;
    waiting.delete(number);
  };
  const askOnce = async (name: string, type: RecordType): Promise<ReadonlySet<string> | null> => {
    const [probed, judgedAt] = [join(folder, `${name}.${type}.json`), join(folder, `${name}.${type}.judged.json`)];
    await run('probe', '-4', '-s', `127.0.0.1:${lab.resolver.port}`, '-a', '.', '-R', type, '-o', probed, name);
    await run('grok', '-r', probed, '-t', anchor, '-o', judgedAt, name);
    const text = existsSync(judgedAt) ? readFileSync(judgedAt, 'utf8') : '';
    if (text === '') return null;
    const judged = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return new Set(judged.filter(([at]) => at !== '.' && at !== 'example.').flatMap(([, part]) => codesIn(part)));
  };
  return {
    // On a busy machine it breaks down now and then, as the others lose an answer.
    ask: async (name, type) => await askOnce(name, type) ?? await askOnce(name, type) ?? askOnce(name, type),
    stop: () => void server.stdin.end(),
  };
}

/** The codes of errors and warnings, however deep. */
function codesIn(value: unknown, among = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(part => codesIn(part, among));
  if (typeof value !== 'object' || value === null) return [];
  if ((among === 'errors' || among === 'warnings') && 'code' in value) return [String(value.code)];
  return Object.entries(value).flatMap(([key, part]) => codesIn(part, key));
}

/** What a command prints on both channels; how it ends does not matter. */
function run(command: string, args: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(command, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES }, (_, stdout, stderr) => resolve(stdout + stderr));
  return promise;
}
