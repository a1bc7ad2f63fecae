import { findAccount } from '../../areas/platform/account/index.ts';
import { createKeyByProgram } from '../../areas/platform/keys/index.ts';
import { Problem } from '../../core/problem.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { CommandParts, KeyOptions } from './parts.ts';
import { withStore } from './with-store.ts';

/** `dss keys create`: the key alone on stdout, so that a script can take it. */
export function createKeyCommand(options: KeyOptions, parts: CommandParts): Promise<ExitCode> {
  const { email, name, scopes, rateLimit, expires: expiresAt, json } = options;
  return withStore(parts, async means => {
    const { data, key } = await means.store.transaction(async tx => {
      const account = await findAccount(tx, email ?? null);
      if (!account) throw new Problem('not_found', email === undefined ? 'There is no operator\'s account yet. Give --email, or create one with dss accounts create.' : `Nobody has the address ${email}.`);
      return createKeyByProgram(tx, account, means, { name, scopes: scopes.split(',').map(scope => scope.trim()), rateLimit, expiresAt });
    });
    const { stdout, stderr } = parts.terminal;
    stdout.write(json ? `${JSON.stringify({ success: true, data, key })}\n` : `${key}\n`);
    if (!json) stderr.write(`This key is shown only now. It has the scopes ${data.scopes.join(', ')} and ${data.rateLimit} requests an hour.\n`);
    return exitCode.clean;
  });
}
