import type { HeaderField } from '../../../../core/outside/probes.ts';

/** Where the crawler was sent on the way to the page; `location` is absolute, null where the header cannot be read. */
export interface RedirectHop {
  url: string;
  status: number;
  location: string | null;
}

/** What came of asking for a page. `ttfbMs`: from the request to the first byte; `bytes` of the decoded body, `transferBytes` as sent. */
export type FetchFacts =
  | {
    outcome: 'answered';
    status: number;
    /** As they came, names in lower case; bounded. */
    fields: readonly HeaderField[];
    ttfbMs: number | null;
    totalMs: number | null;
    bytes: number;
    transferBytes: number | null;
    /** The body goes on beyond what was read. */
    truncated: boolean;
    /** Null over plain http, or where nobody knows. */
    certificate: { notAfter: number | null } | null;
  }
  /** `redirect`: the redirects never end. `late`: nothing came in time. */
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls' | 'http' | 'redirect'; cause: string; late: boolean; absent?: true; badCertificate?: true }
  /** robots.txt forbids it, and nobody with the right to do so said otherwise. */
  | { outcome: 'blocked'; rule: string };

/** What robots.txt says of a URL; `rule` is the line that decided. */
export interface RobotsVerdict {
  allowed: boolean;
  rule: string | null;
  /** robots.txt did not answer: a crawler stays away, and nobody knows what it says. */
  unknown?: true;
}

/** Everything that the checks read of one page: JSON, bounded, without the page's text. */
export interface PageFacts {
  /** As it was asked for, and as it ended after redirects. */
  url: string;
  finalUrl: string;
  redirects: readonly RedirectHop[];
  fetch: FetchFacts;
  /** Null where nobody read robots.txt. */
  robots: RobotsVerdict | null;
  /** When it was asked for, in epoch milliseconds. */
  fetchedAt: number;
  /** Null where no HTML came. */
  document: DocumentFacts | null;
  /** What a browser made of it; null where none was used. */
  rendered: RenderedFacts | null;
}

/** What of the tree was left unread, and why; null where all was read. */
export type Cut = 'bytes' | 'elements' | 'depth' | 'attributes';

export interface MetaFacts {
  /** `name`, `property` or `http-equiv`, in lower case. */
  name: string;
  content: string;
  inHead: boolean;
}

/** `url` is absolute, null where `href` is none. */
export interface LinkedUrl {
  href: string;
  url: string | null;
}
export interface CanonicalFacts extends LinkedUrl {
  source: 'html' | 'header';
  inHead: boolean;
}
export interface AlternateFacts extends LinkedUrl {
  lang: string;
  source: 'html' | 'header';
}
export interface HeadingFacts {
  level: number;
  text: string;
}

export type LinkPosition = 'header' | 'nav' | 'main' | 'aside' | 'footer' | 'body';

/** A link that a person can follow. `url` has no fragment and is null where a crawler cannot follow it; `href` is null where there is none. */
export interface PageLink {
  href: string | null;
  url: string | null;
  fragment: string | null;
  /** Of its text, of the images in it and of its labels. */
  anchor: string;
  /** Of `rel`, in lower case. */
  rel: readonly string[];
  blank: boolean;
  position: LinkPosition;
}

export interface ImageFacts {
  src: string;
  url: string | null;
  alt: string | null;
  /** It carries no meaning by its own words: hidden, or with the role of decoration. */
  decorative: boolean;
  width: string | null;
  height: string | null;
  lazy: boolean;
  /** A `picture` offers it as WebP or AVIF as well. */
  modernSource: boolean;
}

/** What the page loads, besides images. */
export interface ResourceFacts {
  kind: 'script' | 'stylesheet' | 'frame' | 'media' | 'object' | 'icon' | 'preload';
  url: string;
}

export interface FormFacts {
  /** Where it sends to; absolute. */
  action: string;
  method: string;
  password: boolean;
}

/** One thing that structured data speaks of, with the values of its properties as far as checks read them. */
export interface StructuredItem {
  syntax: 'jsonld' | 'microdata';
  types: readonly string[];
  /** `properties` of properties are named by a path: `offers.price`. */
  properties: Readonly<Record<string, readonly string[]>>;
  /** The types of the things that are values, by the path of the property. */
  nested: Readonly<Record<string, readonly string[]>>;
}

