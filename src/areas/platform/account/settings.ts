import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { canonicalJson, type Json } from '../../../core/canonical-json.ts';
import { TimeZone, VersionRead } from '../../../core/inputs.ts';
import { operationIn, type OfferedOperation } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { STANDARD_LOCALE } from './reader-texts.ts';
import type { AccountServices } from './services.ts';
import { Name, replyOf } from './shapes.ts';
import { tables } from './tables.ts';
import type { SettingsSection } from '../../area.ts';

type Sections = Readonly<Record<string, SettingsSection>>;
type Shapes<Of extends Sections> = { [Name in keyof Of]: z.ZodObject<Of[Name]['fields'], z.core.$strict> };
type Values = Record<string, Record<string, Json>>;

/** Settings of the account itself. */
export const accountSettings = {
  fields: {
    name: Name.describe('Name of the account'),
    timezone: TimeZone,
    locale: z.string().max(35).refine(isLocale, 'This is no locale. Give one such as en or de-AT.').describe('Locale of e-mails and reports (BCP 47), such as en or de-AT'),
  },
  defaults: { timezone: 'UTC', locale: STANDARD_LOCALE },
} satisfies SettingsSection;

const access = { scope: 'domains' } as const;
const Nothing = z.strictObject({});

/** Both operations as callers see them. */
type SettingsOperations<Of extends Sections> = readonly [
  OfferedOperation<AccountServices, 'GET', '/api/settings', typeof Nothing, Reply<Of>>,
  OfferedOperation<AccountServices, 'PUT', '/api/settings', z.ZodObject<Parts<Of> & { version: z.ZodInt }, z.core.$strict>, Reply<Of>>,
];
type Reply<Of extends Sections> = ReturnType<typeof replyOf<z.ZodObject<Shapes<Of> & { version: z.ZodInt }>>>;
type Parts<Of extends Sections> = {
  [Name in keyof Of]: z.ZodOptional<z.ZodObject<{ [Field in keyof Of[Name]['fields']]: z.ZodOptional<Of[Name]['fields'][Field]> }, z.core.$strict>>;
};

/** The operations that show and change the settings of `sections`. */
export function settingsOperations<Of extends Sections>(sections: Of): SettingsOperations<Of> {
  const shapes = Object.entries(sections).map(([name, { fields }]) => [name, z.strictObject(fields)] as const);
  const Settings = z.object({ ...Object.fromEntries(shapes), version: z.int().describe('Counts the changes') });
  const Given = z.strictObject({
    version: VersionRead,
    ...Object.fromEntries(shapes.map(([name, shape]) => [name, shape.partial().optional()])),
  });

  const show = operationIn<AccountServices>()({
    id: 'settings.get',
    summary: 'Show the settings',
    description: 'Shows all settings of the account and their version, which a change must name.',
    method: 'GET',
    path: '/api/settings',
    access,
    allowance: 'none',
    input: Nothing,
    output: replyOf(Settings),
    examples: [{ input: {}, says: 'All settings' }],
    run: async ({ caller }, { db }) => ({ success: true as const, data: await readSettings(db, known(caller).account.id, sections) }),
  });

  const change = operationIn<AccountServices>()({
    id: 'settings.update',
    summary: 'Change settings',
    description: 'Changes the fields that are given and leaves the others. Give the version that was read: when somebody else has changed the settings since, nothing is changed and the reply shows them as they are.',
    method: 'PUT',
    path: '/api/settings',
    access,
    role: 'admin',
    allowance: 'none',
    idempotent: true,
    input: Given,
    output: replyOf(Settings),
    audit: ({ caller, input }) => ({
      action: 'settings.changed', resource: { type: 'account', id: known(caller).account.id },
      details: { fields: Object.entries(input).flatMap(([section, given]) => Object.keys(given ?? {}).map(field => `${section}.${field}`)) },
    }),
    examples: [{ input: { version: 1, account: { timezone: 'Europe/Berlin' } } as z.input<typeof Given>, says: 'Only the time zone' }],
    async run({ caller, now, nothingChanged }, { db }, { version, ...given }) {
      const accountId = known(caller).account.id;
      const current = await readSettings(db, accountId, sections);
      if (current.version !== version) throw conflict(current);
      const merged = merge(current, given as Values);
      if (canonicalJson(merged) === canonicalJson(current)) {
        nothingChanged();
        return { success: true as const, data: current };
      }
      if (!await writeSettings(db, accountId, merged)) throw conflict(await readSettings(db, accountId, sections));
      for (const { changed } of Object.values(sections)) await changed?.(db, accountId, now);
      return { success: true as const, data: { ...merged, version: version + 1 } };
    },
  });

  return [show, change] as unknown as SettingsOperations<Of>;
}

interface Current extends Record<string, Json> {
  version: number;
}

/** The settings of the account, with defaults where nothing was set. */
export async function readSettings(db: Db, accountId: string, sections: Sections): Promise<Current> {
  const row = await tables(db).selectFrom('account').select(['name', 'settings', 'settings_version']).where('id', '=', accountId).executeTakeFirstOrThrow();
  const stored = JSON.parse(row.settings) as Values;
  const values = Object.entries(sections).map(([name, { defaults }]) => [name, { ...defaults, ...stored[name], ...(name === 'account' ? { name: row.name } : {}) }]);
  return { ...Object.fromEntries(values) as Values, version: row.settings_version };
}

/** Writes the settings unless somebody was faster; says whether they were written. */
async function writeSettings(db: Db, accountId: string, { version, ...values }: Current): Promise<boolean> {
  // The name has a column of its own: every reply that names the account reads it.
  const { account, ...others } = values as Values;
  const { name, ...rest } = account!;
  const written = await tables(db).updateTable('account')
    .set({ name: name as string, settings: JSON.stringify({ ...others, account: rest }), settings_version: version + 1 })
    .where('id', '=', accountId).where('settings_version', '=', version)
    .returning('id').executeTakeFirst();
  return written !== undefined;
}

function merge(current: Current, given: Values): Current {
  const sections = Object.entries(given).map(([name, fields]) => [name, { ...current[name] as Record<string, Json>, ...fields }]);
  return { ...current, ...Object.fromEntries(sections) as Values };
}

function conflict(current: Current): Problem {
  return new Problem('version_conflict', `The settings have the version ${current.version} now. Read them, then change them again with that version.`, { current });
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
