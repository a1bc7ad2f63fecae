import type { Account } from '../../core/access.ts';
import { findAccount } from '../../areas/platform/account/index.ts';
import { createKeyByProgram, rotateKeyByProgram } from '../../areas/platform/keys/index.ts';
import { Problem } from '../../core/problem.ts';
import type { Db } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { CommandParts, KeyOptions, RotateOptions } from './parts.ts';
import { withStore } from './with-store.ts';

/** `dss keys create`: the key alone on stdout, so that a script can take it. */
export function createKeyCommand(options: KeyOptions, parts: CommandParts): Promise<ExitCode> {
  const { email, name, scopes, rateLimit, expires: expiresAt, json } = options;
  return withStore(parts, async means => {
    const { data, key } = await means.store.transaction(async tx =>
      createKeyByProgram(tx, await accountOf(tx, email), means, { name, scopes: scopes.split(',').map(scope => scope.trim()), rateLimit, expiresAt }));
    const { stdout, stderr } = parts.terminal;
    stdout.write(json ? `${JSON.stringify({ success: true, data, key })}\n` : `${key}\n`);
    if (!json) stderr.write(`This key is shown only now. It has the scopes ${data.scopes.join(', ')} and ${data.rateLimit} requests an hour.\n`);
    return exitCode.clean;
  });
}

/** `dss keys rotate`: the new secret alone on stdout. */
export function rotateKeyCommand(id: string, { email, overlapHours, json }: RotateOptions, parts: CommandParts): Promise<ExitCode> {
  return withStore(parts, async means => {
    const { data, key } = await means.store.transaction(async tx => rotateKeyByProgram(tx, await accountOf(tx, email), means, { id, overlapHours }));
    const { stdout, stderr } = parts.terminal;
    stdout.write(json ? `${JSON.stringify({ success: true, data, key })}\n` : `${key}\n`);
    if (!json) stderr.write(`This secret is shown only now. The one before, ${data.previous!.prefix}…, works until ${data.previous!.worksUntil}.\n`);
    return exitCode.clean;
  });
}

async function accountOf(tx: Db, email: string | undefined): Promise<Account> {
  const account = await findAccount(tx, email ?? null);
  if (account) return account;
  throw new Problem('not_found', email === undefined ? 'There is no operator\'s account yet. Give --email, or create one with dss accounts create.' : `Nobody has the address ${email}.`);
}
