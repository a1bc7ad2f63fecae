import { createAccountFor, createPasswords, findAccount, listAccounts as accountLines, setPlan as putOnPlan, setTrust as markTrusted, type AuditPort } from '../../areas/platform/account/index.ts';
import { appendAudit } from '../../areas/platform/audit/index.ts';
import type { Plan } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { exitCode, type ExitCode, type Terminal } from '../../surfaces/cli/index.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore, withStore, type StoreMeans } from './with-store.ts';

const GENERATED_BYTES = 16;
const MAX_STDIN_CHARACTERS = 1000;

/** `dss accounts list`: one line an account. */
export function listAccounts({ json }: { json: boolean }, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store }) => {
    for await (const { createdAt, ...line } of accountLines(store.db)) {
      const account = { ...line, createdAt: new Date(createdAt).toISOString() };
      const mark = account.operator ? 'operator' : account.trusted ? 'trusted' : '';
      const text = `${account.id}  ${account.plan.padEnd(10)}  ${mark.padEnd(8)}  ${account.email ?? '(nobody)'}`;
      parts.terminal.stdout.write(`${json ? JSON.stringify(account) : text}\n`);
    }
    return exitCode.clean;
  });
}

/** What `dss accounts create` was given. */
interface AccountOptions {
  operator: boolean;
  plan?: Plan;
  name?: string;
  passwordStdin: boolean;
  json: boolean;
}

/** `dss accounts create`: a made-up password is printed, this once. */
export function createAccountCommand(email: string, options: AccountOptions, parts: CommandParts): Promise<ExitCode> {
  const { stdin, stdout } = parts.terminal;
  return withStore(parts, async means => {
    if (!/^[^\s@<>]{1,64}@[^\s@<>]{1,253}$/.test(email)) throw new Problem('invalid_request', `${email} is not an e-mail address.`);
    const given = options.passwordStdin ? await readPassword(stdin) : null;
    const password = given ?? means.randomBytes(GENERATED_BYTES).toString('base64url');
    const plan = options.operator ? 'enterprise' : options.plan ?? parts.config().DSS_DEFAULT_PLAN;
    const { accountId, userId } = await createAccountFor(
      { ...means, clock: means.store.clock, audit: auditOf(means), passwords: createPasswords(null) },
      { plan, operator: options.operator },
      { name: options.name ?? email, email, password },
    );
    const made = { accountId, userId, email: email.toLowerCase(), plan, ...(given === null ? { password } : {}) };
    if (options.json) stdout.write(`${JSON.stringify(made)}\n`);
    else stdout.write(`Made the account ${accountId} of ${made.email} on the plan ${plan}.\n${given === null ? `Password, shown only now: ${password}\n` : ''}`);
    return exitCode.clean;
  });
}

/** `dss accounts set-plan`: holds from the next request on. */
export function setPlan(email: string, plan: Plan, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async means => {
    const { store, now } = means;
    const account = await findAccount(store.db, email);
    if (!account) throw new Problem('not_found', `Nobody has the address ${email}. dss accounts list shows all.`);
    const changed = await store.transaction(tx => putOnPlan(tx, { audit: auditOf(means) }, account.id, plan, now));
    parts.terminal.stdout.write(changed ? `${account.id} is on the plan ${plan} now; it was on ${account.plan}.\n` : `${account.id} is on the plan ${plan} already.\n`);
    return exitCode.clean;
  });
}

/** `dss accounts trust` and `untrust`: holds from the next call, run and schedule on. */
export function setTrust(named: string, trusted: boolean, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async means => {
    const { store, now } = means;
    const account = await findAccount(store.db, named);
    if (!account) throw new Problem('not_found', `There is no account ${named}. Give its id or the e-mail address of one of its people; dss accounts list shows all.`);
    const changed = await store.transaction(tx => markTrusted(tx, { audit: auditOf(means) }, account.id, trusted, now));
    const state = trusted ? 'trusted' : 'not trusted';
    const reaches = trusted || account.operator ? 'Its scans reach what DSS_ALLOW_TARGETS allows.' : 'Its scans reach public addresses only.';
    parts.terminal.stdout.write(`${account.id} is ${state}${changed ? ' now' : ' already'}. ${reaches}\n`);
    return exitCode.clean;
  });
}

function auditOf({ newId }: StoreMeans): AuditPort {
  return (tx, change) => appendAudit(tx, { newId }, change);
}

/** The first line of standard input. */
async function readPassword(stdin: Terminal['stdin']): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += (chunk as Buffer).toString();
    if (text.includes('\n') || text.length > MAX_STDIN_CHARACTERS) break;
  }
  const password = text.split('\n')[0]!.replace(/\r$/, '');
  if (password.length < 8 || password.length > 128) throw new Problem('invalid_request', 'The password must have 8 to 128 characters.');
  return password;
}
