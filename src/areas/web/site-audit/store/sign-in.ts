import type { Db } from '../../../../store/index.ts';
import type { SiteAuditServices } from '../services.ts';
import { SignIn } from '../settings.ts';
import { tables } from '../tables.ts';

type Means = Pick<SiteAuditServices, 'sealer'>;

/** How to sign in to the site of the domain; `signIn` is null where it was sealed with another secret. */
export async function keptSignIn(db: Db, { sealer }: Means, domainId: string): Promise<{ signIn: SignIn | null } | null> {
  const row = await tables(db).selectFrom('site_audit_sign_in').select('sign_in').where('domain_id', '=', domainId).executeTakeFirst();
  if (!row) return null;
  const opened = sealer.open(row.sign_in, domainId);
  return { signIn: opened === null ? null : SignIn.parse(JSON.parse(opened)) };
}

/** Keeps how to sign in in place of what was kept; null forgets it. */
export async function saveSignIn(tx: Db, { sealer }: Means, { accountId, domainId, signIn, now }: { accountId: string; domainId: string; signIn: SignIn | null; now: number }): Promise<void> {
  await tables(tx).deleteFrom('site_audit_sign_in').where('domain_id', '=', domainId).execute();
  if (signIn !== null) await tables(tx).insertInto('site_audit_sign_in').values({ domain_id: domainId, account_id: accountId, sign_in: sealer.seal(JSON.stringify(signIn), domainId), changed_at: now }).execute();
}
