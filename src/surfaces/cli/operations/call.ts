import { createWriteStream, type WriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Method } from '../../../core/operation.ts';
import type { RunProgress, RunStatus } from '../../../core/run.ts';
import { ClientProblem, createClient, type Failure } from '../../client/index.ts';
import type { Terminal } from '../check.ts';
import { codeOfRefusal, exitCode, type ExitCode } from '../exit-code.ts';
import type { Login } from '../logins.ts';
import { paintFor, printable, printableJson } from '../paint.ts';
import { Progress } from '../progress.ts';
import type { CommandShape } from './shape.ts';
import { renderReply } from './show.ts';

/** What a call works with. */
export interface CallMeans {
  terminal: Terminal;
  signal: AbortSignal;
  login: Login;
}

/** What the command line asks of a call besides its input. */
export interface CallOptions {
  json: boolean;
  /** Every page of a list. */
  all: boolean;
  /** The columns of a list; null for those that fit. */
  columns: readonly string[] | null;
  /** Every column of a list, however wide that is. */
  wide: boolean;
  /** Shows what would be sent. */
  dryRun: boolean;
  /** Follows the run that the call starts. */
  wait: boolean;
  /** Where a file goes; null is standard output. */
  output: string | null;
  requestKey: string | null;
}

type Input = Readonly<Record<string, unknown>>;
type Route = `${Method} ${string}`;

const PAGE_ROWS = 200;
/** Of a terminal that does not tell. */
const USUAL_COLUMNS = 80;

/** Calls the operation: its reply on stdout, all else on stderr; returns the exit code. */
export async function callOperation(shape: CommandShape, input: Input, options: CallOptions, means: CallMeans): Promise<ExitCode> {
  const { method, path, kind } = shape.operation;
  const route = `${method} ${path}` as const;
  if (options.dryRun) return showRequest(route, input, options, means);
  const { terminal, signal, login: { url, key } } = means;
  const client = createClient({ baseUrl: url, key: key ?? undefined });
  const progress = new Progress(terminal.stderr);
  progress.show(`Waiting for ${url}`);
  const sending = { signal, requestKey: options.requestKey ?? undefined };
  if (kind === 'file') {
    const file = await client.file(route, input, sending);
    progress.clear();
    return file.ok ? saveFile(file.body, options.output, terminal) : tellRefusal(file, terminal, signal);
  }
  if (options.all) return listAll(client.each(route, { limit: PAGE_ROWS, ...input }, sending), options, means, progress);
  const result = await client(route, input, sending);
  progress.clear();
  if (!result.ok) return tellRefusal(result, terminal, signal);
  const run = startedRun(result.data);
  if (options.wait && run) return followRun(run, options, means);
  return writeReply(result.data, options, terminal);
}

/** `--dry-run`: the request as it would be sent, without the key. */
async function showRequest(route: Route, input: Input, options: CallOptions, { terminal, login }: CallMeans): Promise<ExitCode> {
  let seen: { url: string; body: unknown } | null = null;
  const keep = (url: string, { body }: RequestInit): Promise<Response> => {
    seen = { url, body: typeof body === 'string' ? JSON.parse(body) as unknown : null };
    return Promise.resolve(Response.json({}));
  };
  const result = await createClient({ baseUrl: login.url, fetch: keep })(route, input);
  if (!result.ok) return tellRefusal(result, terminal);
  const { url, body } = seen!;
  const method = route.split(' ', 1)[0];
  const { stdout, stderr } = terminal;
  if (options.json) stdout.write(`${printableJson({ method, url, body })}\n`);
  else stdout.write(`${method} ${printable(url)}\n${body === null ? '' : `${printableJson(body, 2)}\n`}`);
  stderr.write('Nothing was sent.\n');
  return exitCode.clean;
}

/** All rows of a list: JSON Lines as they come, or one table. */
async function listAll(rows: AsyncIterable<unknown>, options: CallOptions, { terminal, signal }: CallMeans, progress: Progress): Promise<ExitCode> {
  const data: unknown[] = [];
  try {
    for await (const row of rows) {
      progress.clear();
      if (options.json) terminal.stdout.write(`${printableJson(row)}\n`);
      else data.push(row);
    }
  } catch (error) {
    if (!(error instanceof ClientProblem)) throw error;
    progress.clear();
    return tellRefusal(error.failure, terminal, signal);
  }
  progress.clear();
  return options.json ? exitCode.clean : writeReply({ data, nextCursor: null }, options, terminal);
}

