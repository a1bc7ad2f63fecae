import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { severities, type Severity } from '../../core/finding.ts';
import { runCheckCommand, type Checker, type Terminal } from './check.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

/** What the program is made of; `app` hands over what needs the composed service. */
export interface CliParts {
  version: string;
  terminal: Terminal;
  signal: AbortSignal;
  /** Makes the checker on first use, so that `--help` starts nothing. */
  openChecker(): Checker;
  /** `dss demo`: returns when the reader leaves. */
  demo(domains: readonly string[], options: { json: boolean; dnsPort: number | null }): Promise<ExitCode>;
}

/** Runs the command line on `argv` (without node and script); returns the exit code. */
export async function runCli(argv: readonly string[], parts: CliParts): Promise<ExitCode> {
  let code: ExitCode = exitCode.clean;
  const program = buildProgram(parts, ended => { code = ended; });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCode.clean : exitCode.usage;
  }
  return code;
}

function buildProgram(parts: CliParts, end: (code: ExitCode) => void): Command {
  const { stdout, stderr } = parts.terminal;
  const program = new Command('dss')
    .description('Domain Security Service: checks domains against live DNS')
    .version(parts.version)
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) })
    .showSuggestionAfterError()
    .helpCommand(false)
    .addHelpText('after', HELP);
  addCheck(program, parts, end);
  addDemo(program, parts, end);
  return program;
}

function addCheck(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('check')
    .description('check one or more domains; - reads names from standard input')
    .argument('<domain...>', 'bare domain names, such as example.org')
    .option('--json', 'one JSON object; for several domains JSON Lines, each as it is done', false)
    .addOption(new Option('--fail-on <severity>', 'exit with 3 when a finding is at least this severe').choices(severities))
    .action(async (domains: string[], options: { json: boolean; failOn?: Severity }) => {
      const { terminal, signal } = parts;
      end(await runCheckCommand(domains, parts.openChecker(), { json: options.json, failOn: options.failOn ?? null, signal }, terminal));
    });
}

function addDemo(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('demo')
    .description('start the lab, a small Internet on this machine, and check domains in it; with names: check those and end')
    .argument('[domain...]', 'domains of the lab')
    .option('--json', 'as for check', false)
    .option('--dns-port <port>', 'port of the lab\'s resolver, for dig and other tools (default: any free one)', portNumber)
    .action(async (domains: string[], options: { json: boolean; dnsPort?: number }) => {
      end(await parts.demo(domains, { json: options.json, dnsPort: options.dnsPort ?? null }));
    });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new InvalidArgumentError('A port is a number from 1 to 65535.');
  return port;
}

const HELP = `
Exit codes: 0 clean, 1 could not run, 2 usage, 3 findings at or above --fail-on,
7 a DNS lookup failed and the check could not tell, 130 interrupted.

Examples:
  dss check example.org
  dss check example.org example.net --json --fail-on high
  dss check - < domains.txt`;
