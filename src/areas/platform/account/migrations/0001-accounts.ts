import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sql } from 'kysely';

export const accounts: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('account')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('plan', 'text', column => column.notNull())
      .addColumn('operator', 'integer', column => column.notNull())
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('settings_version', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('delete_after', 'bigint')
      .execute();
    await sql`create unique index account_one_operator on account (operator) where operator = 1`.execute(db);
    await db.schema.createTable('account_hashing_key')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('key', 'text', column => column.notNull())
      .execute();
    await db.schema.createTable('auth_user')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('email', 'text', column => column.notNull().unique())
      .addColumn('emailVerified', 'integer', column => column.notNull())
      .addColumn('image', 'text')
      .addColumn('twoFactorEnabled', 'integer')
      .addColumn('createdAt', 'text', column => column.notNull())
      .addColumn('updatedAt', 'text', column => column.notNull())
      .addColumn('accountId', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('role', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('auth_user_account').on('auth_user').column('accountId').execute();
    await db.schema.createTable('auth_session')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('token', 'text', column => column.notNull().unique())
      .addColumn('userId', 'text', column => column.notNull().references('auth_user.id').onDelete('cascade'))
      .addColumn('expiresAt', 'text', column => column.notNull())
      .addColumn('createdAt', 'text', column => column.notNull())
      .addColumn('updatedAt', 'text', column => column.notNull())
      .addColumn('ipAddress', 'text')
      .addColumn('userAgent', 'text')
      .execute();
    await db.schema.createIndex('auth_session_user').on('auth_session').column('userId').execute();
    await db.schema.createTable('auth_credential')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('accountId', 'text', column => column.notNull())
      .addColumn('providerId', 'text', column => column.notNull())
      .addColumn('userId', 'text', column => column.notNull().references('auth_user.id').onDelete('cascade'))
      .addColumn('accessToken', 'text')
      .addColumn('refreshToken', 'text')
      .addColumn('idToken', 'text')
      .addColumn('accessTokenExpiresAt', 'text')
      .addColumn('refreshTokenExpiresAt', 'text')
      .addColumn('scope', 'text')
      .addColumn('password', 'text')
      .addColumn('createdAt', 'text', column => column.notNull())
      .addColumn('updatedAt', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('auth_credential_user').on('auth_credential').column('userId').execute();
    await db.schema.createTable('auth_verification')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('identifier', 'text', column => column.notNull())
      .addColumn('value', 'text', column => column.notNull())
      .addColumn('expiresAt', 'text', column => column.notNull())
      .addColumn('createdAt', 'text', column => column.notNull())
      .addColumn('updatedAt', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('auth_verification_identifier').on('auth_verification').column('identifier').execute();
    await db.schema.createTable('auth_two_factor')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('backupCodes', 'text', column => column.notNull())
      .addColumn('userId', 'text', column => column.notNull().references('auth_user.id').onDelete('cascade'))
      .addColumn('verified', 'integer')
      .addColumn('failedVerificationCount', 'integer')
      .addColumn('lockedUntil', 'text')
      .execute();
    await db.schema.createIndex('auth_two_factor_user').on('auth_two_factor').column('userId').execute();
    await db.schema.createTable('auth_passkey')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text')
      .addColumn('publicKey', 'text', column => column.notNull())
      .addColumn('userId', 'text', column => column.notNull().references('auth_user.id').onDelete('cascade'))
      .addColumn('credentialID', 'text', column => column.notNull().unique())
      .addColumn('counter', 'integer', column => column.notNull())
      .addColumn('deviceType', 'text', column => column.notNull())
      .addColumn('backedUp', 'integer', column => column.notNull())
      .addColumn('transports', 'text')
      .addColumn('createdAt', 'text')
      .addColumn('aaguid', 'text')
      .execute();
    await db.schema.createIndex('auth_passkey_user').on('auth_passkey').column('userId').execute();
    await db.schema.createTable('invitation')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('role', 'text', column => column.notNull())
      .addColumn('token_hash', 'text', column => column.notNull().unique())
      .addColumn('created_by', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .addColumn('accepted_at', 'bigint')
      .execute();
    await db.schema.createIndex('invitation_account').on('invitation').column('account_id').execute();
    await db.schema.createTable('operator_link')
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute();
  },
};
