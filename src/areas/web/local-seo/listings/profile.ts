import { z } from 'zod';
import type { ProfileGrant, ProfileHost, SearchReply } from '../../../../core/outside/local-search.ts';
import { days, type OpeningHours } from '../businesses/hours.ts';
import { itemsOf, membersOf, Name } from '../providers/reading.ts';
import type { LocalSeoServices } from '../services.ts';
import type { Parts } from './says.ts';

const TRIES = 3;
const FIRST_BACK_OFF_MS = 1000;
const MAX_BACK_OFF_MS = 60_000;
const INSIGHT_DAYS = 28;
/** Figures of the last days come late. */
const LATE_DAYS = 3;
const DAY_MS = 86_400_000;

/** What people did with the profile: https://developers.google.com/my-business/reference/performance/rest/v1/locations#DailyMetric */
const insights = {
  views: ['BUSINESS_IMPRESSIONS_DESKTOP_MAPS', 'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH', 'BUSINESS_IMPRESSIONS_MOBILE_MAPS', 'BUSINESS_IMPRESSIONS_MOBILE_SEARCH'], websiteClicks: ['WEBSITE_CLICKS'], calls: ['CALL_CLICKS'], directions: ['BUSINESS_DIRECTION_REQUESTS'],
} as const;
export type Insights = Record<keyof typeof insights, number>;

/** What Google Business Profile has of the location; a part that could not be read is null, with its cause. */
export interface Profile {
  listing: { name: string | null; address: Parts | null; phones: string[]; website: string | null; hours: OpeningHours; specialDays: number } | null;
  attributes: string[] | null;
  posts: { count: number; newestAt: string | null } | null;
  reviews: { rating: number | null; count: number } | null;
  insights: Insights | null;
  causes: { part: string; cause: string }[];
}

type Means = Pick<LocalSeoServices, 'localSearch' | 'pause' | 'random' | 'clock'>;

/** Reads the profile of a location, `accounts/…/locations/…`; gives a phrase where nothing of it can be read. https://developers.google.com/my-business/reference/rest */
export async function readProfile(means: Means, grant: ProfileGrant, location: string, signal: AbortSignal): Promise<Profile | string> {
  const opened = await means.localSearch.openProfile(grant, signal);
  signal.throwIfAborted();
  if ('outcome' in opened) return opened.status === 400 || opened.status === 401 ? `Google refused the grant (${opened.cause}): enter a new one` : opened.cause;
  const causes: Profile['causes'] = [];
  const id = location.slice(location.indexOf('locations/'));

  async function part<Read>(name: string, host: ProfileHost, path: string, read: (reply: Record<string, unknown>) => Read | null): Promise<Read | null> {
    const reply = await patiently(means, () => (opened as Exclude<typeof opened, { outcome: unknown }>)(host, path), signal);
    const body = reply.outcome === 'answered' ? jsonIn(reply.body) : null;
    const value = body === null ? null : read(body);
    if (value !== null) return value;
    causes.push({ part: name, cause: reply.outcome === 'failed' ? reply.cause : 'it sent something that cannot be read' });
    return null;
  }

  return {
    listing: await part('listing', 'mybusinessbusinessinformation.googleapis.com', `v1/${id}?readMask=title,storefrontAddress,phoneNumbers,websiteUri,regularHours,specialHours`, listingIn),
    attributes: await part('attributes', 'mybusinessbusinessinformation.googleapis.com', `v1/${id}/attributes`, ({ attributes }) => itemsOf(attributes, z.object({ name: z.string().max(100) })).map(({ name }) => name.replace(/^attributes\//, ''))),
    posts: await part('posts', 'mybusiness.googleapis.com', `v4/${location}/localPosts?pageSize=100`, ({ localPosts }) => {
      const times = itemsOf(localPosts, z.object({ createTime: z.iso.datetime() })).map(({ createTime }) => createTime).toSorted();
      return { count: times.length, newestAt: times.at(-1) ?? null };
    }),
    // One review is the fewest that can be asked for, and is not read.
    reviews: await part('reviews', 'mybusiness.googleapis.com', `v4/${location}/reviews?pageSize=1`, reply => {
      const read = Reviews.safeParse(reply).data;
      return read ? { rating: read.averageRating ?? null, count: read.totalReviewCount } : null;
    }),
    insights: await part('insights', 'businessprofileperformance.googleapis.com', `v1/${id}:fetchMultiDailyMetricsTimeSeries?${rangeOf(means.clock.now())}`, insightsIn),
    causes,
  };
}

async function patiently(means: Means, ask: () => Promise<SearchReply>, signal: AbortSignal): Promise<SearchReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask();
    signal.throwIfAborted();
    if (reply.outcome === 'answered' || attempt === TRIES || (reply.status !== null && reply.status !== 429 && reply.status < 500)) return reply;
    await means.pause(Math.min(MAX_BACK_OFF_MS, reply.retryAfterMs ?? FIRST_BACK_OFF_MS * 2 ** attempt * (0.5 + means.random())), signal);
  }
}

function jsonIn(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : null;
  } catch {
    return null;
  }
}

