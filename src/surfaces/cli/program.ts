import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { severities, type Severity } from '../../core/finding.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { auditFormats, impacts, type AuditFormat, type Impact } from './audit-formats.ts';
import type { Checker, Terminal } from './check.ts';
import { completionShells, renderCompletion, type CompletionShell } from './completion/index.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { checkFormats, type CheckFormat } from './formats/format.ts';
import { DEFAULT_PROFILE, loginOf, loginsFile, LoginError } from './logins.ts';
import { topicWords, wordsOf } from './operations/words.ts';

/** What the program is made of; `app` hands over what needs the composed service. */
export interface CliParts {
  version: string;
  terminal: Terminal;
  signal: AbortSignal;
  /** Where `DSS_URL`, `DSS_KEY`, `DSS_PROFILE` and `XDG_CONFIG_HOME` are read. */
  env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  home: string;
  /** Makes the checker on first use, so that `--help` starts nothing. */
  openChecker(): Promise<Checker>;
  /** The commands that need the composed program. */
  commands: readonly AppCommand[];
  /** All operations; loaded only for a command that asks a running service. */
  operations(): Promise<readonly AnyOperation[]>;
  /** What the operations are about, by the first part of their ids. */
  topics(): Promise<Readonly<Record<string, string>>>;
}

/** Adds a command to the program; what it runs says with `end` how it ended. */
export type AppCommand = (program: Command, end: (code: ExitCode) => void) => void;

/** Runs the command line on `argv` (without node and script); returns the exit code. */
export async function runCli(argv: readonly string[], parts: CliParts): Promise<ExitCode> {
  let code: ExitCode = exitCode.clean;
  const end = (ended: ExitCode) => { code = ended; };
  const program = buildProgram(parts, end);
  try {
    if (asksService(program, argv)) await addTopics(program, argv, parts, end);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof LoginError) {
      parts.terminal.stderr.write(`${error.message}\n`);
      return exitCode.usage;
    }
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCode.clean : exitCode.usage;
  }
  return code;
}

/** The program with every command, for those who describe it. */
export async function buildWholeProgram(parts: CliParts): Promise<Command> {
  const program = buildProgram(parts, () => {});
  await addTopics(program, null, parts, () => {});
  return program;
}

function buildProgram(parts: CliParts, end: (code: ExitCode) => void): Command {
  const { stdout, stderr } = parts.terminal;
  const program = new Command('dss')
    .description('Domain Security Service: checks domains against live DNS, and serves that to people, scripts and agents')
    .version(parts.version)
    .option('--profile <name>', `the login to use (default: DSS_PROFILE, or "${DEFAULT_PROFILE}")`)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) })
    .showSuggestionAfterError()
    .helpCommand(false)
    .addHelpText('after', HELP);
  addCheck(program, parts, end);
  addSiteAudit(program, parts, end);
  addAccessibility(program, parts, end);
  for (const add of parts.commands) add(program, end);
  addLogin(program, parts, end);
  addWatch(program, parts, end);
  addCompletion(program, parts, end);
  return program;
}

/** The words of `argv` that are no options. */
function wordsIn(argv: readonly string[]): string[] {
  return argv.filter((word, at) => !word.startsWith('-') && argv[at - 1] !== '--profile');
}

/** Whether the program itself does not know what is asked for: then a running service may, or its commands are to be listed. */
function asksService(program: Command, argv: readonly string[]): boolean {
  const [first, second] = wordsIn(argv);
  const command = program.commands.find(one => one.name() === first);
  if (!command) return first !== undefined || (!argv.includes('--version') && !argv.includes('-V'));
  // What these are given other than a verb is a domain, which has a dot, or the - of standard input.
  return (first === 'check' || first === 'site-audit') && /^[a-z][a-z-]*$/.test(second ?? '');
}

/** Adds the first words of all operations, and the commands of the one that is asked for, or of all. */
async function addTopics(program: Command, argv: readonly string[] | null, parts: CliParts, end: (code: ExitCode) => void): Promise<void> {
  const [{ addOperations }, operations, topics] = await Promise.all([import('./operations/add.ts'), parts.operations(), parts.topics()]);
  const own = new Set(program.commands.map(command => command.name()));
  program.commandsGroup('Ask a running service (dss <command> --help shows more):');
  for (const { word, says, hidden } of topicWords(topics, operations)) if (!own.has(word)) program.command(word, { hidden }).helpCommand(false).description(says);
  const wanted = argv === null ? operations : operations.filter(({ id }) => wordsOf(id)[0] === wordsIn(argv)[0]);
  if (wanted.length > 0) addOperations(program, wanted, end, { terminal: parts.terminal, signal: parts.signal, login: () => loginFor(program, parts) });
}

function profileOf(program: Command, { env }: CliParts): string | null {
  return program.opts<{ profile?: string }>().profile ?? (env['DSS_PROFILE'] || null);
}

function loginFor(program: Command, parts: CliParts) {
  return loginOf(parts.env, loginsFile(parts.env, parts.home), profileOf(program, parts));
}

