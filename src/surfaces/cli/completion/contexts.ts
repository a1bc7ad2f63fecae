import type { Command } from 'commander';

/** A command, and what may follow it. */
export interface CompletionContext {
  /** `/domains/list`; empty is the program itself. */
  path: string;
  commands: readonly Word[];
  flags: readonly (Word & { takesValue: boolean; choices: readonly string[] })[];
  /** Choices of its first argument. */
  choices: readonly string[];
}

/** A word that can be typed, and what it means. */
export interface Word {
  word: string;
  says: string;
}

const MAX_SAYS_CHARACTERS = 80;

/** Every command of the program that is shown in its help, parents first. */
export function contextsOf(command: Command, path = ''): CompletionContext[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const context: CompletionContext = {
    path,
    commands: below.map(one => ({ word: one.name(), says: firstLine(one.summary() || one.description()) })),
    flags: help.visibleOptions(command).map(option => ({
      word: option.long!, says: firstLine(option.description), takesValue: option.required || option.optional, choices: option.argChoices ?? [],
    })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [context, ...below.flatMap(one => contextsOf(one, `${path}/${one.name()}`))];
}

/** The paths to which a word leads on, such as `/domains`. */
export function pathsOf(contexts: readonly CompletionContext[]): string[] {
  return contexts.map(({ path }) => path).filter(path => path !== '');
}

/** Text as one word of a POSIX shell, or of fish, which reads single quotes nearly as they do. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length <= MAX_SAYS_CHARACTERS ? line : `${line.slice(0, MAX_SAYS_CHARACTERS - 1)}…`;
}
