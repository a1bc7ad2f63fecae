import { ClientProblem } from '../../src/surfaces/client/index.ts';

/** What the service says of single fields of the input, by their names; empty where it says nothing of them. */
export function fieldErrors(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ClientProblem)) return {};
  return Object.fromEntries((error.problem.errors ?? []).map(({ path, message }) => [path.split(/[.[]/)[0]!, message]));
}
