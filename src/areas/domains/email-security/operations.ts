import { z } from 'zod';
import { operationIn } from '../../../core/operation.ts';
import { CheckResult, profileKinds } from '../check/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { forgeriesOf } from './forgery.ts';
import { checkBelow, MAX_CANDIDATES } from './names-below.ts';
import { MailRoute, mailRouteOf } from './mail-route.ts';
import { tilesOf } from './email-security.ts';
import { isoOf } from '../inventory/index.ts';
import { domain } from '../inventory/index.ts';
import { DomainPath, replyOf } from '../inventory/index.ts';
import { latestResult } from '../history/index.ts';
import { someKnownNames } from '../subdomains/index.ts';

const CHECK_MS = 5000;

const Policy = z.enum(['none', 'quarantine', 'reject']);
const Policies = z.object({ domain: Policy, subdomain: Policy, nonexistent: Policy });
const tile = {
  status: z.enum(['ok', 'configured', 'found', 'missing', 'error', 'notTested']),
  issues: z.array(z.string()),
  findings: z.array(z.string()).describe('Ids of the findings that fail'),
};

const Forgery = z.object({
  scenario: z.enum(['exactDomain', 'existingSubdomain', 'nonexistentSubdomain']),
  from: z.string().describe('The domain that the forged message names as its sender'),
  spf: z.enum(['none', 'neutral', 'pass', 'fail', 'softfail', 'temperror', 'permerror']),
  dkim: z.literal('none'),
  dmarc: z.enum(['pass', 'fail', 'none', 'unknown']).describe('`none`: no policy is published'),
  disposition: Policy.nullable().describe('What receivers are asked to do with it; `none`: deliver it; null if unknown'),
  why: z.string(),
  olderReceivers: z.object({ disposition: Policy, why: z.string() }).nullable().describe('What receivers that still follow RFC 7489 and the public suffix list do; null if the same'),
});

const Tiles = z.object({
  spf: z.object({
    ...tile,
    record: z.string().nullable(),
    lookups: z.number().int().nullable().describe('Receivers stop at 10'),
    voidLookups: z.number().int().nullable().describe('Receivers stop at the third'),
    all: z.string().nullable().describe('What the record says of all other senders: `-` fail, `~` softfail, `?` neutral, `+` pass'),
    addresses: z.object({ ipv4: z.number().int(), ipv6Ranges: z.number().int() }).describe('Addresses the record lists explicitly, each counted once'),
    tree: CheckResult.shape.records.shape.spf.shape.tree.describe('Every record that is included, with the lookups of each'),
  }),
  dkim: z.object({
    ...tile,
    keys: z.array(z.object({
      selector: z.string(),
      status: z.enum(['ok', 'configured', 'error']),
      keyType: z.string().nullable(),
      keyBits: z.number().int().nullable(),
      via: z.string().nullable().describe('The alias that it is reached through'),
      source: z.enum(['chosen', 'common', 'inferred']).describe('Whether you named the selector, everybody uses it, or a service that was seen at the domain does'),
    })),
    selectorsTried: z.array(z.string()),
  }),
  dmarc: z.object({
    ...tile, record: z.string().nullable(), foundAt: z.string().nullable(), tags: z.record(z.string(), z.string()), organizationalDomain: z.string().nullable(),
    policy: Policies.nullable().describe('In force by the tree walk of RFC 9989, for the domain, for names below it, and for those that do not exist'),
    publicSuffixList: z.object({ organizationalDomain: z.string(), foundAt: z.string().nullable(), policy: Policies.nullable() }).nullable()
      .describe('The same by RFC 7489'),
  }),
  mtaSts: z.object({ ...tile, record: z.string().nullable(), mode: z.string().nullable(), maxAgeSeconds: z.number().nullable(), mx: z.array(z.string()) }),
  tlsRpt: z.object({ ...tile, record: z.string().nullable(), rua: z.array(z.string()) }),
  dane: z.object({ ...tile, hosts: z.array(z.object({ host: z.string(), records: z.number().int(), security: z.string().nullable() })) }),
  bimi: z.object({ ...tile, record: z.string().nullable(), location: z.string().nullable(), authority: z.string().nullable() }),
});

const EmailSecurity = z.object({
  domain: z.string(),
  checkedAt: z.string().nullable().describe('When the domain was last scanned; null before the first scan'),
  profile: z.enum(profileKinds).nullable(),
  tiles: Tiles.nullable().describe('Null before the first scan'),
  route: MailRoute.nullable().describe('The mail route of the domain; null before the first scan'),
  bulkSenders: CheckResult.shape.bulkSenders,
  forgeries: z.array(Forgery).describe('What would happen today to messages sent in the name of the domain from an unknown server'),
}).meta({ id: 'EmailSecurity' });

const showEmailSecurity = operationIn<DomainsServices>()({
  id: 'domains.email_security',
  summary: 'Show the e-mail security of a domain',
  description: 'The mail records from the last scan side by side, whether large providers would accept its bulk mail, '
    + 'and what receivers would do today with a forged message: in the name of the domain itself, of a name below it, and of one that does not exist.',
  method: 'GET',
  path: '/api/domains/{id}/email-security',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(EmailSecurity),
  examples: [{ input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async ({ signal, owned: { id: { id, name, selectors } } }, { db, open, random }) => {
    const latest = await latestResult(db, id);
    if (!latest) return { success: true as const, data: { domain: name, checkedAt: null, profile: null, tiles: null, route: null, bulkSenders: null, forgeries: [] } };
    const { result, at } = latest;
    const session = open(AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]), 'check');
    try {
      const { dns } = session.clients;
      const below = await checkBelow(result, await someKnownNames(db, id, MAX_CANDIDATES), dns, random);
      const forgeries = await forgeriesOf(result, below, dns);
      const tiles = tilesOf(result, JSON.parse(selectors) as string[]);
      const data = { domain: name, checkedAt: isoOf(at), profile: result.profile.kind, tiles, route: mailRouteOf(result), bulkSenders: result.bulkSenders, forgeries };
      return { success: true as const, data };
    } finally {
      session.close();
    }
  },
});

export const emailSecurityOperations = [showEmailSecurity] as const;
