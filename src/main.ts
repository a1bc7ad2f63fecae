import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { appCommands } from './app/commands/index.ts';
import { ConfigError, readConfig, unknownSettings } from './app/config.ts';
import type { Terminal } from './surfaces/cli/check.ts';
import { exitCode, type ExitCode } from './surfaces/cli/exit-code.ts';
import { runCli } from './surfaces/cli/program.ts';

/** What a command needs of its process. */
interface Host {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  terminal: Terminal;
  signal: AbortSignal;
}

/** Runs the command line of this process and sets its exit code. */
export async function main(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  process.on('SIGTERM', () => stop.abort());
  // Started by bin/dss.js on an older Node.js: it ends with that process, however that ends.
  process.once('disconnect', () => stop.abort());
  process.channel?.unref();
  for (const stream of [stdout, stderr]) stream.on('error', leaveOnClosedPipe);
  // The sign-in library listens to variables of its own, one of which makes it report to its makers.
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name];
  process.exitCode = await runProgram(process.argv.slice(2), { env: process.env, home: homedir(), terminal: { stdin, stdout, stderr }, signal: stop.signal });
}

/** Runs one command; resolves with its exit code. */
export async function runProgram(args: readonly string[], { env, home, terminal, signal }: Host): Promise<ExitCode> {
  const config = () => readConfig(env);
  try {
    return await runCli(args, {
      version: version(), terminal, signal, env, home,
      // Loaded when they are needed: --help and --version start nothing.
      openChecker: async () => (await import('./app/compose.ts')).openChecker(config()),
      operations: async () => (await import('./app/registry.ts')).operations,
      topics: async () => (await import('./app/registry.ts')).topics,
      commands: appCommands({ version: version(), terminal, signal, env, home, config, unknownSettings: () => unknownSettings(env) }),
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    terminal.stderr.write(`${error.message}\n`);
    return exitCode.couldNotRun;
  }
}

function version(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}

/** A reader such as `head` that has seen enough is no error. */
function leaveOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCode.clean);
}

if (process.argv[1] === import.meta.filename) await main();
