import type { Stage } from '../intent/intents.ts';

export const adviceIds = ['mergeCompeting', 'linkOrphans', 'mergeDuplicates', 'alignTitle', 'raiseDeep', 'fillStage'] as const;

/** What to do, where to begin, and on how many pages or groups. */
export interface Advice {
  id: (typeof adviceIds)[number];
  count: number;
  title: string;
  fix: string;
  urls: readonly string[];
}

/** What advice is made of: how often it applies, and addresses to begin with. */
export interface Grounds {
  competing: Seen;
  duplicates: Seen;
  mismatches: Seen;
  orphans: Seen;
  /** Pages where people buy, more than three clicks from the start. */
  deep: Seen;
  missing: readonly Stage[];
}

export interface Seen {
  count: number;
  urls: readonly string[];
}

const STAGES: Readonly<Record<Stage, string>> = {
  awareness: 'explain the subject (guides, answers to questions)', consideration: 'help to compare (comparisons, prices, reviews)', decision: 'let people act (buy, book, sign up)', retention: 'serve people who know the site (contact, account)',
};

export function adviceOf({ competing, duplicates, mismatches, orphans, deep, missing }: Grounds): Advice[] {
  const all: Advice[] = [
    { id: 'mergeCompeting', ...competing, title: 'Pages compete for the same topic', fix: 'Choose the page that should rank. Redirect the others to it, or give each its own subject in title and heading.' },
    { id: 'linkOrphans', ...orphans, title: 'Pages are orphaned', fix: 'Link to them from a page on the same topic, or remove them from the sitemap.' },
    { id: 'mergeDuplicates', ...duplicates, title: 'Pages are near-duplicates', fix: 'Keep one page of each group and redirect the others, set it as their canonical, or write distinct text.' },
    { id: 'alignTitle', ...mismatches, title: 'Titles do not match the intent of the page', fix: 'State in the title what visitors can do on the page, in the words they search for.' },
    { id: 'raiseDeep', ...deep, title: 'Pages where people buy are more than three clicks away', fix: 'Link to them from the start page, from categories or from guides about them.' },
    { id: 'fillStage', count: missing.length, urls: [], title: 'A funnel stage has no page', fix: missing.map(stage => `Add pages that ${STAGES[stage]}.`).join(' ') },
  ];
  return all.filter(({ count }) => count > 0);
}
