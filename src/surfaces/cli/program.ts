import { Command, CommanderError, Option } from 'commander';
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
  /** The commands that need the composed program. */
  commands: readonly AppCommand[];
}

/** Adds a command to the program; what it runs says with `end` how it ended. */
export type AppCommand = (program: Command, end: (code: ExitCode) => void) => void;

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
    .description('Domain Security Service: checks domains against live DNS, and serves that to people, scripts and agents')
    .version(parts.version)
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) })
    .showSuggestionAfterError()
    .helpCommand(false)
    .addHelpText('after', HELP);
  addCheck(program, parts, end);
  for (const add of parts.commands) add(program, end);
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

const HELP = `
Exit codes: 0 clean, 1 could not run, 2 usage, 3 findings at or above --fail-on,
4 not allowed, 5 not found, 6 limited, 7 a DNS lookup failed and the check could not tell, 130 interrupted.

Examples:
  dss check example.org
  dss check example.org example.net --json --fail-on high
  dss check - < domains.txt
  dss serve`;
