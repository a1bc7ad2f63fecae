/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = (string | string[])[];

/** On every reply. */
const always: readonly string[] = [
  // Bytes are never taken for a script or a page because they look like one.
  'X-Content-Type-Options', 'nosniff',
  // Links outwards tell nobody which domain, or which one-time token, was open.
  'Referrer-Policy', 'no-referrer',
];

/** Which sites may load a reply as image, script or frame; others could learn from side effects. */
const loadedBy = (site: 'same-origin' | 'cross-origin'): readonly string[] => ['Cross-Origin-Resource-Policy', site];

/** A year, the least that browsers' preload lists ask for; only on https, where coming back to http would be a fault. */
const strictTransport: readonly string[] = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];

/** A reply of the API is data: nothing in it may run, load or be framed. */
const dataPolicy: readonly string[] = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

/** Pages load only their own stylesheets, scripts and fonts, and talk only to this service. Components may write styles that carry `nonce`. */
function pagePolicy(nonce: string | undefined): readonly string[] {
  const styles = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    'Content-Security-Policy',
    `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; `
      + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ];
}

const ofPages: readonly string[] = [
  // A page that opens ours gets no handle on its window.
  'Cross-Origin-Opener-Policy', 'same-origin',
  // Nothing here needs these, so an injected script gets none of them either.
  'Permissions-Policy', 'camera=(), geolocation=(), microphone=()',
];

/** Replies of operations that a key may call from a browser anywhere; never with credentials, so a cookie gains nothing. */
const fromAnywhere: readonly string[] = [
  'Access-Control-Allow-Origin', '*',
  'Access-Control-Expose-Headers', 'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, Location, Content-Disposition',
];

/** The headers that never change, made once for each kind of reply. */
export interface DefaultHeaders {
  data: readonly string[];
  /** Data that scripts of other sites may read. */
  openData: readonly string[];
  /** A picture that pages of other sites may show. */
  picture: readonly string[];
  page(styleNonce?: string): readonly string[];
}

export function defaultHeaders(baseUrl: string): DefaultHeaders {
  const common = baseUrl.startsWith('https:') ? [...always, ...strictTransport] : always;
  const data = [...common, ...loadedBy('same-origin'), ...dataPolicy];
  const ofPage = [...common, ...loadedBy('same-origin'), ...ofPages];
  const plainPage = [...ofPage, ...pagePolicy(undefined)];
  return { data, openData: [...data, ...fromAnywhere], picture: [...common, ...loadedBy('cross-origin'), ...dataPolicy], page: nonce => nonce === undefined ? plainPage : [...ofPage, ...pagePolicy(nonce)] };
}

/** The answer to a preflight for `methods` (Fetch §3.2); browsers may remember it for 10 minutes. */
export function preflightHeaders(methods: readonly string[]): HeaderList {
  return [
    'Access-Control-Allow-Methods', methods.join(', '),
    'Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Accept, Last-Event-ID',
    'Access-Control-Max-Age', '600',
  ];
}
