import { z } from 'zod';
import { flawKinds, type Signing } from '../dns/dnssec.ts';
import { absolute } from './records.ts';

const keyName = z.string().regex(/^[a-z0-9-]+$/, 'must be a name for a key');
const relativeName = z.string().regex(/^(@|(\*\.)?([a-z0-9_-]+\.)*[a-z0-9_-]+|\*)$/, 'must be @, * or a name relative to the domain');

const key = z.strictObject({
  /** Left out: the role. */
  name: keyName.optional(),
  role: z.enum(['ksk', 'zsk', 'csk']).default('csk'),
  algorithm: z.int().min(0).max(255).default(13),
  bits: z.union([z.literal(512), z.literal(1024), z.literal(2048)]).default(2048),
  published: z.boolean().default(true),
  signs: z.boolean().default(true),
  revoked: z.boolean().default(false),
  flags: z.int().min(0).max(0xffff).optional(),
  protocol: z.int().min(0).max(255).default(3),
  seed: z.string().optional(),
  cut: z.boolean().default(false),
  twins: z.int().positive().max(60).default(0),
}).transform(entry => ({ ...entry, name: entry.name ?? entry.role }));

const digest = z.strictObject({
  key: keyName,
  digest: z.int().min(0).max(255).default(2),
  algorithm: z.int().min(0).max(255).optional(),
  wrong: z.boolean().default(false),
});

const flaw = z.strictObject({
  flaw: z.enum(flawKinds),
  at: z.string().optional(),
  /** Left out: every name. */
  name: relativeName.optional(),
  type: z.string().regex(/^[A-Z0-9]+$/).optional(),
  key: keyName.optional(),
  fromDays: z.int().optional(),
  untilDays: z.int().optional(),
  count: z.int().positive().max(60).optional(),
});

/** How a domain of the lab is signed, where `signed: true` does not say it. */
export const dnssecEntry = z.strictObject({
  keys: z.array(key).default(() => [key.parse({})]),
  /** Left out: SHA-256 of every key that is published and signs the keys. */
  ds: z.array(digest).optional(),
  cds: z.array(digest).default([]),
  cdnskey: z.array(keyName).default([]),
  nsec3: z.strictObject({
    iterations: z.int().min(0).max(0xffff).default(0),
    salt: z.string().regex(/^([0-9a-f]{2})*$/, 'must be hexadecimal').default(''),
    optOut: z.boolean().default(false),
    algorithm: z.int().min(0).max(255).default(1),
  }).optional(),
  flaws: z.array(flaw).default([]),
});

/** The signing that the entry of `domain` describes: names made absolute, the DS records that follow from the keys. Throws where it names a key that it does not have. */
export function expandSigning({ keys, ds, nsec3, flaws, ...rest }: z.infer<typeof dnssecEntry>, domain: string): Signing {
  const named = [...(ds ?? []), ...rest.cds, ...flaws].map(({ key }) => key).concat(rest.cdnskey);
  const unknown = named.find(name => name !== undefined && name !== 'delete' && !keys.some(key => key.name === name));
  if (unknown !== undefined) throw new Error(`dnssec: no such key: ${unknown}; there are ${keys.map(({ name }) => name).join(', ')}`);
  const entries = keys.filter(({ role, published, signs, revoked }) => role !== 'zsk' && published && signs && !revoked);
  return {
    ...rest, keys,
    ds: ds ?? entries.map(({ name }) => ({ key: name, digest: 2, wrong: false })),
    nsec3: nsec3 ?? null,
    flaws: flaws.map(each => ({ ...each, name: each.name === undefined ? undefined : absolute(each.name, domain) })),
  };
}
