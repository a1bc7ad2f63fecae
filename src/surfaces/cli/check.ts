import { appendFileSync } from 'node:fs';
import { couldNotTell, recordsAt, type CheckResult, type RecordName } from '../../areas/domains/check/index.ts';
import { severities, type Severity } from '../../core/finding.ts';
import { Problem } from '../../core/problem.ts';
import { exitCode, worstOf, type ExitCode } from './exit-code.ts';
import { renderGithub } from './formats/github.ts';
import { renderJunit } from './formats/junit.ts';
import type { CheckFormat, Format, Outcome } from './formats/format.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderSummary } from './formats/summary.ts';
import { paintFor, printable, printableJson } from './paint.ts';
import { Progress } from './progress.ts';
import { renderBrief, renderReport, type Page } from './report.ts';

/** Where a command reads from and writes to; handed in so that tests can listen. */
export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

/** Checks one domain; throws `Problem` for a bad name or when no resolver answers. */
export type Checker = (domain: string, options?: { signal: AbortSignal; onFacts: (record: RecordName) => void }) => Promise<CheckResult>;

/** `failOn`: the mildest severity that makes the exit code speak of findings; null for none. */
export interface CheckOptions {
  format: CheckFormat;
  failOn: Severity | null;
  /** File to which a summary in Markdown is appended. */
  summary?: string | undefined;
  version: string;
  signal: AbortSignal;
}

const documents: Partial<Record<CheckFormat, Format>> = { github: renderGithub, sarif: renderSarif, junit: renderJunit };

const AT_ONCE = 16;
const MAX_COLUMNS = 110;
/** Of a terminal that does not tell, and of a file. */
const USUAL_COLUMNS = 80;

/** `dss check`: data on stdout, the rest on stderr; returns the exit code. */
export async function runCheckCommand(names: readonly string[], check: Checker, options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  const listed = names.includes('-') ? await readNames(terminal.stdin) : [];
  if (listed === 'tooLong') return refuse(`The list on standard input is longer than ${MAX_STDIN_CHARACTERS} characters. Check it in parts.`, terminal);
  const domains = [...names.filter(name => name !== '-'), ...listed];
  if (domains.length === 0) return refuse('There are no names on standard input.', terminal);
  const progress = new Progress(terminal.stderr);
  const codes: ExitCode[] = [];
  const outcomes: Outcome[] = [];
  const one = async (domain: string) => {
    let seen = 0;
    const onFacts = () => {
      seen++;
      progress.show(domains.length === 1 ? `Checking ${domain}: ${seen} of ${recordsAt('check').length}` : `${outcomes.length} of ${domains.length} domains, now ${domain}`);
    };
    const outcome = await checkOne(domain, check, { signal: options.signal, onFacts });
    if (outcome === 'stopped') return;
    outcomes.push(outcome);
    progress.clear();
    codes.push(show(outcome, domains.length, options, terminal));
  };
  progress.show(`Checking ${domains.join(', ')}`);
  await forEachAtOnce(domains, AT_ONCE, options.signal, one);
  progress.clear();
  const inOrder = outcomes.toSorted((a, b) => domains.indexOf(a.domain) - domains.indexOf(b.domain));
  if (options.summary !== undefined) appendFileSync(options.summary, `${renderSummary(inOrder, options)}\n`);
  const text = documents[options.format]?.(inOrder, options);
  if (text) terminal.stdout.write(`${text}\n`);
  if (options.signal.aborted) terminal.stderr.write(`Stopped after ${outcomes.length} of ${domains.length}.\n`);
  return options.signal.aborted ? exitCode.interrupted : worstOf(codes);
}

function refuse(message: string, { stderr }: Terminal): ExitCode {
  stderr.write(`${message}\n`);
  return exitCode.usage;
}

async function checkOne(domain: string, check: Checker, options: NonNullable<Parameters<Checker>[1]>): Promise<Outcome | 'stopped'> {
  try {
    return { domain, result: await check(domain, options) };
  } catch (error) {
    if (error instanceof Problem) return { domain, problem: error };
    if (options.signal.aborted) return 'stopped';
    throw error;
  }
}

/** Writes what can be written as soon as the domain is done. */
function show(outcome: Outcome, count: number, { format, failOn }: CheckOptions, { stdout, stderr }: Terminal): ExitCode {
  if ('problem' in outcome) {
    const { domain, problem } = outcome;
    if (format === 'json') stdout.write(`${printableJson({ domain, ...problem.body() })}\n`);
    stderr.write(`${printable(`${domain}: ${problem.message}`)}\n`);
    return problem.code === 'invalid_domain' ? exitCode.usage : exitCode.couldNotRun;
  }
  const { result } = outcome;
  if (format === 'json') stdout.write(`${printableJson(result, count === 1 && stdout.isTTY ? 2 : undefined)}\n`);
  if (format === 'text') stdout.write(`${render(result, count, stdout)}\n`);
  return codeOf(result, failOn);
}

/** The code of one checked domain; findings go before what could not be determined. */
export function codeOf({ findings }: Pick<CheckResult, 'findings'>, failOn: Severity | null): ExitCode {
  if (failOn !== null && findings.some(({ state, severity }) => state === 'fail' && severities.indexOf(severity) <= severities.indexOf(failOn))) {
    return exitCode.findings;
  }
  return couldNotTell(findings) ? exitCode.couldNotTell : exitCode.clean;
}

function render(result: CheckResult, count: number, stdout: Terminal['stdout']): string {
  const page: Page = { columns: Math.min(stdout.columns || USUAL_COLUMNS, MAX_COLUMNS), paint: paintFor(stdout) };
  return count === 1 ? renderReport(result, page) : renderBrief(result, page);
}

/** Runs `work` on all of `items`, `atOnce` at a time; starts no more once `signal` has fired. */
async function forEachAtOnce<T>(items: readonly T[], atOnce: number, signal: AbortSignal, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

const MAX_STDIN_CHARACTERS = 4_000_000;

/** One name a line; blank lines and `#` comments are passed over. */
async function readNames(stdin: Terminal['stdin']): Promise<string[] | 'tooLong'> {
  let text = '';
  for await (const chunk of stdin) {
    text += chunk.toString();
    if (text.length > MAX_STDIN_CHARACTERS) return 'tooLong';
  }
  return text.split('\n').map(line => line.replace(/#.*/, '').trim()).filter(line => line !== '');
}
