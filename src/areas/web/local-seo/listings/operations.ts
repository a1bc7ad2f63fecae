import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { accepted, RunReply, startRun } from '../../../platform/runs/index.ts';
import { OpeningHours } from '../businesses/hours.ts';
import { business } from '../businesses/operations.ts';
import { BusinessId } from '../businesses/shapes.ts';
import { presentBusiness } from '../businesses/store.ts';
import type { LocalSeoServices } from '../services.ts';
import { listingFields, verdicts } from './compare.ts';
import { consistencyOf, sourceKinds, type ListingResult } from './result.ts';
import { listingCheck } from './run.ts';
import { newestListingCheck } from './store.ts';

const ID = 'lbs_01hzy3v4qk8m0p2r5s7t9w1x3z';
const terms = { access: { scope: 'seo' }, plan: 'pro' } as const;
const Input = z.strictObject({ id: BusinessId });

const Source = z.object({
  kind: z.enum(sourceKinds), url: z.string().nullable(), state: z.enum(['read', 'unknown']).describe('`unknown`: it could not be read, which is no difference'), cause: z.string().nullable(),
  fields: z.array(z.object({ field: z.enum(listingFields), verdict: z.enum(verdicts).describe('`notSeen`: it does not state it; `notEntered`: the business here has none'), seen: z.string().nullable() })),
  markup: z.object({ type: z.string(), missing: z.array(z.string()), recommended: z.array(z.string()), hours: z.array(z.string()).describe('Opening hours that cannot be read') }).nullable().describe('Its LocalBusiness markup'),
});

const Profile = z.object({
  listing: z.object({
    name: z.string().nullable(), address: z.object({ street: z.string().optional(), postalCode: z.string().optional(), locality: z.string().optional() }).nullable(), phones: z.array(z.string()), website: z.string().nullable(),
    hours: OpeningHours, specialDays: z.int().describe('Days with hours of their own'),
  }).nullable(),
  attributes: z.array(z.string()).nullable(), posts: z.object({ count: z.int().describe('Of the last 100'), newestAt: z.string().nullable() }).nullable(), reviews: z.object({ rating: z.number().nullable(), count: z.int() }).nullable(),
  insights: z.object({ views: z.int(), websiteClicks: z.int(), calls: z.int(), directions: z.int() }).nullable().describe('Of 28 days'),
  causes: z.array(z.object({ part: z.string(), cause: z.string() })).describe('Why parts are null'),
});

const Listings = z.object({
  id: z.string().describe('That of its run'), at: z.iso.datetime(),
  consistency: z.object({ matching: z.int(), differing: z.int(), unknownSources: z.int(), share: z.number().nullable().describe('Matching fields as a percentage of those that sources state') }),
  differences: z.array(z.object({ field: z.enum([...listingFields, 'hours']), kind: z.enum(sourceKinds), url: z.string().nullable(), seen: z.string(), expected: z.string(), fix: z.string() })),
  markup: z.enum(['present', 'missing', 'unknown']).describe('LocalBusiness markup on the website; `unknown`: no page of it was read'),
  sources: z.array(Source),
  profile: z.object({ state: z.enum(['read', 'unknown', 'notConfigured']), cause: z.string().nullable(), data: Profile.nullable() }).describe('Google Business Profile; `notConfigured`: the business names no location, or the account has no grant'),
}).meta({ id: 'LocalSeoListings' });

const start = operationIn<LocalSeoServices>()({
  id: 'localSeo.listings.check',
  summary: 'Check the listings of a business',
  description: 'Compares name, address and telephone number on the website, in its LocalBusiness markup, on the directory pages of the business and in Google Business Profile, where a grant was entered. Pages are read as robots.txt allows, one a second. Counts as one manual scan.',
  method: 'POST',
  path: '/api/local-seo/businesses/{id}/listings',
  ...terms,
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { id: business },
  input: Input,
  output: RunReply,
  examples: [{ input: { id: ID }, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'local_business.listings_checked', resource: { type: 'local_business', id: data.subject.id }, details: { run: data.id } }),
  run: async (call, services, { id }) => {
    const { caller, owned, now } = call;
    const { website, pages, profile, name } = owned.id;
    if (website === null && pages === null && profile === null) throw new Problem('invalid_state', `There is nothing to check yet. Enter website, listingPages or profile first (PATCH /api/local-seo/businesses/${id}).`, { current: presentBusiness(owned.id) });
    const { run } = await startRun(services.db, services, { accountId: known(caller).account.id, kind: listingCheck, subject: { type: 'localBusiness', id, label: name }, input: null, trigger: 'manual', allowance: { name: 'manualScans', spentAt: now } });
    return accepted(call, services, run);
  },
});

const show = operationIn<LocalSeoServices>()({
  id: 'localSeo.listings.get',
  summary: 'Show the listings of a business',
  description: 'What the latest check of listings found: each source with what it states, differences with what to do, the LocalBusiness markup, and Google Business Profile with hours, attributes, posts, reviews and insights.',
  method: 'GET',
  path: '/api/local-seo/businesses/{id}/listings',
  ...terms,
  allowance: 'none',
  owns: { id: business },
  input: Input,
  output: z.object({ success: z.literal(true), data: Listings.nullable().describe('Null before the first check') }),
  examples: [{ input: { id: ID }, says: 'By its id' }],
  run: async (_call, { db }, { id }) => {
    const row = await newestListingCheck(db, id);
    if (!row) return { success: true as const, data: null };
    const { profile, sources, ...result } = JSON.parse(row.result) as ListingResult;
    const state = profile === null ? 'notConfigured' as const : typeof profile === 'string' ? 'unknown' as const : 'read' as const;
    return {
      success: true as const,
      data: { id: row.id, at: new Date(row.at).toISOString(), consistency: consistencyOf(sources), ...result, sources, profile: { state, cause: typeof profile === 'string' ? profile : null, data: typeof profile === 'string' ? null : profile } },
    };
  },
});

export const listingOperations = [start, show] as const;
