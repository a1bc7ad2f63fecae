import { once } from 'node:events';
import { open } from 'node:fs/promises';
import {
  commonSuffixes, defaultBudget, lookalikes, parseSuffixes, parseWords, wordListLimits, type GeneratorOptions, type Share,
} from '../../areas/threats/lookalikes/index.ts';
import { parseDomain } from '../../core/domain-name.ts';
import { english } from '../../core/language.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/exit-code.ts';
import { printable } from '../../surfaces/cli/paint.ts';
import type { CommandParts } from './parts.ts';

/** What `dss lookalikes generate` was given. */
export interface GenerateOptions {
  dictionary: readonly string[];
  tlds?: string;
  all: boolean;
  cross: boolean;
}

const CHUNK_NAMES = 1000;

/** `dss lookalikes generate`: one name a line on stdout, likeliest first; what the budget cut is reported on stderr. Bad input ends with 2. */
export async function runLookalikesGenerate(input: string, options: GenerateOptions, parts: CommandParts): Promise<ExitCode> {
  const tell = (text: string) => parts.terminal.stderr.write(`${printable(text)}\n`);
  const parsed = parseDomain(input);
  if (!parsed.ok) {
    tell(parsed.suggestion === undefined ? parsed.reason : `${parsed.reason} Did you mean ${parsed.suggestion}?`);
    return exitCode.usage;
  }
  const lists = await readLists(options, tell);
  if (lists === null) return exitCode.usage;
  const shares = await print(parsed.domain, {
    ...lists,
    maxNames: options.all ? Infinity : defaultBudget.maxNames,
    maxCrossNames: options.cross ? Infinity : defaultBudget.maxCrossNames,
  }, parts);
  if (shares === null) return exitCode.interrupted;
  for (const line of whatWasCut(shares)) tell(line);
  return exitCode.clean;
}

async function print(domain: string, options: GeneratorOptions, { terminal: { stdout }, signal }: CommandParts): Promise<Share[] | null> {
  const names = lookalikes(domain, options);
  for (;;) {
    const lines: string[] = [];
    let next = names.next();
    for (; !next.done && lines.push(next.value.name) < CHUNK_NAMES; next = names.next());
    if (lines.length > 0 && !stdout.write(`${lines.join('\n')}\n`)) await once(stdout, 'drain');
    if (signal.aborted) return null;
    if (next.done) return next.value;
  }
}

function whatWasCut(shares: readonly Share[]): string[] {
  const cut = shares.filter(({ made, kept }) => kept < made);
  const own = cut.filter(({ kind }) => kind !== 'cross'), cross = cut.find(({ kind }) => kind === 'cross');
  const of = ({ made, exact }: Share) => (exact ? `of ${english.number(made)}` : `of about ${english.number(Number(made.toPrecision(2)))}`);
  const kept = shares.reduce((sum, share) => sum + share.kept, 0);
  return [
    `${english.number(kept)} names.`,
    ...own.length > 0 ? [`Cut: ${own.map(share => `${share.kind} (${english.number(share.kept)} ${of(share)} printed)`).join(', ')}. --all prints them.`] : [],
    ...cross ? [`Under other suffixes: ${english.number(cross.kept)} ${of(cross)}. --cross prints them all.`] : [],
  ];
}

async function readLists({ dictionary, tlds }: GenerateOptions, tell: (text: string) => void): Promise<{ words: string[]; suffixes: readonly string[] } | null> {
  const words: string[] = [];
  for (const file of dictionary) {
    const entries = await readList(file, parseWords, tell);
    if (entries === null) return null;
    words.push(...entries);
  }
  const suffixes = tlds === undefined ? commonSuffixes : await readList(tlds, parseSuffixes, tell);
  return suffixes && { words, suffixes };
}

async function readList(file: string, parse: typeof parseWords, tell: (text: string) => void): Promise<string[] | null> {
  const text = await readBounded(file);
  const list = typeof text === 'string' ? parse(text) : null;
  if (list?.ok && list.refused > 0) tell(`${file}: ${english.number(list.refused)} lines cannot stand in a domain name and were left out.`);
  if (list?.ok) return list.entries;
  tell(`${file}: ${list ? `The list has more than ${english.number(wordListLimits.maxEntries)} entries. Give a shorter one.` : text instanceof Error ? text.message : `The file is longer than ${english.number(wordListLimits.maxBytes)} bytes.`}`);
  return null;
}

/** The text of the file, the error with which it cannot be read, or null for one that is too long. */
async function readBounded(file: string): Promise<string | Error | null> {
  try {
    await using handle = await open(file);
    const buffer = Buffer.alloc(wordListLimits.maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) ({ bytesRead: read } = await handle.read(buffer, length));
    return length > wordListLimits.maxBytes ? null : buffer.toString('utf8', 0, length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return error as Error;
  }
}
