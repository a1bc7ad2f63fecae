import type { PlacedFinding } from '../judgement/analyze.ts';
import type { ExposedPath } from './checks/exposed-path.ts';
import type { Component } from './component.ts';
import type { FetchPage } from './page.ts';
import type { TemplateResult } from './templates/run.ts';

/** One website at one port of one address, and how it may be asked. */
export interface WebProbe {
  /** Scheme, host name (an address where it has no name) and port, such as `https://www.example.org:8443`. */
  origin: string;
  address: string;
  port: number;
  /** Reaches this origin at this address and nothing else; waits for the address's turn, and answers `failed` once the time is up. */
  fetchPage: FetchPage;
  /** Letters and digits that nobody uses. */
  randomName(): string;
  /** Fires when the time of the stage is up, the run ends or the address is another's. */
  signal: AbortSignal;
}

/** What a website shows, as it is kept: JSON, each list bounded by whoever fills it. */
export interface WebFacts {
  components: readonly Component[];
  exposedPaths: readonly ExposedPath[];
  templates: readonly TemplateResult[];
  /** What nothing can be said of, and why; not empty makes the stage `partial`. */
  notTested: readonly { what: string; cause: string }[];
}

/** Looks at a website; never throws but for an aborted run. */
export type WebFinder = (probe: WebProbe) => Promise<WebFacts>;

/** What is wrong with a website, by its facts alone. `edge` is the provider whose machine it is. */
export type JudgeWeb = (facts: WebFacts, at: { address: string; port: number; edge: string | null }) => PlacedFinding[];

/** What looks at websites, and what judges what was seen. */
export interface Websites {
  find: WebFinder;
  judge: JudgeWeb;
}

/** What the operator has looked for besides. */
export interface WebsitesOptions {
  /** Folders of the operator; null for none. */
  templates: string | null;
  technologies: string | null;
  log: (line: string) => void;
}
