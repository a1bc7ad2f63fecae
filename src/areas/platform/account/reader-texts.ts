import type { AreaTexts, Speak, Spoken } from '../../../core/texts.ts';
import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

/** Of accounts that have not chosen one. */
export const STANDARD_LOCALE = 'en';

interface Speaking {
  db: Db;
  speak: Speak;
}

/** The texts in the language of the account. */
export async function textsOfAccount<Texts extends object>({ db, speak }: Speaking, texts: AreaTexts<Texts>, accountId: string): Promise<Spoken<Texts>> {
  const row = await tables(db).selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst();
  return speak(texts, localeIn(row));
}

/** The texts in the language of the account of the person with this address. */
export async function textsOfPerson<Texts extends object>({ db, speak }: Speaking, texts: AreaTexts<Texts>, email: string): Promise<Spoken<Texts>> {
  const row = await tables(db).selectFrom('auth_user').innerJoin('account', 'account.id', 'auth_user.accountId').select('account.settings')
    .where('auth_user.email', '=', email.toLowerCase()).executeTakeFirst();
  return speak(texts, localeIn(row));
}

function localeIn(row: { settings: string } | undefined): string {
  const { account } = JSON.parse(row?.settings ?? '{}') as { account?: { locale?: string } };
  return account?.locale ?? STANDARD_LOCALE;
}
