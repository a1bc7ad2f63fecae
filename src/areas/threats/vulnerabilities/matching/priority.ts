import type { Cvss, Ssvc } from '../records/advisory.ts';
import type { EpssScore } from '../records/epss.ts';
import type { KnownExploited } from '../records/kev.ts';
import type { Match } from './judge.ts';

/** What to do about a match: at once, soon, or with the next update; the most urgent first. */
export const priorities = ['act', 'attend', 'track'] as const;
export type Priority = (typeof priorities)[number];

/** Why a match has its priority. */
export const priorityReasons = ['knownExploited', 'ransomware', 'activelyExploited', 'likelyExploited', 'severeWithExploit', 'possiblyBackported', 'noFixByDistribution'] as const;
export type PriorityReason = (typeof priorityReasons)[number];

/** What is known of a vulnerability besides who is affected. */
export interface Threat {
  knownExploited: readonly KnownExploited[];
  ssvc: Ssvc | null;
  epss: EpssScore | null;
  cvss: readonly Cvss[];
}

export interface Ranked {
  priority: Priority;
  /** The strongest first; empty where nothing but the match itself speaks. */
  reasons: readonly PriorityReason[];
  /** Whether somebody is told: never where a distribution may have fixed it, nor where nothing could be done. */
  isAlert: boolean;
}

/** A match with how urgent it is. */
export type RankedMatch = Match & Ranked;

const SEVERE = 7;
/** The share of vulnerabilities, from the most likely exploited, that is worth attention. */
const LIKELY_SHARE = 0.1;

/** The score from which on a vulnerability is likely exploited, by the scores of one model on one day; null without any. */
export function likelyFrom(scores: readonly number[]): number | null {
  const sorted = scores.toSorted((a, b) => b - a);
  return sorted[Math.max(0, Math.ceil(sorted.length * LIKELY_SHARE) - 1)] ?? null;
}

/** The newest version of CVSS that somebody scored, the highest score of it; null where nobody did. */
export function baseScoreOf(scores: readonly Cvss[]): Cvss | null {
  return scores.filter(({ score }) => score !== null).toSorted((a, b) => Number(b.version) - Number(a.version) || b.score! - a.score!)[0] ?? null;
}

/** How urgent a match is, with every reason; `reasons` are those of its vulnerability. */
export function rank(match: Match, reasons: readonly PriorityReason[]): Ranked {
  const isBackported = match.confidence === 'possibleBackported';
  const isWithoutFix = match.confidence === 'confirmed' && match.fixedIn === null;
  const isExploited = reasons.some(reason => urgent.has(reason));
  const priority: Priority = isBackported || match.versionStatus === 'unknown' ? 'track' : isExploited ? 'act' : reasons.length > 0 ? 'attend' : 'track';
  return {
    priority,
    reasons: [...reasons, ...(isBackported ? ['possiblyBackported' as const] : []), ...(isWithoutFix ? ['noFixByDistribution' as const] : [])],
    isAlert: match.versionStatus === 'affected' && !isBackported && (!isWithoutFix || isExploited),
  };
}

const urgent: ReadonlySet<PriorityReason> = new Set(['knownExploited', 'ransomware', 'activelyExploited']);

/** Why a vulnerability is urgent wherever it applies, the strongest reason first. `likelyExploitedFrom` is what `likelyFrom` says of the scores in use. */
export function reasonsOf({ knownExploited, ssvc, epss, cvss }: Threat, likelyExploitedFrom: number | null): PriorityReason[] {
  const isSevere = (baseScoreOf(cvss)?.score ?? 0) >= SEVERE;
  const held: Readonly<Partial<Record<PriorityReason, boolean>>> = {
    knownExploited: knownExploited.length > 0,
    ransomware: knownExploited.some(({ isUsedByRansomware }) => isUsedByRansomware),
    activelyExploited: ssvc?.exploitation === 'active',
    likelyExploited: epss !== null && likelyExploitedFrom !== null && epss.score >= likelyExploitedFrom,
    severeWithExploit: isSevere && ssvc?.exploitation === 'poc',
  };
  return priorityReasons.filter(reason => held[reason]);
}
