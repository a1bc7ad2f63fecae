import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { MAX_CHOSEN_SELECTORS } from '../../../checks/dkim/index.ts';
import { plainText, VersionRead } from '../../../core/inputs.ts';
import { profileKinds } from '../check/index.ts';
import type { Measures } from '../../measure.ts';
import type { KnownMeasures } from './measures.ts';
import { fieldsOf, type FieldsOf } from './offered.ts';
import { RecordStates } from './record-states.ts';

const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');

/** Names one thing in the path. */
export const DomainPath = z.strictObject({ id: DomainReference.describe('Name or id of the domain') });

export const GroupId = Id.describe('Id of a group');
export const ClientId = Id.describe('Id of a client');

export const MAX_TAGS = 20;
const MAX_INTERVAL_MINUTES = 30 * 1440;

/** Lines may be broken; other control characters are not taken. */
export const Note = plainText(2000).describe('For people; up to 2,000 characters');

/** Commas, semicolons and bars part tags in files. */
export const Tag = z.string().trim().toLowerCase().min(1).max(50)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp},;|]*$/u, 'A tag has no commas, semicolons, bars or control characters.').describe('A word of your own, kept in lower case');
export const Tags = z.array(Tag).max(MAX_TAGS);

const Profile = z.enum(profileKinds).describe('How the domain uses mail; null: derived from its records');
const Interval = z.number().int().min(1).max(MAX_INTERVAL_MINUTES).describe('Minutes between two scans; null: the shortest interval of the plan');

/** RFC 6376 §3.1: labels with dots between them; `_` stands in some that are in use. */
const Selector = z.string().max(100)
  .regex(/^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*$/, 'A DKIM selector is a label such as mail2026, or several with dots between them.').toLowerCase();

/** What may be said of a domain when it is added and later. */
const said = {
  note: Note.nullable().optional(),
  tags: Tags.optional().describe('All tags of the domain'),
  group: GroupId.nullable().optional(),
  client: ClientId.nullable().optional(),
  profile: Profile.nullable().optional(),
  dkimSelectors: z.array(Selector).max(MAX_CHOSEN_SELECTORS).optional()
    .describe('DKIM selectors that you use, in addition to those every scan tries: `s=` in the `DKIM-Signature` header of an e-mail you sent'),
  monitored: z.boolean().optional().describe('Whether it is monitored continuously'),
  intervalMinutes: Interval.nullable().optional(),
};

export const NewDomain = z.strictObject({
  name: z.string().describe('Bare domain name: no protocol, no path, no "www."; Unicode or A-labels'),
  ...said,
  scan: z.boolean().default(true).describe('Scans it at once, which counts as a manual scan; if none is left today, it waits for its turn'),
});
export type NewDomain = z.output<typeof NewDomain>;

export const DomainChange = z.strictObject({
  ...DomainPath.shape,
  ...said,
  version: VersionRead.optional(),
});
export type DomainChange = z.output<typeof DomainChange>;

const Time = z.string();
const Named = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Label' });

/** A domain as it is shown, besides the measures. */
const ownFields = {
  id: z.string(),
  name: z.string().describe('Lower-case A-labels'),
  unicodeName: z.string().describe('As people read it'),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  group: Named.nullable(),
  client: Named.nullable(),
  profile: z.enum(profileKinds).nullable().describe('Null: derived from its records'),
  dkimSelectors: z.array(z.string()),
  monitored: z.boolean(),
  watch: z.enum(['on', 'paused', 'beyondPlan'])
    .describe('`paused`: `monitored` is false; `beyondPlan`: the plan has fewer domains than there are, and those that were added first are watched; with a larger plan this one is again'),
  intervalMinutes: z.number().int().describe('Minutes between two scans, as the plan allows'),
  nextCheckAt: Time.nullable().describe('Null if it is not monitored'),
  checkedAt: Time.nullable().describe('Null before the first scan'),
  records: RecordStates.nullable().describe('Status of the main records in the last scan; null before it'),
};
const lastFields = {
  version: z.number().int().describe('Counts the changes by people and keys'),
  createdAt: Time,
  updatedAt: Time,
};

export type DomainRecordShape<Of extends Measures> = z.ZodObject<typeof ownFields & FieldsOf<Of> & typeof lastFields>;

/** A domain as it is shown with these measures; what the last scan found is shown until the next one. Throws for a measure with the name of another field. */
export function domainRecord<Of extends Measures>(measures: Of): DomainRecordShape<Of> {
  const taken = Object.keys(measures).find(name => name in ownFields || name in lastFields);
  if (taken !== undefined) throw new TypeError(`A domain has a field ${taken}: the measure needs another name.`);
  return z.object({ ...ownFields, ...fieldsOf(measures), ...lastFields }).meta({ id: 'Domain' }) as unknown as DomainRecordShape<Of>;
}

/** A domain as it is shown, as far as this area knows its measures. */
export type DomainRecord = z.output<DomainRecordShape<KnownMeasures>>;

/** The fields that a change gives, for the audit log. */
export function fieldsIn(change: object): string[] {
  return Object.keys(change).filter(name => name !== 'id' && name !== 'version');
}

/** The reply that shows one thing. */
export function replyOf<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data });
}
