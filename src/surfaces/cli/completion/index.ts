import type { Command } from 'commander';
import { renderBash } from './bash.ts';
import { renderFish } from './fish.ts';
import { contextsOf, type CompletionContext } from './contexts.ts';
import { renderZsh } from './zsh.ts';

export const completionShells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof completionShells)[number];

const renderers: Record<CompletionShell, (contexts: readonly CompletionContext[]) => string> = { bash: renderBash, zsh: renderZsh, fish: renderFish };

/** The script that completes `program` in the shell. */
export function renderCompletion(shell: CompletionShell, program: Command): string {
  return renderers[shell](contextsOf(program));
}
