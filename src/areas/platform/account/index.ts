import { defineArea, type ExportSection, type SettingsSection } from '../../area.ts';
import { tables } from './tables.ts';
import { deletionOperations } from './deletion.ts';
import { operatorOperations } from './operator.ts';
import { exportOperation } from './export.ts';
import { invitationOperations } from './invitations.ts';
import { me } from './me.ts';
import { peopleOperations } from './people.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { trustAndSecondFactor } from './migrations/0031-trust-and-second-factor.ts';
import { deliveryOfInvitations } from './migrations/0127b-delivery-of-invitations.ts';
import { signUpInvitations } from './migrations/0032-sign-up-invitations.ts';
import type { AccountServices } from './services.ts';
import { accountSettings, settingsOperations } from './settings.ts';
import { secondFactorOperations } from './second-factor.ts';
import { signInOperations } from './sign-in/routes.ts';
import { signUpOperations } from './sign-up/invitations.ts';

export { accountColumns, hashingKeyColumns, personColumns } from './tables.ts';
export { accountCreated, createAccountFor, lockAccount } from './accounts.ts';
export type { AccountChange, AuditPort } from './audit-port.ts';
export type { AccountServices } from './services.ts';
export { findAccount, listAccounts, mayReachAllowed, operatorExists, ownerAddress, setPlan, setTrust, type AccountLine } from './directory.ts';
export { createOperatorLink } from './operator.ts';
export { linkEmail, sendEmail, unlinked } from './emails.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { refundAllowance, spendAllowance, spendAllowanceLeft, type Spender, type Spending, type Spent } from './allowances.ts';
export { cheapestPlan, readPlans, standardPlans, type Plans, type PlanTerms } from './plans.ts';
export { textsOfAccount, textsOfPerson } from './reader-texts.ts';
export { createAccountReads, type AccountReads } from './reads.ts';
export { cookieNames, createSessionReader, type SessionReader } from './sessions.ts';
export { accountSettings, readSettings } from './settings.ts';
export { resealSignIn } from './sign-in/reseal.ts';
export { addSignUpInvitation } from './sign-up/invitations.ts';
export { hashOfToken, makeLinkToken } from './tokens.ts';
export type { SignUpPolicy } from './sign-up/policy.ts';
export { createSignIn, type SignIn, type SignInOptions } from './sign-in/sign-in.ts';

/** Accounts, their people, and how these sign in; made of what the other areas add to settings and export. */
export function accountArea<const Settings extends Readonly<Record<string, SettingsSection>>>({ settings, exports }: { settings: Settings; exports: Readonly<Record<string, ExportSection>> }) {
  return defineArea<AccountServices>()({
    id: 'account',
    group: 'platform',
    topics: {
      auth: 'Sign-up, sign-in, second factors, passkeys, and who you are.',
      account: 'The account itself: export and deletion.',
      sign_up: 'Who may sign up, and invitations of the operator.',
      people: 'The people of an account, their roles and invitations.',
      invitations: 'Invitations to join the account.',
      settings: 'Settings of the account.',
    },
    operations: [
      me, ...signInOperations, ...operatorOperations, ...signUpOperations, ...settingsOperations({ account: accountSettings, ...settings }),
      ...peopleOperations, ...invitationOperations, exportOperation(exports), ...deletionOperations, ...secondFactorOperations,
    ],
    tables,
    migrations: { '0001-accounts': accounts, '0031-trust-and-second-factor': trustAndSecondFactor, '0032-sign-up-invitations': signUpInvitations, '0127b-delivery-of-invitations': deliveryOfInvitations },
    idPrefixes: { acc: 'account', usr: 'person', ses: 'session', inv: 'invitation', auth: 'row of the sign-in library' },
    auditActions: {
      'account.created': 'Created the account',
      'account.plan_changed': 'Changed the plan',
      'account.trusted': 'Trusted the account',
      'account.untrusted': 'Ended the trust in the account',
      'account.second_factor_required': 'Required a second factor of everybody',
      'account.second_factor_optional': 'Made the second factor optional',
      'sign_up.invited': 'Invited somebody to sign up',
      'sign_up.withdrawn': 'Withdrew an invitation to sign up',
      'account.deletion_requested': 'Asked to delete the account',
      'account.deletion_withdrawn': 'Withdrew the deletion',
      'settings.changed': 'Changed the settings',
      'invitation.created': 'Invited somebody',
      'invitation.deleted': 'Withdrew an invitation',
      'person.joined': 'Joined the account',
      'person.role_changed': 'Changed a role',
      'person.removed': 'Removed a person',
      'person.sessions_ended': 'Ended the sessions of a person',
      'person.password_changed': 'Changed a password',
      'session.created': 'Signed in',
      'session.revoked': 'Ended a session',
      'passkey.added': 'Added a passkey',
      'passkey.renamed': 'Renamed a passkey',
      'passkey.removed': 'Removed a passkey',
      'person.email_verified': 'Verified an e-mail address',
      'person.updated': 'Changed their profile',
      'two_factor.enabled': 'Turned the second factor on',
      'two_factor.disabled': 'Turned the second factor off',
      'two_factor.backup_code_used': 'Used a backup code',
      'two_factor.backup_codes_replaced': 'Created new backup codes',
    },
  });
}
