import type { Intent, Stage } from '../intent/intents.ts';
import type { Signal } from '../intent/judgement.ts';
import type { Language } from '../intent/terms.ts';
import type { Advice } from './advice.ts';
import type { Picture } from './picture.ts';
import type { TargetTerm } from './topics.ts';

/** Why no click leads to a page: no page links to it, or only pages do that no click leads to. */
export const orphanReasons = ['noLinks', 'unreachable'] as const;
export type OrphanReason = (typeof orphanReasons)[number];

export type GroupKind = 'topic' | 'competing' | 'duplicate' | 'template';

/** What was found of the intent of a page. */
export interface IntentFound {
  primary: Intent;
  confidence: number;
  secondary: readonly Intent[];
  local: boolean;
  language: Language;
  signals: readonly Signal[];
  targetTerms: readonly TargetTerm[];
  /** By its title alone; null where that says nothing. */
  titleIntent: Intent | null;
  /** Title and page say different things. */
  mismatch: boolean;
}

/** A page of the audit as the analysis leaves it; groups by their numbers within their kind. */
export interface AnalyzedPage {
  page: number;
  url: string;
  title: string | null;
  /** Null for what is no page that could be read. */
  intent: IntentFound | null;
  indexable: boolean;
  inlinks: number;
  outlinks: number;
  /** Clicks from the start; null where none lead there. */
  depth: number | null;
  /** Of internal PageRank, with a mean of 1. */
  rank: number;
  /** From 1 for the highest rank. */
  rankOrder: number;
  orphan: OrphanReason | null;
  topic: number | null;
  duplicate: number | null;
  template: number | null;
  /** What stands for its main text; null where it has none. */
  textHash: string | null;
  /** Null where nothing answered. */
  status: number | null;
}

/** Pages that belong together; `sample` has the first of them, those with the highest rank first. */
export interface PageGroup {
  kind: GroupKind;
  /** From 1 for the largest. */
  nth: number;
  label: string;
  count: number;
  details: GroupDetails;
}

export interface GroupDetails {
  sample: readonly { page: number; url: string; title: string | null; rank: number }[];
  /** Of a topic: how many of its pages have each intent. */
  intents?: Readonly<Partial<Record<Intent, number>>>;
  language?: string;
  /** Of pages that compete. */
  intent?: Intent;
  similarity?: number;
  /** Of duplicates: all texts are the same, word by word. */
  same?: boolean;
}

/** Figures over all pages of an audit. */
export interface AnalysisSummary {
  /** Addresses that were fetched, and those of them that are pages in HTML. */
  fetched: number;
  pages: number;
  indexable: number;
  links: number;
  intents: Readonly<Record<Intent, number>>;
  stages: Readonly<Record<Stage, number>>;
  local: number;
  mismatches: number;
  languages: Readonly<Record<string, number>>;
  /** Pages by clicks from the start; `none` for those to which none lead. */
  depths: Readonly<Record<string, number>>;
  orphans: Readonly<Record<OrphanReason, number>>;
  groups: Readonly<Record<GroupKind, { groups: number; pages: number }>>;
  /** Some texts were not compared with all others, since too many were alike. */
  nearCut: boolean;
  gaps: { stages: readonly Stage[]; topics: readonly { term: string; language: string; pages: number; missing: readonly Stage[] }[] };
  advice: readonly Advice[];
}

/** All that an analysis comes to, besides rows. */
export interface Analysis {
  summary: AnalysisSummary;
  picture: Picture;
}
