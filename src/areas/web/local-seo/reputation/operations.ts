import { z } from 'zod';
import { operationIn } from '../../../../core/operation.ts';
import { business } from '../businesses/operations.ts';
import { BusinessId } from '../businesses/shapes.ts';
import { connectors } from '../providers/index.ts';
import type { LocalSeoServices } from '../services.ts';
import { ratingsOf } from './store.ts';
import { trendsOf, type RatingTrend } from './trend.ts';

const DAY_MS = 86_400_000;

/** Who says how a business is rated. */
const ratingProviders = ['serpApi', 'dataForSeo', 'businessProfile'] as const;

const Trend = z.object({
  placeId: z.string(), rating: z.number().nullable(), reviews: z.int().nullable(), ratingChange: z.number().nullable().describe('From the first to the last; null where there are not two'), reviewsChange: z.int().nullable(),
  points: z.array(z.object({ at: z.iso.datetime(), rating: z.number().nullable(), reviews: z.int().nullable() })).describe('The oldest first'),
}).meta({ id: 'LocalSeoRatingTrend' });

const reputation = operationIn<LocalSeoServices>()({
  id: 'localSeo.businesses.reputation',
  summary: 'Show ratings and reviews over time',
  description: 'Rating and number of reviews of a business over time, and of those found around it: they come with rank grids and checks of listings, and are asked for by nothing else. Neither names nor texts of reviews are kept.',
  method: 'GET',
  path: '/api/local-seo/businesses/{id}/reputation',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: business },
  input: z.strictObject({ id: BusinessId, provider: z.enum(ratingProviders).default('dataForSeo').describe('Who said it; `businessProfile` knows the business alone'), days: z.coerce.number().int().min(1).max(400).default(180) }),
  output: z.object({
    success: z.literal(true),
    data: z.object({ provider: z.enum(ratingProviders), own: Trend.nullable().describe('Null where nothing is known'), competitors: z.array(Trend).describe('Those with the most reviews first'), terms: z.string().describe('What may be kept') }).meta({ id: 'LocalSeoReputation' }),
  }),
  examples: [{ input: { id: 'lbs_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'Of half a year' }],
  run: async ({ now }, { db }, { id, provider, days }) => {
    const { own, competitors } = trendsOf(await ratingsOf(db, id, provider, now - days * DAY_MS));
    const terms = provider === 'businessProfile' ? 'Numbers of your own profile; names and texts of reviews are not kept.' : connectors[provider].terms.says;
    return { success: true as const, data: { provider, own: own && presented(own), competitors: competitors.map(presented), terms } };
  },
});

function presented({ points, ...trend }: RatingTrend): z.output<typeof Trend> {
  return { ...trend, points: points.map(({ at, ...point }) => ({ ...point, at: new Date(at).toISOString() })) };
}

export const reputationOperations = [reputation] as const;
