import type { CommandShape, Flag } from './shape.ts';

/** The call is wrong in itself; the message says how it would be right. */
export class UsageError extends Error {}

/** What the command line gave for one call. */
export interface Given {
  /** In the order of the path, then the subject. */
  args: readonly (string | undefined)[];
  /** By member: text, texts of a flag that is repeated, or false for `--no-…`. */
  flags: Readonly<Record<string, unknown>>;
  /** `--body`: a file, or `-`. */
  body: string | undefined;
}

/** The text of a file, or of standard input where the name is `-`; rejects with `UsageError`. */
export type ReadText = (file: string) => Promise<string>;

/** The input of the operation, as it is sent; the service judges it. Rejects with `UsageError` where it cannot even be read. */
export async function readInput({ args, flags, subject }: CommandShape, given: Given, readText: ReadText): Promise<Record<string, unknown>> {
  const input = given.body === undefined ? {} : await readBody(given.body, readText);
  for (const [at, { member }] of args.entries()) input[member] = given.args[at];
  const alone = given.args[args.length];
  if (subject && alone !== undefined) {
    if (given.flags[subject.member] !== undefined) throw new UsageError(`Give ${subject.member} as an argument or with --${subject.name}, not both.`);
    input[subject.member] = alone;
  }
  for (const flag of flags) {
    const value = given.flags[flag.member];
    if (value !== undefined) input[flag.member] = await valueOf(flag, value, readText);
  }
  return input;
}

async function readBody(file: string, readText: ReadText): Promise<Record<string, unknown>> {
  const value = parseJson(await readText(file), '--body');
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new UsageError('--body: This is no JSON object.');
  return { ...value };
}

async function valueOf(flag: Flag, value: unknown, readText: ReadText): Promise<unknown> {
  if (flag.kind === 'switch') return value;
  if (value === false) return null;
  if (flag.kind === 'list') return (value as string[]).flatMap(text => text.split(',')).map(text => text.trim()).filter(text => text !== '');
  if (flag.kind === 'jsonList') return Promise.all((value as string[]).map(text => itemsOf(flag, text, readText))).then(lists => lists.flat());
  const text = await textOf(value as string, readText);
  if (flag.kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return flag.kind === 'json' ? jsonOrText(flag, text) : text;
}

/** One item, or a JSON list of them. */
async function itemsOf(flag: Flag, value: string, readText: ReadText): Promise<unknown> {
  return jsonOrText(flag, await textOf(value, readText));
}

/** Where a member may be a text as well as an object, quotes are not asked for. */
function jsonOrText({ name }: Flag, text: string): unknown {
  return /^\s*[[{"]/.test(text) ? parseJson(text, `--${name}`) : text;
}

/** `@file` stands for the text of the file, `@-` for standard input, `@@` for a text that begins with `@`. */
async function textOf(value: string, readText: ReadText): Promise<string> {
  if (!value.startsWith('@')) return value;
  return value.startsWith('@@') ? value.slice(1) : (await readText(value.slice(1))).replace(/\r?\n$/, '');
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${where}: This is no JSON: ${(error as Error).message}`);
  }
}
