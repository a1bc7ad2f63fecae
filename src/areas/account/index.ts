import type { AnyOperation } from '../../core/operation.ts';
import type { AccountContext } from './context.ts';
import { entryOperations } from './entry.ts';
import { invitationOperations } from './invitations.ts';
import { me } from './me.ts';
import { peopleOperations } from './people.ts';
import { accountSettings, settingsOperations, type SettingsSection } from './settings.ts';
import { signInOperations } from './sign-in/routes.ts';

export { createAccountFor } from './accounts.ts';
export type { AccountChange, AccountContext, AuditPort } from './context.ts';
export { findAccount, listAccounts, operatorExists, setPlan, type AccountLine } from './directory.ts';
export { createOperatorLink } from './entry.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { allowanceOf, readPlans, standardPlans, type Plans, type PlanTerms } from './plans.ts';
export { createAccountReads, type AccountReads } from './reads.ts';
export { cookieNames, createSessionReader, type SessionReader } from './sessions.ts';
export type { SettingsSection } from './settings.ts';
export { createSignIn, type SignIn, type SignInOptions } from './sign-in/sign-in.ts';

/** All operations of the area; `sections` are the settings of other areas, by their name in replies. */
export function accountOperations(sections: Readonly<Record<string, SettingsSection>> = {}): readonly AnyOperation<AccountContext>[] {
  return [me, ...signInOperations, ...entryOperations, ...settingsOperations({ account: accountSettings, ...sections }), ...peopleOperations, ...invitationOperations];
}
