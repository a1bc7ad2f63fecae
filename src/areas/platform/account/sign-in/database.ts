import type { BetterAuthOptions } from 'better-auth';
import type { DBAdapter } from 'better-auth/adapters';
import type { Plan } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db, Store } from '../../../../store/index.ts';
import { emailTaken, insertAccount, type Making } from '../accounts.ts';
import type { LibraryCall } from './library-call.ts';
import { refusalOfSignUp, type SignUpPolicy } from '../sign-up/policy.ts';
import { tables } from '../tables.ts';

export interface SignInDatabaseOptions extends Making {
  store: Store;
  /** Of the accounts that people make for themselves. */
  defaultPlan: Plan;
  signUp: SignUpPolicy;
  /** The request that asks. */
  libraryCall(): LibraryCall;
}

/** A change of a person, as the audit log tells it. */
interface Change {
  userId: string;
  action: string;
  resource?: { type: string; id: string };
  details?: Record<string, string | number | boolean>;
}

interface Changing {
  adapter: DBAdapter;
  tx: Db;
  note(change: Change): void;
}

type Write<Name extends 'create' | 'update' | 'deleteMany'> = Parameters<DBAdapter[Name]>[0];
type Fields = Record<string, unknown>;

/**
 * The library's database adapter over ours, in which each change of a person and its audit entry are one transaction.
 * What the library wants to do in one transaction stays several: it hashes passwords in there, and SQLite has one writer.
 */
