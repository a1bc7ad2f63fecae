import type { Role } from '../../../../api/session.ts';
import { defineTexts } from '../../../../language/index.ts';

/** The settings of the account: its name, its people, its plan, its end. */
export const texts = defineTexts('platform/account/settings', ({ number }) => ({
  account: {
    what: 'The settings of the account',
    title: 'Account', answer: 'Its name appears in e-mails, reports and invitations.',
    name: 'Name of the account', timezone: 'Time zone', timezoneHint: 'Of quiet hours and reports, such as Europe/Berlin',
    locale: 'Language and region', localeHint: 'Of e-mails and reports, such as en or de-AT',
    save: 'Save', saved: 'Saved.',
    readOnly: 'Admins of the account change this.',
    conflictTitle: 'Somebody else changed the settings in the meantime',
    conflict: 'Your changes were not saved. These are the current settings; make your change again.',
    role: 'Your role',
  },
  roles: { viewer: 'Viewer', member: 'Member', admin: 'Admin', owner: 'Owner' } satisfies Record<Role, string>,
  roleDoes: {
    viewer: 'Reads everything of the areas.', member: 'Also adds, changes and scans.',
    admin: 'Also keys, people, settings and channels.', owner: 'Also the audit log, the export and the deletion.',
  } satisfies Record<Role, string>,
  export: {
    title: 'Export', answer: 'All that the account holds as one JSON file, without passwords, keys and other secrets.',
    action: 'Download everything', ownersOnly: 'Only owners of the account export it.',
  },
  deletion: {
    what: 'Whether the account is to be deleted',
    title: 'Delete the account',
    answer: 'Everybody and everything in it, after 30 days. Until then everything works as before, and an owner can cancel the deletion.',
    begin: 'Delete the account', password: 'Your password, to be sure', action: 'Delete in 30 days', cancel: 'Keep it',
    ownersOnly: 'Only owners of the account delete it.',
    operator: 'The account of the operator cannot be deleted: the service needs one.',
    set: 'This account will be deleted', keep: 'Keep the account', kept: 'The account stays.',
    on: (date: string) => `on ${date}`,
    askOwner: 'An owner of the account can cancel this.',
  },
  people: {
    what: 'The list of people', list: 'People', title: 'People', you: 'You',
    answer: 'Who can sign in to this account, and what they may do.',
    secondFactor: 'Two-factor', noSecondFactor: 'No second factor', joined: 'joined',
    roleOf: (name: string) => `Role of ${name}`,
    endSessions: 'End sessions', endSessionsOf: (name: string) => `End sessions of ${name}`,
    confirmEnd: (name: string) => `End all sessions of ${name}?`, confirmEndDetail: 'The person is signed out everywhere at once, and can sign in again.',
    remove: 'Remove', removeOf: (name: string) => `Remove ${name}`, leave: 'Leave',
    confirmRemove: (name: string) => `Remove ${name} from the account?`,
    confirmRemoveDetail: 'The person is signed out at once and cannot sign in any more; open invitations of theirs are withdrawn. API keys stay. This cannot be undone.',
    keysStay: (keys: readonly string[]) => `Created by this person and still active: ${keys.join(', ')}. Revoke those that others do not need under API keys.`,
    changeRefused: 'The change of the role', more: 'Show more people',
    rolesTitle: 'What the roles may do', rolesAnswer: 'Each may also do what the ones before it may.',
  },
  invite: {
    title: 'Invite somebody', answer: 'An e-mail with a link goes to the address; if this service has no mail server, you are given the link. It works once, for 7 days.',
    email: 'E-mail address', role: 'Role', action: 'Send the invitation', sent: (email: string) => `The invitation to ${email} is on its way.`,
    link: 'No e-mail was sent: this service has no mail server. Give this link to the person yourself; it is shown this once:',
    linkName: 'the link of the invitation',
  },
  invitations: {
    what: 'The list of invitations', list: 'Invitations', title: 'Invitations', answer: 'Inviting an address again invalidates its older link.', none: 'There are none.',
    status: { open: 'Open', accepted: 'Accepted', expired: 'Expired' }, until: 'valid until', made: 'invited',
    withdraw: 'Withdraw', withdrawOf: (email: string) => `Withdraw the invitation of ${email}`, more: 'Show older invitations',
  },
  plan: {
    planNames: { free: 'free', pro: 'pro', enterprise: 'enterprise' },
    title: (plan: string) => `Plan ${plan}`, answer: 'What this account may do. The operator of this service changes the plan of an account.',
    todayTitle: 'Left today', todayAnswer: 'A day ends at midnight UTC. A call that is refused, or fails through our own fault, costs nothing.',
    names: { website_scans: 'Website scans', manual_scans: 'Manual scans' },
    of: { website_scans: 'Domain checks and checkups', manual_scans: 'All other runs that somebody starts' },
    left: (remaining: number, max: number) => `${number(remaining)} of ${number(max)} left`,
    resets: 'resets',
    terms: {
      free: ['No API keys', '3 domains', 'Scanned every 24 hours', 'Check, domains, events, status'],
      pro: ['API keys that read', '100 domains', 'Scanned every 6 hours', 'All areas'],
      enterprise: ['API keys that read and write', '10,000 domains', 'Scanned every hour', 'All areas'],
    },
    compareTitle: 'The plans', compareAnswer: 'The standard plans; the operator of this service may have changed them.', yours: 'Yours',
  },
}));
