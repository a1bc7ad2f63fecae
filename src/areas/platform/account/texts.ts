import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What the e-mails of this area say; each is built round a link. */
export const accountTexts = defineTexts('platform/account', ({ plural }) => ({
  verification: {
    subject: 'Confirm your e-mail address',
    asks: 'Please confirm that this is your e-mail address by opening this link within one hour:',
    otherwise: 'If you did not request this, ignore this e-mail.',
  },
  reset: {
    subject: 'Choose a new password',
    asks: 'Open this link within one hour to choose a new password:',
    otherwise: 'If you did not request this, ignore this e-mail: your password stays as it is.',
  },
  signUpInvitation: (days: number) => ({
    subject: 'You are invited to the Domain Security Service',
    asks: `Open this link within ${plural(days, { one: 'day', other: 'days' })} to create your account:`,
    otherwise: 'If you do not know who invited you, ignore this e-mail.',
  }),
  invitation: (account: string, days: number) => ({
    subject: 'You are invited',
    asks: `You are invited to the account "${account}" of the Domain Security Service. Open this link within ${plural(days, { one: 'day', other: 'days' })} to join:`,
    otherwise: 'If you do not know who invited you, ignore this e-mail.',
  }),
}));
export type AccountTexts = SpokenOf<typeof accountTexts>;