/** Waits for the run `id` and shows it as it ended; what it says decides the exit code. */
export async function followRun(id: string, options: Pick<CallOptions, 'json'>, { terminal, signal, login: { url, key } }: CallMeans): Promise<ExitCode> {
  const client = createClient({ baseUrl: url, key: key ?? undefined });
  const progress = new Progress(terminal.stderr);
  progress.show(`${id}: waiting`);
  const onProgress = ({ done, total, step }: RunProgress) =>
    progress.show(`${id}: ${total === 0 ? 'queued' : `${done} of ${total}`}${step === null ? '' : `, ${step}`}`);
  const ended = await client.runs.wait(id, { onProgress, signal });
  progress.clear();
  if (!ended.ok) return tellRefusal(ended, terminal, signal);
  const run = ended.data as { status: RunStatus };
  writeReply({ success: true, data: run }, { ...options, columns: null, wide: false }, terminal);
  return codeOfRun(run.status);
}

/** A part that could not be done counts as unknown: nothing may be said of it. */
function codeOfRun(status: RunStatus): ExitCode {
  if (status === 'completed') return exitCode.clean;
  return status === 'partial' ? exitCode.couldNotTell : exitCode.couldNotRun;
}

/** The id of the run that a reply is, or has alongside what was created. */
function startedRun(reply: unknown): string | null {
  const { data, run } = reply as { data?: { id?: unknown } | null; run?: { id?: unknown } | null };
  const id = run?.id ?? data?.id;
  return typeof id === 'string' && id.startsWith('run_') ? id : null;
}

/** Writes the reply: as JSON just as it came, or for people. */
function writeReply(reply: unknown, { json, columns, wide }: Pick<CallOptions, 'json' | 'columns' | 'wide'>, { stdout, stderr }: Terminal): ExitCode {
  if (json) {
    stdout.write(`${printableJson(reply, stdout.isTTY ? 2 : undefined)}\n`);
    return exitCode.clean;
  }
  const { data, nextCursor } = reply as { data?: unknown; nextCursor?: unknown };
  const there = Array.isArray(data) ? [...new Set(data.flatMap((row: unknown) => (row !== null && typeof row === 'object' ? Object.keys(row) : [])))] : [];
  const unknown = there.length === 0 ? [] : (columns ?? []).filter(name => !there.includes(name));
  if (unknown.length > 0) {
    stderr.write(`${printable(`There is no column ${unknown.join(', ')}. There are ${there.join(', ')}.`)}\n`);
    return exitCode.usage;
  }
  const { lines, leftOut } = renderReply(reply, { columns: stdout.isTTY && !wide ? stdout.columns || USUAL_COLUMNS : null, paint: paintFor(stdout), ...(columns === null ? {} : { chosen: columns }) });
  for (const line of lines) stdout.write(`${line}\n`);
  if (Array.isArray(data) && data.length === 0) stderr.write('There are none.\n');
  if (leftOut.length > 0 && stdout.isTTY) stderr.write(`Not shown: ${leftOut.join(', ')}. --wide shows what has a short form, --columns a,b chooses, --json has everything.\n`);
  if (typeof nextCursor === 'string') stderr.write(`There are more: ${Array.isArray(data) ? '--all, or ' : ''}--cursor ${printable(nextCursor)}\n`);
  return exitCode.clean;
}

/** A file goes whole to its place; a new file is for this user alone. */
export async function saveFile(response: Response, output: string | null, { stdout, stderr }: Terminal): Promise<ExitCode> {
  if (!response.body) return exitCode.clean;
  const target: NodeJS.WritableStream | WriteStream = output === null ? stdout : createWriteStream(output, { mode: 0o600 });
  try {
    await pipeline(Readable.fromWeb(response.body), target, { end: output !== null });
    return exitCode.clean;
  } catch (error) {
    stderr.write(`${printable((error as Error).message)}\n`);
    return exitCode.couldNotRun;
  }
}

/** Tells why a call was refused and what to do; returns the exit code. */
export function tellRefusal({ status, problem }: Failure, { stderr }: Pick<Terminal, 'stderr'>, signal?: AbortSignal): ExitCode {
  if (signal?.aborted) {
    stderr.write('Stopped.\n');
    return exitCode.interrupted;
  }
  const { title, detail, code, requestId, errors = [], suggestion } = problem;
  const paint = paintFor(stderr);
  const lines = [
    detail,
    ...(errors.length > 1 ? errors.map(({ path, message }) => `  ${path}: ${message}`) : []),
    ...(typeof suggestion === 'string' && !detail.includes(suggestion) ? [`Did you mean ${suggestion}?`] : []),
  ];
  stderr.write(`${paint('red', printable(title))}\n${lines.map(line => `${printable(line)}\n`).join('')}`);
  stderr.write(paint('gray', printable([code, ...(requestId ? [`request ${requestId}`] : [])].join(', '))) + '\n');
  if (status === 401) stderr.write('Log in with dss login, or set DSS_KEY.\n');
  return codeOfRefusal({ status, code });
}
