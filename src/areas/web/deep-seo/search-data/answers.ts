import { z } from 'zod';
import type { SearchDataProvider, SearchDataReply } from '../../../../core/outside/search-data.ts';
import { catalog } from './catalog.ts';

export const faultKinds = ['credentials', 'notAllowed', 'notProven', 'limited', 'spent', 'unreachable', 'unreadable'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Why an import came to nothing; `cause` is a sentence for people that has neither credentials nor anything of a reply. */
export interface Fault {
  fault: FaultKind;
  cause: string;
  /** For how long the provider asks to be left alone. */
  retryAfterMs?: number | undefined;
}

export function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'fault' in value;
}

const GoogleError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).max(100).catch([]), details: z.array(z.object({ reason: z.string().optional() })).max(100).catch([]), status: z.string().catch('') }) });
const BingError = z.object({ ErrorCode: z.int() });
/** Google says 403 both to whom it does not let in and to whom it has let in too often. */
const GOOGLE_LIMITS: ReadonlySet<string> = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded', 'RATE_LIMIT_EXCEEDED']);
/** ApiErrorCode of Bing: https://learn.microsoft.com/en-us/dotnet/api/microsoft.bing.webmaster.api.interfaces.apierrorcode */
const BING_FAULTS: Readonly<Record<number, 'credentials' | 'limited' | 'notAllowed'>> = { 3: 'credentials', 4: 'limited', 5: 'limited', 6: 'notAllowed', 7: 'notAllowed', 13: 'notAllowed', 14: 'notAllowed' };

/** The JSON of a reply, undefined where its body is none and null where the provider knows nothing of what was asked for; or why there is none. */
export function judge(provider: SearchDataProvider, reply: SearchDataReply): { json: unknown } | Fault {
  const { name } = catalog[provider];
  if (reply.outcome === 'refused') return { fault: 'credentials', cause: `${name} does not accept the credentials. Create new ones and connect again.` };
  if (reply.outcome === 'failed') return { fault: 'unreachable', cause: `${name} could not be read: ${reply.cause}.` };
  const { status, json } = reply;
  if (status === 200 || (status === 202 && provider === 'indexNow')) return { json };
  if (status === 404 && provider === 'crux') return { json: null };
  const kind = kindOf(provider, status, json);
  switch (kind) {
    case 'credentials': return { fault: kind, cause: `${name} does not accept the credentials. Create new ones and connect again.` };
    case 'notAllowed': return { fault: kind, cause: NOT_ALLOWED[provider] };
    case 'limited': return { fault: kind, cause: `${name} limits requests. The next import waits.`, retryAfterMs: reply.retryAfterMs ?? undefined };
    case 'unreachable': return { fault: kind, cause: `${name} answered with status ${status}.` };
  }
}

const NOT_ALLOWED: Readonly<Record<SearchDataProvider, string>> = {
  searchConsole: 'The credentials have no access to the property in Search Console. Add their account as a user of the property, or enter the property as Search Console shows it.',
  bingWebmaster: 'The API key has no access to this website in Bing Webmaster Tools. Verify the website there, or enter its address as shown there.',
  crux: 'The API key may not use the Chrome UX Report API. Enable the API in its project, and allow it in the restrictions of the key.',
  indexNow: 'IndexNow did not find the key on the website. Serve it as https://<host>/<key>.txt, with the key as the only content.',
};

function kindOf(provider: SearchDataProvider, status: number, json: unknown): 'credentials' | 'notAllowed' | 'limited' | 'unreachable' {
  if (status === 429) return 'limited';
  if (status === 401) return 'credentials';
  if (provider === 'bingWebmaster') {
    const { data } = BingError.safeParse(json);
    return (data && BING_FAULTS[data.ErrorCode]) ?? (status === 403 ? 'notAllowed' : 'unreachable');
  }
  if (provider === 'indexNow') return status === 403 || status === 422 ? 'notAllowed' : 'unreachable';
  const error = GoogleError.safeParse(json).data?.error;
  const reasons = error === undefined ? [] : [...error.errors, ...error.details].map(({ reason }) => reason ?? '');
  if (status === 403) return reasons.some(reason => GOOGLE_LIMITS.has(reason)) || error?.status === 'RESOURCE_EXHAUSTED' ? 'limited' : 'notAllowed';
  if (status === 404) return 'notAllowed';
  return status === 400 && reasons.includes('API_KEY_INVALID') ? 'credentials' : 'unreachable';
}
