import { ClientProblem } from '../../src/surfaces/client/index.ts';

/** What the service says of single fields of the input, or of its member `of`, by their names; empty where it says nothing of them. */
export function fieldErrors(error: Error | null, of?: string): Readonly<Record<string, string>> {
  if (!(error instanceof ClientProblem)) return {};
  const before = of === undefined ? '' : `${of}.`;
  const inside = (error.problem.errors ?? []).filter(({ path }) => path.startsWith(before));
  return Object.fromEntries(inside.map(({ path, message }) => [path.slice(before.length).split(/[.[]/)[0]!, message]));
}
