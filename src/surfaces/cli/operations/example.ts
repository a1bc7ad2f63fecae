import type { CommandShape, Flag } from './shape.ts';

/** The examples of the operation, a line each, with what they show. */
export function examplesOf(shape: CommandShape): string[] {
  return shape.operation.examples.map(({ input, says }) => `${exampleOf(shape, input as Record<string, unknown>)}   # ${says}`);
}

/** The call with this input as it is typed into a shell. */
export function exampleOf({ words, args, subject, flags }: CommandShape, input: Readonly<Record<string, unknown>>): string {
  const given = args.map(({ member }) => quoted(String(input[member])));
  const alone = subject && input[subject.member] !== undefined ? [quoted(String(input[subject.member]))] : [];
  const rest = flags.filter(flag => flag !== subject && input[flag.member] !== undefined).map(flag => flagText(flag, input[flag.member]));
  return ['dss', ...words, ...given, ...alone, ...rest].join(' ');
}

function flagText({ name, kind }: Flag, value: unknown): string {
  if (kind === 'switch') return value === false || value === 'false' ? `--no-${name}` : `--${name}`;
  if (value === null) return `--no-${name}`;
  const text = kind === 'list' ? [value as string[]].flat().join(',') : typeof value === 'string' ? value : JSON.stringify(value);
  // A leading @ would name a file.
  return `--${name} ${quoted(text.replace(/^@/, '@@'))}`;
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w.,:@/+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
