import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { operationIn } from '../../../core/operation.ts';
import { dnsProviders, isDnsFault, type DnsProvider, type DnsProviders } from '../../../core/outside/dns-providers.ts';
import { Problem } from '../../../core/problem.ts';
import { cursorInput, decodeSortCursor, encodeSortCursor } from '../../../core/sorted-page.ts';
import { client, group, isoOf, replyOf, type DomainsServices } from '../inventory/index.ts';
import { jobsOfPublished } from './job.ts';
import { allMissing, filterOf, missingFilters } from './missing.ts';
import { parentsFirst, patiently, publishOutcomes, publishProofs, type PublishRow } from './publish.ts';
import { ownershipOf } from './store.ts';

/** What the operations of this area work with. */
export interface OwnershipServices extends DomainsServices {
  dnsProviders: DnsProviders;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const LIST = 'domains.publish_ownerships';
/** Thousands of zones are hundreds of pages. */
const LISTING_MS = 60_000;
/** After this no further record is begun; it counts from when the zones are known. */
const BUDGET_MS = 20_000;
/** What is under way then is given up here. */
const END_MS = 45_000;

const Secret = z.string().trim().regex(/^[\x21-\x7e]{1,4000}$/, 'Give it as the provider shows it, without blanks.');
const tokenProviders = (Object.keys(dnsProviders) as DnsProvider[]).filter(name => name !== 'route53');
const Credentials = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('route53'),
    accessKeyId: Secret.describe('Of a user or role that may `route53:ListHostedZones`, `route53:ListResourceRecordSets` and `route53:ChangeResourceRecordSets`'),
    secretAccessKey: Secret,
    sessionToken: Secret.optional().describe('Of temporary credentials'),
  }),
  ...tokenProviders.map(provider => z.strictObject({ provider: z.literal(provider), token: Secret.describe('One that lists zones and edits their records') })),
]).describe('Used for this call alone, and kept nowhere');

const PublishedProof = z.object({
  domainId: z.string(),
  domain: z.string(),
  outcome: z.enum(publishOutcomes).describe('`covered`: by the record of a domain above it in the same zone; `notServed`: the zone is not on the Internet; `noZone`: the credentials reach no zone that holds it; `unknown`: the answer was lost, so it may be there, and is checked; `failed`: the provider refused it, or could not be asked'),
  zone: z.string().nullable(),
  cause: z.string().nullable().describe('Why it was not published, and what to do'),
}).meta({ id: 'PublishedProof' });

const publishOwnerships = operationIn<OwnershipServices>()({
  id: 'domains.publish_ownerships',
  summary: 'Publish missing proofs of ownership at a DNS provider',
  description: 'Adds the TXT records of domains without a proof to their zones at Cloudflare, Route 53, DigitalOcean, Hetzner, deSEC or Gandi, next to what is there, and has them checked at once and after two minutes: what the DNS says is the proof. '
    + 'The credentials are kept nowhere. One call publishes up to 50 records within 20 seconds; `nextCursor` goes on.',
  method: 'POST',
  path: '/api/domains/ownership/publish',
  access: { scope: 'vulnscan' },
  allowance: 'none',
  // Not `idempotent`: the memory of a call would keep a fingerprint of the credentials.
  agent: { withheld: true },
  owns: { group, client },
  input: z.strictObject({ credentials: Credentials, ...missingFilters, cursor: cursorInput }),
  output: replyOf(z.object({
    domains: z.array(PublishedProof).describe('What became of each, a domain before those below it'),
    stopped: z.string().nullable().describe('Why it ended early; what is not among `domains` was not published'),
    nextCursor: z.string().nullable().describe('Give it as `cursor` to go on; null after the last domain'),
    since: z.string().describe('Those that are being checked have been once `checkedAt` in the list is no earlier'),
  })),
  examples: [
    { input: { credentials: { provider: 'cloudflare', token: 'a-token-for-this-alone' } }, says: 'At Cloudflare' },
    { input: { credentials: { provider: 'route53', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'its-secret' }, search: 'shop' }, says: 'At Route 53, for domains with "shop" in the name or note' },
  ],
  audit: ({ caller, input, output: { data: { domains } } }) => ({
    action: 'domains.proofs_published', resource: { type: 'account', id: known(caller).account.id }, details: { provider: input.credentials.provider, published: namesOf(domains, 'published'), unknown: namesOf(domains, 'unknown') },
  }),
  async prepare(call, services, { credentials, cursor, ...filters }) {
    const { caller, signal: gone, now } = call, { db, clock, dnsProviders: providers } = services;
    if (!providers.isOn) throw new Problem('invalid_state', 'The operator lets no DNS provider be asked (DSS_DNS_PROVIDERS). Publish the records yourself.', { current: { isOn: false } });
    const position = decodeSortCursor(LIST, 'name', cursor);
    const after = position && String(position.value);
    const missing = await allMissing(db, known(caller).account.id, filterOf(filters), now);
    const final = parentsFirst(missing, after).at(-1);
    if (!final) return { rows: [], stopped: null, nextCursor: null };
    // What is asked after a pause that was cut short fails by itself.
    const pauseUntil = (end: AbortSignal) => (ms: number) => services.pause(ms, end).catch(() => {});
    const listing = AbortSignal.any([gone, AbortSignal.timeout(LISTING_MS)]);
    const zones = await providers.open(credentials, listing).zones(ask => patiently(ask, { isOver: () => listing.aborted, pause: pauseUntil(listing) }));
    if (isDnsFault(zones)) {
      if (zones.fault === 'credentials' || zones.fault === 'notAllowed') throw invalid([{ path: ['credentials'], message: zones.cause }]);
      return { rows: [], stopped: listing.aborted ? 'Reading the zones takes too long. Give credentials that reach fewer.' : zones.cause, nextCursor: cursor ?? null };
    }
    // Who has gone ends nothing that is under way: what was published belongs into the audit log.
    const [end, begunMs] = [AbortSignal.timeout(END_MS), clock.monotonicMs()];
    const { rows, last, stopped } = await publishProofs(providers.open(credentials, end), zones, missing, after, {
      tokenOf: async ({ id }) => (await ownershipOf(db, services, id))?.token ?? null,
      isOver: () => gone.aborted || clock.monotonicMs() >= begunMs + BUDGET_MS,
      pause: pauseUntil(end),
    });
    return { rows, stopped, nextCursor: last === final.name ? null : last === null ? cursor ?? null : encodeSortCursor(LIST, { value: last, id: '' }) };
  },
  run: async (call, { db, queue, clock }, _input) => {
    const { caller, prepared: { rows, stopped, nextCursor } } = call;
    const now = clock.now();
    const checked = rows.filter(({ outcome }) => outcome === 'published' || outcome === 'alreadyThere' || outcome === 'unknown').map(({ domainId }) => domainId);
    await queue.add(db, known(caller).account.id, jobsOfPublished(checked, now));
    return { success: true as const, data: { domains: rows, stopped, nextCursor, since: isoOf(now)! } };
  },
});

function namesOf(rows: readonly PublishRow[], wanted: PublishRow['outcome']): string[] {
  return rows.filter(({ outcome }) => outcome === wanted).map(({ domain }) => domain);
}

export const publishOperations = [publishOwnerships] as const;
