import type { Facts } from '../state/observe.ts';
import type { Review } from '../state/words.ts';
import type { Likeness } from './likeness.ts';
import { caps, cheapSuffixes, distances, IMPERSONATION_THREAT, weights, type CapId, type WeightId } from './weights.ts';

/** How much a page is like the owner's: distances of TLSH digests and of image hashes; null where that is not known. */
export interface Similarity {
  tlsh: number | null;
  image: number | null;
  /** Whether the icons are the same. */
  favicon: boolean | null;
}

/** The domain that is to be protected; times in epoch milliseconds. */
export interface Brand {
  likeness: Likeness;
  createdAt: number | null;
  /** Whether a host is at or below a domain of the account. */
  isOwn(host: string): boolean;
}

/** What is known of a candidate; times in epoch milliseconds. */
export interface Judged {
  name: string;
  facts: Facts;
  review: Review;
  createdAt: number | null;
  certifiedAt: number | null;
  similarity: Similarity | null;
  /** Whether no permutation makes it and a stream told of it. */
  streamOnly: boolean;
}

/** Why the sums are as they are. */
export interface Reason {
  id: WeightId | CapId;
  text: string;
  /** Points that it adds; of a cap, those that it takes away. */
  risk: number;
  threat: number;
}

export interface Score {
  /** What the name could be used for, 0 to 100. */
  risk: number;
  /** What it is used for now, 0 to 100. */
  threat: number;
  reasons: Reason[];
  /** Whether the page passes itself off as the owner's. */
  impersonates: boolean;
}

const DAY_MS = 86_400_000;
const HALF_YEAR_MS = 180 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;
const YEARS_MS = 3 * YEAR_MS;

/** What a page shows to those who take it for another. */
const pageMarks: ReadonlySet<WeightId> = new Set(['web.title', 'web.login', 'web.postsElsewhere', 'web.sameText', 'web.likeText', 'web.sameImage', 'web.likeImage', 'web.sameIcon']);

/** Adds up what is known, then lets the lowest cap hold it down; the points of the reasons add up to the sums, before these are cut to 0 and 100. */
export function scoreOf(candidate: Judged, brand: Brand, now: number): Score {
  const added = [...nameReasons(candidate, brand), ...ageReasons(candidate, now), ...useReasons(candidate, now), ...pageReasons(candidate, now)];
  const reasons: Reason[] = added.map(id => ({ id, text: weights[id].text, risk: weights[id].risk, threat: weights[id].threat }));
  const sums = { risk: sumOf(reasons, 'risk'), threat: sumOf(reasons, 'threat') };
  const held = capsOn(candidate, brand);
  for (const id of held) {
    const [risk, threat] = [Math.min(0, caps[id].risk - sums.risk), Math.min(0, caps[id].threat - sums.threat)];
    if (risk === 0 && threat === 0 && id !== 'cap.owned' && id !== 'cap.benign') continue;
    reasons.push({ id, text: caps[id].text, risk, threat });
    [sums.risk, sums.threat] = [sums.risk + risk, sums.threat + threat];
  }
  const [risk, threat] = [within100(sums.risk), within100(sums.threat)];
  const shown = added.filter(id => pageMarks.has(id));
  const impersonates = held.length === 0 && shown.reduce((sum, id) => sum + weights[id].threat, 0) >= IMPERSONATION_THREAT;
  return { risk, threat, reasons, impersonates };
}

function nameReasons({ name, streamOnly }: Judged, { likeness }: Brand): WeightId[] {
  const like = likeness(name);
  const suffix = name.slice(name.lastIndexOf('.') + 1);
  return [...(like === null ? [] : [like]), ...(cheapSuffixes.has(suffix) ? ['name.cheapSuffix' as const] : []), ...(streamOnly ? ['source.otherOnly' as const] : [])];
}

function ageReasons({ createdAt }: Judged, now: number): WeightId[] {
  if (createdAt === null) return [];
  const ageMs = now - createdAt;
  if (ageMs < 7 * DAY_MS) return ['age.week'];
  if (ageMs < 30 * DAY_MS) return ['age.month'];
  if (ageMs < HALF_YEAR_MS) return ['age.halfYear'];
  return ageMs > YEARS_MS ? ['age.years'] : [];
}

function useReasons({ facts, createdAt, certifiedAt }: Judged, now: number): WeightId[] {
  const ids: [WeightId, boolean][] = [
    ['mail.accepts', has(facts.mail)],
    ['mail.policy', has(facts.senderPolicy)],
    ['web.resolves', has(facts.addresses)],
    ['web.certificate', certifiedAt !== null && now - certifiedAt < 30 * DAY_MS && isYounger(createdAt, HALF_YEAR_MS, now)],
    ['web.serves', has(facts.site)],
  ];
  return ids.filter(([, is]) => is).map(([id]) => id);
}

/** A login form alone says little of a name that has long been there. */
function pageReasons({ facts, createdAt, similarity }: Judged, now: number): WeightId[] {
  if (!has(facts.site)) return [];
  const { tlsh = null, image = null, favicon = null } = similarity ?? {};
  const isLike = favicon === true || (tlsh !== null && tlsh <= distances.likeText) || (image !== null && image <= distances.likeImage);
  const ids: [WeightId, boolean][] = [
    ['web.title', facts.site!.includes('title')],
    [isLike || isYounger(createdAt, YEAR_MS, now) ? 'web.login' : 'web.plainLogin', has(facts.login)],
    ['web.postsElsewhere', facts.login?.includes('elsewhere') ?? false],
    ['web.sameText', tlsh !== null && tlsh <= distances.sameText],
    ['web.likeText', tlsh !== null && tlsh > distances.sameText && tlsh <= distances.likeText],
    ['web.sameImage', image !== null && image <= distances.sameImage],
    ['web.likeImage', image !== null && image > distances.sameImage && image <= distances.likeImage],
    ['web.sameIcon', favicon === true],
  ];
  return ids.filter(([, is]) => is).map(([id]) => id);
}

/** The caps that hold, the lowest first. */
function capsOn(candidate: Judged, brand: Brand): CapId[] {
  const { facts, createdAt, review } = candidate;
  const ids: [CapId, boolean][] = [
    ['cap.owned', review === 'owned' || isOwned(candidate, brand)],
    ['cap.benign', review === 'benign'],
    ['cap.unregistered', facts.registered?.length === 0],
    ['cap.olderThanBrand', createdAt !== null && brand.createdAt !== null && createdAt < brand.createdAt && review !== 'malicious' && review !== 'takedownSent'],
    ['cap.parked', has(facts.parked)],
  ];
  return ids.filter(([, is]) => is).map(([id]) => id);
}

/**
 * Whether the account itself holds the name: it is at or below one of its domains, its nameservers are, or it leads visitors to the owner's website
 * and takes no mail elsewhere. A redirect alone proves nothing: forgers send visitors on to the real website so that nobody looks closer.
 */
function isOwned({ name, facts }: Judged, { isOwn }: Brand): boolean {
  if (isOwn(name) || (has(facts.nameservers) && facts.nameservers!.every(isOwn))) return true;
  return has(facts.home) && facts.mail !== undefined && facts.mail.every(isOwn);
}

/** Certificates are renewed all the time, and names of unknown age may be new. */
function isYounger(createdAt: number | null, ms: number, now: number): boolean {
  return createdAt === null || now - createdAt < ms;
}

function has(value: readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

function sumOf(reasons: readonly Reason[], side: 'risk' | 'threat'): number {
  return reasons.reduce((sum, reason) => sum + reason[side], 0);
}

function within100(sum: number): number {
  return Math.max(0, Math.min(100, sum));
}
