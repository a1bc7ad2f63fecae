import { readFile, stat } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { writes, type AnyOperation } from '../../../core/operation.ts';
import type { Terminal } from '../check.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { LoginError, type Login } from '../logins.ts';
import { callOperation } from './call.ts';
import { examplesOf } from './example.ts';
import { readInput, UsageError, type ReadText } from './input.ts';
import { isCommand, shapeOf, type CommandShape, type Flag } from './shape.ts';
import { wordsOf } from './words.ts';

/** What the commands of operations work with. */
export interface OperationMeans {
  terminal: Terminal;
  signal: AbortSignal;
  /** Where to, and by which key; throws `LoginError`. */
  login(): Login;
}

type End = (code: ExitCode) => void;

/** Adds a command for each of `operations`. What only a signed-in person may do is there as well, hidden, and says where it is done. */
export function addOperations(program: Command, operations: readonly AnyOperation[], end: End, means: OperationMeans): void {
  for (const operation of operations) {
    if (isCommand(operation)) addOperation(program, shapeOf(operation), end, means);
    else if (operation.kind !== 'native') addSessionOnly(program, operation, end, means);
  }
}

/** The command that `words` lead to, made where it is not there. */
function commandAt(program: Command, words: readonly string[], options: { hidden?: boolean } = {}): Command {
  let at = program;
  for (const word of words) at = at.commands.find(one => one.name() === word) ?? at.command(word, options).helpCommand(false);
  return at;
}

function addOperation(program: Command, shape: CommandShape, end: End, means: OperationMeans): void {
  const { operation, words, args, subject, flags, pages } = shape;
  const command = commandAt(program, words).summary(operation.summary).description(`${operation.summary}. ${operation.description}`);
  for (const { name, description } of args) command.argument(`<${name}>`, description);
  if (subject) command.argument(`[${subject.name}]`, subject.description);
  for (const flag of flags) for (const option of optionsOf(flag)) command.addOption(option);
  command.option('--json', pages ? 'the reply as JSON; with --all JSON Lines' : 'the reply as JSON');
  if (pages) command.option('--all', 'every page').option('--columns <a,b>', 'only these columns, in this order').option('--wide', 'every column, however wide the terminal is');
  if (operation.kind === 'file') command.option('--output <file>', 'write to a file instead of standard output');
  if (operation.idempotent) command.option('--request-key <key>', 'names this call: the same again within 24 hours gives the first reply and changes nothing');
  if (startsRun(operation)) command.option('--wait', 'follow the run that it starts until it ends, and show that');
  if (writes(operation)) {
    command.option('--body <file>', 'members of the input as a JSON object in a file, or - for standard input; flags go before it');
    if (!hasOwnDryRun(shape)) command.option('--dry-run', 'show the request and send nothing');
  }
  command.addHelpText('after', ['\nExamples:', ...examplesOf(shape).map(line => `  ${line}`)].join('\n'));
  command.action(async () => end(await act(shape, command, means)));
}

/** The operation itself tells what it would do. */
function hasOwnDryRun({ flags }: CommandShape): boolean {
  return flags.some(({ name }) => name === 'dry-run');
}

/** The reply is a run, or has one alongside what was created. */
function startsRun(operation: AnyOperation): boolean {
  const { shape = {} } = operation.output as { shape?: Record<string, unknown> };
  return operation.status === 202 || (writes(operation) && 'run' in shape);
}

async function act(shape: CommandShape, command: Command, { terminal, signal, login }: OperationMeans): Promise<ExitCode> {
  const options = command.opts<Record<string, unknown>>();
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : null);
  const flags = Object.fromEntries(shape.flags.map(flag => [flag.member, options[attributeOf(flag)]]));
  try {
    const input = await readInput(shape, { args: command.args, flags, body: text('body') ?? undefined }, readTextFrom(terminal.stdin));
    const own = { json: options['json'] === true, all: shape.pages && options['all'] === true, wide: options['wide'] === true, columns: text('columns')?.split(',').map(one => one.trim()).filter(one => one !== '') ?? null, dryRun: options['dryRun'] === true && !hasOwnDryRun(shape), wait: options['wait'] === true };
    return await callOperation(shape, input, { ...own, output: text('output'), requestKey: text('requestKey') }, { terminal, signal, login: login() });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof LoginError)) throw error;
    terminal.stderr.write(`${error.message}\n`);
    return exitCode.usage;
  }
}

/** What a flag is to the parser; a flag with a `--no-…` is two. */
function optionsOf(flag: Flag): Option[] {
  const { name, kind, nullable, choices, description } = flag;
  if (kind === 'switch') return [new Option(`--${name}`, description), new Option(`--no-${name}`, 'turns it off')];
  const option = new Option(`--${name} <${placeholderOf(flag)}>`, description);
  if (choices.length > 0 && kind === 'text') option.choices(choices);
  if (kind === 'list') option.argParser((text: string, before: string[] | undefined) => [...before ?? [], ...chosen(text, choices)]);
  if (kind === 'jsonList') option.argParser((text: string, before: string[] | undefined) => [...before ?? [], text]);
  if (kind === 'list' && choices.length > 0) option.argChoices = [...choices];
  return nullable ? [option, new Option(`--no-${name}`, 'sets none')] : [option];
}

function chosen(text: string, choices: readonly string[]): string[] {
  const wrong = choices.length === 0 ? undefined : text.split(',').map(one => one.trim()).find(one => one !== '' && !choices.includes(one));
  if (wrong !== undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  return [text];
}

function placeholderOf({ kind, choices }: Flag): string {
  if (kind === 'list') return 'a,b';
  if (kind === 'number') return 'number';
  return kind === 'text' ? (choices.length > 0 ? 'choice' : 'text') : 'json';
}

/** The name under which the parser keeps the value of a flag. */
function attributeOf(flag: Flag): string {
  return optionsOf(flag)[0]!.attributeName();
}

function addSessionOnly(program: Command, operation: AnyOperation, end: End, { terminal, login }: OperationMeans): void {
  const words = wordsOf(operation.id);
  if (program.commands.find(one => one.name() === words[0])?.commands.some(one => one.name() === words[1])) return;
  commandAt(program, words, { hidden: true }).allowUnknownOption().allowExcessArguments().action(() => {
    terminal.stderr.write(`${operation.summary}: only a signed-in person may do this. Sign in at ${login().url} and do it there.\n`);
    end(exitCode.notAllowed);
  });
}

const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** Reads files and standard input, as much as a call may carry. */
function readTextFrom(stdin: Terminal['stdin']): ReadText {
  return async file => {
    try {
      if (file === '-') return await readAll(stdin);
      if ((await stat(file)).size > MAX_TEXT_BYTES) throw new UsageError(`${file} is larger than ${MAX_TEXT_BYTES} bytes.`);
      return await readFile(file, 'utf8');
    } catch (error) {
      throw error instanceof UsageError ? error : new UsageError(`${file} cannot be read: ${(error as Error).message}`);
    }
  };
}

async function readAll(stdin: Terminal['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Buffer));
    if ((bytes += chunks.at(-1)!.length) > MAX_TEXT_BYTES) throw new UsageError(`Standard input is longer than ${MAX_TEXT_BYTES} bytes.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
