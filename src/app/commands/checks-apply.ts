import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { readChecksFile } from '../../areas/assurance/checks/index.ts';
import { createClient } from '../../surfaces/client/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { loginOf, loginsFile } from '../../surfaces/cli/logins.ts';
import { tellRefusal } from '../../surfaces/cli/operations/call.ts';
import { printable, printableJson } from '../../surfaces/cli/paint.ts';
import type { CommandParts } from './parts.ts';

/** What `dss checks apply` was given. */
export interface ApplyOptions {
  profile: string | null;
  dryRun: boolean;
  prune: boolean;
  json: boolean;
}

type Applied = { created: number; changed: number; kept: number; deleted: number; actions: { key: string; action: string; pushUrl: string | null }[] };

/** `dss checks apply`: makes the checks of a running service be as the file says; what has no counterpart is named on stderr. */
export async function runChecksApply(file: string, { profile, dryRun, prune, json }: ApplyOptions, { terminal, signal, env, home }: CommandParts): Promise<ExitCode> {
  const { stdin, stdout, stderr } = terminal;
  let imported: Awaited<ReturnType<typeof readChecksFile>>;
  try {
    imported = await readChecksFile(await text(file === '-' ? stdin : createReadStream(file)));
  } catch (error) {
    stderr.write(`${printable(`${file}: ${(error as Error).message}`)}\n`);
    return exitCode.couldNotRun;
  }
  for (const note of imported.notes) stderr.write(`${printable(note)}\n`);
  const { url, key } = loginOf(env, loginsFile(env, home), profile ?? (env['DSS_PROFILE'] || null));
  const reply = await createClient({ baseUrl: url, key: key ?? undefined })('PUT /api/status/custom-checks', { checks: imported.checks, preview: dryRun, prune }, { signal });
  if (!reply.ok) return tellRefusal(reply, terminal, signal);
  const applied = (reply.data as { data: Applied }).data;
  if (json) stdout.write(`${printableJson(applied)}\n`);
  else stdout.write(printable(linesOf(applied, dryRun)));
  return exitCode.clean;
}

function linesOf({ created, changed, kept, deleted, actions }: Applied, dryRun: boolean): string {
  const lines = actions.filter(({ action }) => action !== 'keep').map(({ key, action, pushUrl }) => `${action} ${key}${pushUrl === null ? '' : ` ${pushUrl}`}\n`);
  return `${lines.join('')}${dryRun ? 'Nothing was changed. It would be: ' : ''}${created} created, ${changed} changed, ${deleted} deleted, ${kept} as they were\n`;
}
