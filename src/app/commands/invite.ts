import { addSignUpInvitation, findAccount } from '../../areas/platform/account/index.ts';
import { appendAudit } from '../../areas/platform/audit/index.ts';
import { Problem } from '../../core/problem.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { signUpOf } from '../sign-up.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore } from './with-store.ts';

/** `dss invite`: the link alone on stdout, so that a script can take it; no e-mail is sent. */
export function runInvite(email: string, { json }: { json: boolean }, parts: CommandParts): Promise<ExitCode> {
  const config = parts.config();
  return withExistingStore(parts, async ({ store, newId, randomBytes, now }) => {
    if (!/^[^\s@<>]{1,64}@[^\s@<>]{1,253}$/.test(email)) throw new Problem('invalid_request', `${email} is not an e-mail address.`);
    const baseUrl = config.DSS_BASE_URL ?? `http://localhost:${config.DSS_PORT}`;
    const { row, link } = await store.transaction(async tx => {
      const operator = await findAccount(tx, null);
      if (!operator) throw new Problem('invalid_state', 'There is no operator\'s account yet. Create it first: dss accounts create <email> --operator');
      const added = await addSignUpInvitation(tx, { newId, randomBytes, baseUrl, signUp: signUpOf(config) }, email, { createdBy: null, delivery: null }, now);
      await appendAudit(tx, { newId }, {
        accountId: operator.id, actor: { type: 'program', id: 'dss invite' }, requestId: null, address: null, now,
        action: 'sign_up.invited', resource: { type: 'sign_up_invitation', id: added.row.id }, details: { email: added.row.email },
      });
      return added;
    });
    const expiresAt = new Date(row.expires_at).toISOString();
    const { stdout, stderr } = parts.terminal;
    stdout.write(json ? `${JSON.stringify({ id: row.id, email: row.email, expiresAt, link })}\n` : `${link}\n`);
    if (!json) stderr.write(`Pass this link on to ${row.email}: it creates an account, once, until ${expiresAt}. It is shown only now.\n`);
    return exitCode.clean;
  });
}