export async function createSignInDatabase(options: SignInDatabaseOptions, library: BetterAuthOptions): Promise<DBAdapter> {
  const { getAdapter } = await import('better-auth/db/adapter');
  // The forms of SQLite on both databases: times as ISO 8601 text, truth values as 0 and 1.
  const over = (db: Db): Promise<DBAdapter> => getAdapter({ ...library, database: { db, type: 'sqlite', transaction: false } });
  const { store, libraryCall } = options;
  const base = await over(store.db);

  async function change<T>(work: (changing: Changing) => Promise<T>): Promise<T> {
    try {
      return await store.transaction(async tx => {
        const changes: Change[] = [];
        const result = await work({ adapter: await over(tx), tx, note: one => { changes.push(one); } });
        for (const one of changes) await audit(tx, one);
        return result;
      });
    } catch (error) {
      libraryCall().failure = error;
      throw error;
    }
  }

  async function audit(tx: Db, { userId, action, resource = { type: 'person', id: userId }, details }: Change): Promise<void> {
    const { accountId } = await tables(tx).selectFrom('auth_user').select('accountId').where('id', '=', userId).executeTakeFirstOrThrow();
    const { requestId, address, now } = libraryCall();
    await options.audit(tx, { accountId, actor: { type: 'person', id: userId }, action, resource, ...(details ? { details } : {}), requestId, address, now });
  }

  const createUser = (args: Write<'create'>) => change(async ({ adapter, tx, note }) => {
    // Whatever route of the library makes a person: it makes none against the operator's decision.
    const refusal = refusalOfSignUp(options.signUp, args.data['email'] as string);
    if (refusal) throw refusal;
    const accountId = await insertAccount(tx, options, { name: args.data['name'] as string, plan: options.defaultPlan, operator: false }, libraryCall().now);
    const user = await adapter.create({ ...args, data: { ...args.data, accountId, role: 'owner' } }) as Fields & { id: string };
    note({
      userId: user.id, action: 'account.created', resource: { type: 'account', id: accountId },
      details: { plan: options.defaultPlan, operator: false, person: user.id, email: user['email'] as string },
    });
    return user;
  }).catch(async (error: unknown) => {
    if (error instanceof Problem) throw error;
    const taken = await tables(store.db).selectFrom('auth_user').select('id').where('email', '=', args.data['email'] as string).executeTakeFirst();
    throw taken ? libraryCall().failure = emailTaken() : error;
  });

  const createSession = (args: Write<'create'>) => change(async ({ adapter, tx, note }) => {
    const session = await adapter.create(args) as { id: string; token: string; userId: string };
    if (libraryCall().path === '/sign-in/email' && await hasSecondFactor(tx, session.userId)) libraryCall().pending.add(session.token);
    else note({ userId: session.userId, action: 'session.created', resource: { type: 'session', id: session.id } });
    return session;
  });

  const deleteSessions = (where: Write<'deleteMany'>['where']) => change(async ({ adapter, note }) => {
    const sessions = await adapter.findMany<{ id: string; token: string; userId: string; expiresAt: Date }>({ model: 'session', where, limit: MAX_SESSIONS });
    const count = await adapter.deleteMany({ model: 'session', where });
    const live = sessions.filter(({ token, expiresAt }) => !libraryCall().pending.has(token) && expiresAt.getTime() > libraryCall().now);
    for (const { id, userId } of live) note({ userId, action: 'session.revoked', resource: { type: 'session', id } });
    return count;
  });

  const created: Record<string, (args: Write<'create'>) => Promise<unknown>> = {
    user: createUser,
    session: createSession,
    account: args => (libraryCall().path === '/sign-up/email' ? base.create(args) : change(({ adapter, note }) => {
      note({ userId: args.data['userId'] as string, action: 'person.password_changed' });
      return adapter.create(args);
    })),
    passkey: args => change(async ({ adapter, note }) => {
      const made = await adapter.create(args) as { id: string; userId: string };
      note({ userId: made.userId, action: 'passkey.added', resource: { type: 'passkey', id: made.id } });
      return made;
    }),
  };

  /** What an update of a row tells the audit log; null for what is the library's own affair. */
  function updated(model: string, update: Fields): string | null {
    if (model === 'user' && 'twoFactorEnabled' in update) return update['twoFactorEnabled'] === true ? 'two_factor.enabled' : 'two_factor.disabled';
    if (model === 'user' && 'emailVerified' in update) return 'person.email_verified';
    if (model === 'user') return 'person.updated';
    if (model === 'account' && 'password' in update) return 'person.password_changed';
    if (model === 'passkey' && 'name' in update) return 'passkey.renamed';
    if (model === 'twoFactor' && 'backupCodes' in update && libraryCall().path === '/two-factor/generate-backup-codes') return 'two_factor.backup_codes_replaced';
    if (model === 'twoFactor' && 'backupCodes' in update && libraryCall().path === '/two-factor/verify-backup-code') return 'two_factor.backup_code_used';
    return null;
  }

  /** Changes rows, and notes one change for each person whose rows they are. */
  function noted<T>(action: string, model: string, where: Write<'update'>['where'], work: (adapter: DBAdapter) => Promise<T>): Promise<T> {
    return change(async ({ adapter, note }) => {
      const rows = await adapter.findMany<{ id: string; userId?: string }>({ model, where });
      const result = await work(adapter);
      for (const { id, userId } of rows) note(model === 'passkey' ? { userId: userId!, action, resource: { type: 'passkey', id } } : { userId: userId ?? id, action });
      return result;
    });
  }

  const adapter: Partial<DBAdapter> = {
    create: args => (created[args.model]?.(args) ?? base.create(args)) as never,
    update: args => {
      const action = updated(args.model, args.update);
      return action === null ? base.update(args) : noted(action, args.model, args.where, changing => changing.update(args));
    },
    updateMany: args => {
      const action = updated(args.model, args.update);
      return action === null ? base.updateMany(args) : noted(action, args.model, args.where, changing => changing.updateMany(args));
    },
    incrementOne: args => {
      const action = updated(args.model, args.set ?? {});
      return action === null ? base.incrementOne(args) : noted(action, args.model, args.where, changing => changing.incrementOne(args));
    },
    delete: async args => {
      if (args.model === 'session') await deleteSessions(args.where);
      else if (args.model === 'passkey') await noted('passkey.removed', 'passkey', args.where, changing => changing.delete(args));
      else await base.delete(args);
    },
    deleteMany: args => (args.model === 'session' ? deleteSessions(args.where) : base.deleteMany(args)),
  };
  const whole: DBAdapter = { ...base, ...adapter, transaction: work => work(whole) };
  return whole;
}

/** More than a person ever has; each that ends gets its own entry. */
const MAX_SESSIONS = 1000;

async function hasSecondFactor(tx: Db, userId: string): Promise<boolean> {
  const person = await tables(tx).selectFrom('auth_user').select('twoFactorEnabled').where('id', '=', userId).executeTakeFirst();
  return person?.twoFactorEnabled === 1;
}
