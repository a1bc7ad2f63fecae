import { z } from 'zod';
import { oneLine } from '../../../core/inputs.ts';
import { operationIn } from '../../../core/operation.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import type { AreaServices } from '../../services.ts';
import { textsOfPerson } from '../account/index.ts';
import { emailTo } from './email.ts';
import { operatorAddresses, storeMessage } from './store.ts';
import { contactTexts } from './texts.ts';

/** What the contact form needs. */
export interface ContactServices extends AreaServices {
  mailer: Mailer;
}

const ContactInput = z.strictObject({
  name: oneLine(100).optional(),
  email: z.email().max(254).describe('Where the answer goes'),
  message: z.string().trim().min(10).max(5000).regex(/^[^\x00]*$/, 'Leave out the character NUL.'),
  website: z.string().max(1000).optional().describe('Leave it empty: people do not see this field, and what programs fill in is thrown away'),
});

const sendMessage = operationIn<ContactServices>()({
  id: 'contact.send',
  summary: 'Contact the operator',
  description: 'Leaves a message for the people who run this service; they answer by e-mail. Messages are deleted after 12 months.',
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  allowance: 'none',
  idempotent: true,
  input: ContactInput,
  output: z.object({ success: z.literal(true), data: z.object({ received: z.literal(true) }) }),
  examples: [{ input: { name: 'Ada', email: 'ada@example.org', message: 'Which plan has the weekly report?' }, says: 'A question' }],
  audit: { none: 'A message of a visitor changes nothing on any account.' },
  run: async ({ now, afterwards }, { db, store, mailer, newId, speak }, { name = null, email, message, website = '' }) => {
    if (website === '') {
      await storeMessage(db, { id: newId('msg'), name, email, message, now });
      afterwards(async () => {
        for (const to of await operatorAddresses(store.db)) {
          const texts = await textsOfPerson({ db: store.db, speak }, contactTexts, to);
          await mailer.send(emailTo(texts, to, { name, email, message }));
        }
      });
    }
    return { success: true as const, data: { received: true as const } };
  },
});

export const contactOperations = [sendMessage] as const;