function addCheck(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('check')
    .description('check one or more domains; - reads names from standard input')
    .argument('<domain...>', 'bare domain names, such as example.org')
    .option('--json', 'one JSON object; for several domains JSON Lines, each as it is done', false)
    .addOption(new Option('--format <format>', 'how results are written; github, sarif and junit are for CI').choices(checkFormats).conflicts('json'))
    .addOption(new Option('--fail-on <severity>', 'exit with 3 when a finding is at least this severe').choices(severities))
    .option('--summary <file>', 'append a summary in Markdown to this file, such as $GITHUB_STEP_SUMMARY')
    .action(async (domains: string[], options: { json: boolean; format?: CheckFormat; failOn?: Severity; summary?: string }) => {
      const { terminal, signal, version } = parts;
      const format = options.format ?? (options.json ? 'json' : 'text');
      const [{ runCheckCommand }, checker] = await Promise.all([import('./check.ts'), parts.openChecker()]);
      end(await runCheckCommand(domains, checker, { format, failOn: options.failOn ?? null, summary: options.summary, version, signal }, terminal));
    });
}

function addSiteAudit(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('site-audit')
    .description('audit the website of a domain with a running service, wait for the end and show what is to be fixed')
    .argument('<domain>', 'name or id of a domain of the account')
    .option('--max-pages <count>', 'addresses that are fetched at most', pageCount)
    .addOption(new Option('--format <format>', 'how the results are written; sarif is for CI').choices(auditFormats).default('text'))
    .addOption(new Option('--fail-on <severity>', 'exit with 3 when an issue is at least this severe').choices(severities))
    .action(async (domain: string, options: { maxPages?: number; format: AuditFormat; failOn?: Severity }) => {
      const { runSiteAudit } = await import('./site-audit.ts');
      end(await runSiteAudit(domain, { format: options.format, failOn: options.failOn ?? null, maxPages: options.maxPages ?? null }, { terminal: parts.terminal, signal: parts.signal, login: loginFor(program, parts) }));
    });
}

function addAccessibility(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('accessibility')
    .description('audit the accessibility of pages with a running service')
    .command('audit')
    .description('audit a page or a domain by WCAG, wait for the end and show what fails')
    .argument('<url>', 'address of a page of a domain of the account; or name or id of the domain, for its start page and pages that it links to')
    .option('--max-pages <count>', 'pages at most; for an address 1 unless given', pageCount)
    .addOption(new Option('--level <level>', 'criteria up to this level').choices(['A', 'AA']))
    .addOption(new Option('--format <format>', 'how the results are written; sarif is for CI').choices(auditFormats).default('text'))
    .addOption(new Option('--fail-on <impact>', 'exit with 3 when a finding is at least this severe').choices(impacts))
    .action(async (url: string, options: { maxPages?: number; level?: 'A' | 'AA'; format: AuditFormat; failOn?: Impact }) => {
      const { runAccessibilityAudit } = await import('./accessibility-audit.ts');
      end(await runAccessibilityAudit(url, { format: options.format, failOn: options.failOn ?? null, maxPages: options.maxPages ?? null, level: options.level ?? null }, { terminal: parts.terminal, signal: parts.signal, login: loginFor(program, parts) }));
    });
}

function pageCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return Number(text);
}

function addLogin(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  const { terminal, signal, env, home } = parts;
  const setUp = () => ({ terminal, signal, file: loginsFile(env, home), profile: profileOf(program, parts) ?? DEFAULT_PROFILE });
  program.command('login')
    .description('keep the address of a service and a key for it; the key is read from standard input or asked for, never from an argument')
    .argument('[url]', 'such as https://dss.example.org (default: DSS_URL, or http://localhost:3000)')
    .action(async (url: string | undefined) => end(await (await import('./login.ts')).runLogin(url ?? env['DSS_URL'], setUp())));
  program.command('logout')
    .description('forget a login; the key itself stays valid until it is revoked')
    .action(async () => end((await import('./login.ts')).runLogout(setUp())));
}

function addWatch(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('watch')
    .description('follow a run of a running service until it ends, and show it')
    .argument('<run>', 'id of the run')
    .option('--json', 'the run as JSON', false)
    .action(async (id: string, options: { json: boolean }) => {
      const { followRun } = await import('./operations/call.ts');
      end(await followRun(id, options, { terminal: parts.terminal, signal: parts.signal, login: loginFor(program, parts) }));
    });
}

function addCompletion(program: Command, parts: CliParts, end: (code: ExitCode) => void): void {
  program.command('completion')
    .description('print a script that completes commands, flags and choices in a shell')
    .addArgument(program.createArgument('<shell>', 'for which shell').choices(completionShells))
    .action(async (shell: CompletionShell) => {
      parts.terminal.stdout.write(renderCompletion(shell, await buildWholeProgram(parts)));
      end(exitCode.clean);
    });
}

const HELP = `
Exit codes: 0 clean, 1 could not run, 2 usage, 3 findings at or above --fail-on,
4 not allowed, 5 not found, 6 limited, 7 a DNS lookup failed and the result is incomplete, 130 interrupted.

Examples:
  dss check example.org
  dss check example.org example.net --json --fail-on high
  dss check - --format sarif < domains.txt > domains.sarif
  dss serve
  dss login https://dss.example.org
  dss domains create example.org --tags shop,eu`;
