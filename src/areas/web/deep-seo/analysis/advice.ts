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
    { id: 'mergeCompeting', ...competing, title: 'Pages compete for one topic', fix: 'Decide which page is to rank. Merge the others into it by redirects, or give each a subject of its own in title and heading.' },
    { id: 'linkOrphans', ...orphans, title: 'No click leads to pages', fix: 'Link to them from a page about the same topic, or take them out of the sitemap.' },
    { id: 'mergeDuplicates', ...duplicates, title: 'Pages have nearly the same text', fix: 'Keep one of each group and redirect the others, name it as their canonical, or write texts of their own.' },
    { id: 'alignTitle', ...mismatches, title: 'Titles promise something else than the page offers', fix: 'Say in the title what people can do on the page, in the words that they search with.' },
    { id: 'raiseDeep', ...deep, title: 'Pages where people buy are more than three clicks away', fix: 'Link to them from the start page, from categories or from guides about them.' },
    { id: 'fillStage', count: missing.length, urls: [], title: 'No page serves a step on the way to a purchase', fix: missing.map(stage => `Add pages that ${STAGES[stage]}.`).join(' ') },
  ];
  return all.filter(({ count }) => count > 0);
}
