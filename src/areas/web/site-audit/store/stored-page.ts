import type { PageFacts } from '../page/index.ts';
import { isAppShell } from '../render/shell.ts';
import { pack, unpack } from './pack.ts';

// What the threads share with the database: whoever reads pages does not load what queries it.

/** Of one page; what goes beyond is counted in its facts alone. */
export const MAX_LINKS = 2000;
const MAX_TITLE = 300;

/** A link as it is stored. */
export interface StoredLink {
  target: number | null;
  url: string | null;
  anchor: string;
  follow: boolean;
}

/** How a visit ended, in a word. */
export const outcomes = ['answered', 'redirected', 'failed', 'blocked'] as const;
export type Outcome = (typeof outcomes)[number];

function outcomeOf({ fetch, redirects }: PageFacts): Outcome {
  return fetch.outcome === 'answered' && redirects.length > 0 ? 'redirected' : fetch.outcome;
}

/** What is stored of a page that was fetched; `facts` are packed. */
export interface StoredPage {
  status: number | null;
  outcome: Outcome;
  title: string | null;
  facts: string;
  /** Of its body. */
  bytes: number;
  /** What pages of one template have in common; null for what is no page in HTML that answered with success. */
  template: string | null;
  /** Scripts write the page. */
  shell: boolean;
  /** JSON of what selectors found, after scripts where they ran; null where there is none. */
  extracted: string | null;
}

export function storedPage(facts: PageFacts): StoredPage {
  const extracted = facts.rendered?.extracted ?? facts.document?.extracted;
  const { fetch, redirects, document } = facts;
  const isPage = document !== null && redirects.length === 0 && fetch.outcome === 'answered' && fetch.status >= 200 && fetch.status < 300;
  return {
    status: redirects[0]?.status ?? (fetch.outcome === 'answered' ? fetch.status : null), outcome: outcomeOf(facts),
    title: document?.titles[0]?.text.slice(0, MAX_TITLE) ?? null, facts: pack(facts), bytes: fetch.outcome === 'answered' ? fetch.bytes : 0,
    template: isPage ? document.shape : null, shell: isPage && isAppShell(document), extracted: extracted ? JSON.stringify(extracted) : null,
  };
}

/** What was recorded of a page that was fetched. */
export function factsOf(row: { facts: string }): PageFacts;
export function factsOf(row: { facts: string | null }): PageFacts | null;
export function factsOf({ facts }: { facts: string | null }): PageFacts | null {
  return facts === null ? null : unpack(facts) as PageFacts;
}