/** A location without reviews has neither. */
const Reviews = z.object({ averageRating: z.number().min(0).max(5).nullish(), totalReviewCount: z.int().min(0).default(0) });
const Clock = z.object({ hours: z.int().min(0).max(24).default(0), minutes: z.int().min(0).max(59).default(0) });
const Period = z.object({ openDay: z.string(), openTime: Clock.prefault({}), closeTime: Clock.prefault({}) });
const Address = z.object({ addressLines: z.array(z.string().max(300)).max(10).catch([]), postalCode: z.string().max(30).optional().catch(undefined), locality: z.string().max(100).optional().catch(undefined) });
const Phones = z.object({ primaryPhone: z.string().max(50).optional().catch(undefined), additionalPhones: z.array(z.string().max(50)).max(10).catch([]) });

function listingIn({ title, storefrontAddress, phoneNumbers, websiteUri, regularHours, specialHours }: Record<string, unknown>): NonNullable<Profile['listing']> {
  const address = Address.safeParse(storefrontAddress).data;
  const { primaryPhone, additionalPhones } = Phones.parse({ additionalPhones: [], ...membersOf(phoneNumbers) });
  return {
    name: Name.parse(title), website: Name.parse(websiteUri),
    address: address ? { ...(address.addressLines.length > 0 && { street: address.addressLines.join(', ') }), ...(address.postalCode !== undefined && { postalCode: address.postalCode }), ...(address.locality !== undefined && { locality: address.locality }) } : null,
    phones: [...(primaryPhone === undefined ? [] : [primaryPhone]), ...additionalPhones],
    hours: itemsOf(membersOf(regularHours)['periods'], Period).flatMap(({ openDay, openTime, closeTime }) => {
      const day = days.find(one => openDay.toLowerCase().startsWith(one));
      return day ? [{ days: [day], opens: timeOf(openTime), closes: timeOf(closeTime) }] : [];
    }),
    specialDays: itemsOf(membersOf(specialHours)['specialHourPeriods'], z.object({})).length,
  };
}

function timeOf({ hours, minutes }: z.output<typeof Clock>): string {
  return `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function rangeOf(now: number): string {
  const date = (name: string, at: number): [string, string][] => {
    const day = new Date(at);
    return [[`dailyRange.${name}.year`, String(day.getUTCFullYear())], [`dailyRange.${name}.month`, String(day.getUTCMonth() + 1)], [`dailyRange.${name}.day`, String(day.getUTCDate())]];
  };
  const to = now - LATE_DAYS * DAY_MS;
  return String(new URLSearchParams([...Object.values(insights).flat().map(metric => ['dailyMetrics', metric] as [string, string]), ...date('start_date', to - (INSIGHT_DAYS - 1) * DAY_MS), ...date('end_date', to)]));
}

const Value = z.object({ value: z.string().regex(/^\d{1,12}$/) });

function insightsIn({ multiDailyMetricTimeSeries: all }: Record<string, unknown>): Insights {
  const series = itemsOf(all, z.object({ dailyMetricTimeSeries: z.unknown() })).flatMap(({ dailyMetricTimeSeries: of }) => itemsOf(of, z.object({ dailyMetric: z.string(), timeSeries: z.unknown().optional() })));
  const sum = (metrics: readonly string[]): number => series.filter(({ dailyMetric }) => metrics.includes(dailyMetric))
    .flatMap(({ timeSeries }) => itemsOf(membersOf(timeSeries)['datedValues'], Value)).reduce((total, { value }) => total + Number(value), 0);
  return { views: sum(insights.views), websiteClicks: sum(insights.websiteClicks), calls: sum(insights.calls), directions: sum(insights.directions) };
}
