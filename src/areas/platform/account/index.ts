import { deletionOperations } from './deletion.ts';
import { entryOperations } from './entry.ts';
import { exportOperation, type ExportSection } from './export.ts';
import { invitationOperations } from './invitations.ts';
import { me } from './me.ts';
import { peopleOperations } from './people.ts';
import { accountSettings, settingsOperations, type SettingsSection } from './settings.ts';
import { signInOperations } from './sign-in/routes.ts';

export { createAccountFor } from './accounts.ts';
export type { AccountChange, AccountContext, AuditPort } from './context.ts';
export { findAccount, listAccounts, operatorExists, ownerAddress, setPlan, type AccountLine } from './directory.ts';
export { createOperatorLink } from './entry.ts';
export { sendLetter } from './letters.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { allowanceOf, cheapestPlan, readPlans, standardPlans, type Plans, type PlanTerms } from './plans.ts';
export { createAccountReads, type AccountReads } from './reads.ts';
export { cookieNames, createSessionReader, type SessionReader } from './sessions.ts';
export type { ExportSection } from './export.ts';
export { accountSettings, readSettings, type SettingsSection } from './settings.ts';
export { createSignIn, type SignIn, type SignInOptions } from './sign-in/sign-in.ts';

/** What other areas add to this one's operations, by the names in replies. */
export interface Sections<Settings> {
  settings?: Settings;
  exports?: Readonly<Record<string, ExportSection>>;
}

/** All operations of the area. */
export function accountOperations<Settings extends Readonly<Record<string, SettingsSection>> = Readonly<Record<string, never>>>({ settings = {} as Settings, exports = {} }: Sections<Settings> = {}) {
  return [
    me, ...signInOperations, ...entryOperations, ...settingsOperations({ account: accountSettings, ...settings }),
    ...peopleOperations, ...invitationOperations, exportOperation(exports), ...deletionOperations,
  ] as const;
}