export interface TextFacts {
  words: number;
  /** Outside of navigation, header, footer and asides. */
  mainWords: number;
  characters: number;
  /** FNV-1a of the normalised main text, and SimHash of its shingles of three words; 16 hexadecimal digits. */
  hash: string;
  simHash: string;
  /** As the words tell; null where they are too few or of a language that nobody taught it. */
  language: string | null;
  /** Flesch's reading ease of English text; null for other languages and short texts. */
  readingEase: number | null;
  /** What is wrong with it, by its words; each with what was seen. */
  placeholders: readonly string[];
  mojibake: readonly string[];
  softHyphens: number;
  /** The most recent date that the page says of itself, in epoch milliseconds. */
  modifiedAt: number | null;
  /** The first words of the main text, and those that it has most often. */
  start: string;
  frequent: readonly string[];
  /** Amounts of money in the main text, counted up to 100; not there of audits before anybody read them. */
  prices?: number;
}

export interface DocumentFacts {
  cut: Cut | null;
  elements: number;
  encoding: { name: string; source: 'bom' | 'header' | 'meta' | 'default' };
  lang: string | null;
  titles: readonly { text: string; inHead: boolean }[];
  metas: readonly MetaFacts[];
  canonicals: readonly CanonicalFacts[];
  alternates: readonly AlternateFacts[];
  icon: string | null;
  headings: readonly HeadingFacts[];
  links: readonly PageLink[];
  linkCount: number;
  images: readonly ImageFacts[];
  imageCount: number;
  pictures: { total: number; withoutImage: number };
  videos: readonly { poster: boolean; captions: boolean }[];
  svgs: { total: number; unnamed: number };
  resources: readonly ResourceFacts[];
  forms: readonly FormFacts[];
  /** Names of places that links can lead to. */
  anchors: readonly string[];
  anchorsCut: boolean;
  structured: readonly StructuredItem[];
  structuredErrors: readonly string[];
  text: TextFacts;
  /** Where scripts send the browser on at once. */
  scriptRedirect: string | null;
  /** A visible trail of where the page is, by its markup. */
  breadcrumbs: boolean;
  /** What buttons say, and how many tables there are; not there of audits before anybody read them. */
  buttons?: readonly string[];
  tables?: number;
  /** The same for pages of one template: of the elements near the root. */
  shape: string;
  /** What the selectors of the audit found; not there where it has none. */
  extracted?: Extracted;
}

/** What an audit is to keep of each page: the text of elements, or an attribute of theirs. */
export interface ExtractionRule {
  name: string;
  /** CSS. */
  selector: string;
  attribute?: string | undefined;
}
/** Values by the names of rules, in the order of the page; null where a rule took too much. */
export type Extracted = Readonly<Record<string, readonly string[] | null>>;

/** What differs, or can only be measured, once scripts ran. */
export interface RenderedFacts {
  title: string | null;
  /** What robots meta tags say. */
  robots: readonly string[];
  canonicals: readonly string[];
  /** Of links, without fragments. */
  links: readonly string[];
  /** Of the main text. */
  words: number;
  headings: readonly HeadingFacts[];
  /** Types of its structured data, each once. */
  structured: readonly string[];
  images: readonly { url: string; naturalWidth: number; shownWidth: number }[];
  performance: PerformanceFacts;
  extracted?: Extracted;
}

/** What one load in the browser of the service measured, with nothing slowed down: lab data, in milliseconds and bytes. Null is what the browser did not say. */
export interface PerformanceFacts {
  /** Largest and First Contentful Paint, and the end of loading, from the start of navigation. */
  lcpMs: number | null;
  fcpMs: number | null;
  loadMs: number | null;
  /** Cumulative Layout Shift: the worst window of five seconds. */
  cls: number | null;
  /** Total Blocking Time from First Contentful Paint until the page was quiet. */
  tbtMs: number | null;
  /** The slowest of three presses of Tab until the next paint; 0 where it is below the 16 ms that browsers tell. */
  inpMs: number | null;
  elements: number;
  requests: number;
  /** Over the network, by what it was. */
  bytes: Readonly<Record<LoadKind, number>>;
  /** Hosts outside of the domain, the most bytes first. */
  thirdParties: readonly { host: string; requests: number; bytes: number }[];
  /** Requests that failed, each with why. */
  failed: readonly string[];
  /** Errors that its scripts did not catch. */
  errors: readonly string[];
}

/** What is loaded, by its kind. */
export const loadKinds = ['document', 'stylesheet', 'script', 'image', 'font', 'media', 'other'] as const;
export type LoadKind = (typeof loadKinds)[number];
