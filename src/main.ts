import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { appCommands } from './app/commands/index.ts';
import { ConfigError, readConfig, unknownSettings } from './app/config.ts';
import { exitCode } from './surfaces/cli/exit-code.ts';
import { runCli } from './surfaces/cli/program.ts';

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
  const terminal = { stdin, stdout, stderr };
  // The sign-in library listens to variables of its own, one of which makes it report to its makers.
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name];
  try {
    process.exitCode = await runCli(process.argv.slice(2), {
      version: version(),
      terminal,
      signal: stop.signal,
      env: process.env,
      home: homedir(),
      // Loaded when they are needed: --help and --version start nothing.
      openChecker: async () => (await import('./app/compose.ts')).openChecker(readConfig(process.env)),
      operations: async () => (await import('./app/registry.ts')).operations,
      topics: async () => (await import('./app/registry.ts')).topics,
      commands: appCommands({ version: version(), terminal, signal: stop.signal, config: () => readConfig(process.env), unknownSettings: () => unknownSettings(process.env) }),
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    stderr.write(`${error.message}\n`);
    process.exitCode = exitCode.couldNotRun;
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
