import { defineRun, type RunWork } from '../../../run-kind.ts';
import { findBusiness, hoursOf, type BusinessRow } from '../businesses/store.ts';
import { grantOf } from '../providers/own-keys.ts';
import { addRatings } from '../reputation/store.ts';
import type { LocalSeoServices } from '../services.ts';
import { compare } from './compare.ts';
import { readProfile, type Profile } from './profile.ts';
import { contactPagesOf, createPageReader } from './read.ts';
import { consistencyOf, differencesOf, hoursDifference, type ListingResult, type SourceKind, type SourceResult } from './result.ts';
import { saysOf, type Says } from './says.ts';
import { addListingCheck } from './store.ts';

/** Compares what a website, directories and Google Business Profile say of a business. */
export const listingCheck = defineRun<null>()({ kind: 'listingCheck', scope: 'seo', resultAt: ({ id }) => `/api/local-seo/businesses/${id}/listings` });

/** A page that is still to be read, and what was found so far. */
interface Page {
  url: string;
  kind: SourceKind;
}
interface Reading {
  done: SourceResult[];
  waiting: Page[];
}

type ListingWork = RunWork<LocalSeoServices, null, Reading>;

const STEP = 'pages';
const MAX_CONTACT_PAGES = 4;

export const doListingCheck = listingCheck.handledBy<LocalSeoServices, Reading>(async run => {
  const { services: { db, clock }, accountId } = run;
  const business = await findBusiness(db, accountId, run.subject.id);
  if (!business) return { status: 'completed', result: null };
  const pages = await readPages(run, business);
  const profile = await profileOf(run, business);
  const sources = [...pages, ...sourceOf(profile, business)];
  const own = pages.filter(({ kind, state }) => kind === 'website' && state === 'read');
  const listing = typeof profile === 'string' ? null : profile?.listing ?? null;
  const result: ListingResult = {
    sources, profile, markup: own.length === 0 ? 'unknown' : own.some(({ markup }) => markup !== null) ? 'present' : 'missing',
    differences: [...differencesOf(sources, business), ...hoursDifference(hoursOf(business), listing?.hours ?? null)],
  };
  const { matching, differing, unknownSources } = consistencyOf(sources);
  const isPartial = unknownSources > 0 || (typeof profile !== 'string' && (profile?.causes.length ?? 0) > 0);
  return {
    status: isPartial ? 'partial' : 'completed', result: { sources: sources.length, matching, differing: result.differences.length || differing, unknownSources },
    change: async tx => {
      const at = clock.now();
      await addListingCheck(tx, { id: run.id, accountId, businessId: business.id, result, at });
      const reviews = typeof profile === 'string' ? null : profile?.reviews ?? null;
      if (reviews) await addRatings(tx, [{ business_id: business.id, provider: 'businessProfile', listing_id: business.profile!, at, own: 1, rating: reviews.rating, reviews: reviews.count }]);
    },
  };
});

/** The website with its pages of contact, then the pages of directories; what was read before a crash is not read again. */
async function readPages(run: ListingWork, business: BusinessRow): Promise<SourceResult[]> {
  const read = createPageReader(run.services, run.signal);
  const { done, waiting } = run.state ?? { done: [], waiting: pagesOf(business) };
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { url, kind } = next;
    if (done.some(one => one.url === url)) continue;
    const seen = await read(url);
    if (seen.state === 'unknown') done.push({ kind, url, state: 'unknown', cause: seen.cause, fields: [], markup: null });
    else {
      const { says, markup } = saysOf(seen.page, seen.text, business);
      done.push({ kind, url, state: 'read', cause: null, fields: compare(business, says, kind === 'website'), markup });
      if (url === business.website) waiting.unshift(...contactPagesOf(seen.page, MAX_CONTACT_PAGES).map(page => ({ url: page, kind: 'website' as const })));
    }
    await run.commit({ state: { done, waiting }, progress: { done: done.length, total: done.length + waiting.length, step: STEP } });
  }
  return done;
}

function pagesOf({ website, pages }: BusinessRow): Page[] {
  const directories = pages === null ? [] : JSON.parse(pages) as string[];
  return [...(website === null ? [] : [{ url: website, kind: 'website' as const }]), ...directories.map(url => ({ url, kind: 'directory' as const }))];
}

/** Null where the business names no location or the account has no grant. */
async function profileOf({ services, accountId, signal }: ListingWork, { profile: location }: BusinessRow): Promise<Profile | string | null> {
  const grant = location === null ? null : await grantOf(services, accountId);
  return grant === null ? null : readProfile(services, grant, location!, signal);
}

function sourceOf(profile: Profile | string | null, business: BusinessRow): SourceResult[] {
  if (profile === null) return [];
  const listing = typeof profile === 'string' ? null : profile.listing;
  if (listing === null) return [{ kind: 'businessProfile', url: null, state: 'unknown', cause: typeof profile === 'string' ? profile : profile.causes.find(({ part }) => part === 'listing')!.cause, fields: [], markup: null }];
  const says: Says = { names: listing.name === null ? [] : [listing.name], addresses: listing.address === null ? [] : [listing.address], phones: listing.phones, dialled: [], text: '', textPhones: [] };
  return [{ kind: 'businessProfile', url: null, state: 'read', cause: null, fields: compare(business, says, false), markup: null }];
}
