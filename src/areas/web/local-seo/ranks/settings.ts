import { z } from 'zod';
import { isWithin } from '../../../../core/domain-name.ts';
import { oneLine } from '../../../../core/inputs.ts';
import type { SearchProvider } from '../../../../core/outside/local-search.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { Country, Language } from '../businesses/location.ts';
import type { CostEstimate } from '../grid/settings.ts';
import { devices, type AiAnswer, type Device, type WebResult } from '../providers/connector.ts';
import { connectors } from '../providers/index.ts';
import type { Payer } from '../providers/own-keys.ts';

export const MAX_KEYWORDS = 100;
/** Who finds web pages. */
const webProviders = ['searxng', 'serpApi', 'dataForSeo'] as const satisfies readonly SearchProvider[];

/** Which results are the domain's: on the domain itself and `www` before it, on any host below it, or one page alone. */
export const matchModes = ['domain', 'subdomains', 'url'] as const;
export type MatchMode = (typeof matchModes)[number];

/** What people choose of how keywords are checked. */
export const rankChoices = {
  provider: z.enum(webProviders).default('searxng').describe('Who is asked; the catalog says which are set up, and what they cost'),
  language: Language.default('en'),
  country: Country.default('US'),
  device: z.enum(devices).default('desktop'),
  match: z.enum(matchModes).default('domain').describe('Which results count: those on the domain and `www` before it, also those on hosts below it, or the page `url` alone'),
  url: z.url({ protocol: /^https?$/ }).max(1000).nullable().default(null).describe('With `match: url`: the page'),
};
const Choices = z.strictObject(rankChoices);
type RankChoices = z.output<typeof Choices>;

export const keywordInput = oneLine(100);

/** How the keywords of a check are asked for. */
export interface RankSettings {
  provider: (typeof webProviders)[number];
  language: string;
  country: string;
  device: Device;
  match: MatchMode;
  url: string | null;
  domain: string;
  keywords: readonly string[];
  /** Left out, the operator. */
  payer?: Payer;
}

/** Throws `Problem` where `match` and `url` do not go together, or the page is not of the domain. */
export function settle(choices: RankChoices, domain: string, keywords: readonly string[]): RankSettings {
  const fail = (message: string) => invalid([{ path: ['url'], message }]);
  if (choices.match === 'url' && choices.url === null) throw fail('Give the page that is to rank.');
  if (choices.match !== 'url' && choices.url !== null) throw fail('It is for match=url alone. Leave it out.');
  if (choices.url !== null && !isWithin(new URL(choices.url).hostname, domain)) throw fail(`Give a page of ${domain}.`);
  return { ...choices, domain, keywords: [...new Set(keywords)] };
}

export function estimate({ provider, keywords }: Pick<RankSettings, 'provider' | 'keywords'>): CostEstimate {
  const { usdPerRequest, price } = connectors[provider];
  return { points: keywords.length, requests: keywords.length, usd: Math.round(keywords.length * usdPerRequest * 10_000) / 10_000, price };
}

/** What makes two ranks comparable: the same question, asked in the same way, of which the same results count. */
export function seriesOf({ provider, language, country, device, match, url }: Omit<RankSettings, 'keywords' | 'domain'>, keyword: string): string {
  return JSON.stringify([keyword.toLowerCase(), provider, language, country, device, match, url]);
}

export const aiStates = ['none', 'cited', 'notCited', 'sourcesUnknown'] as const;

/** Whether an AI answers a keyword, and whether it cites the domain: from 1, its first source. */
export interface AiPresence {
  state: (typeof aiStates)[number];
  rank: number | null;
}

/** What an answer of an AI means for the domain; null where the provider does not say. */
export function presenceIn(answer: AiAnswer | undefined, settings: Pick<RankSettings, 'match' | 'url' | 'domain'>): AiPresence | null {
  if (answer === undefined) return null;
  if (!answer.shown) return { state: 'none', rank: null };
  if (answer.urls === null) return { state: 'sourcesUnknown', rank: null };
  const rank = answer.urls.findIndex(url => isOf(url, settings)) + 1;
  return rank > 0 ? { state: 'cited', rank } : { state: 'notCited', rank: null };
}

/** Where the domain ranks among results, from 1, and with which page; null where it does not. */
export function rankIn(results: readonly WebResult[], settings: Pick<RankSettings, 'match' | 'url' | 'domain'>): { rank: number; url: string } | null {
  const at = results.findIndex(({ url }) => isOf(url, settings));
  return at < 0 ? null : { rank: at + 1, url: results[at]!.url };
}

function isOf(result: string, { match, url, domain }: Pick<RankSettings, 'match' | 'url' | 'domain'>): boolean {
  const found = URL.parse(result);
  if (!found) return false;
  if (match === 'url') return pageOf(found) === pageOf(new URL(url!));
  return match === 'subdomains' ? isWithin(found.hostname, domain) : found.hostname === domain || found.hostname === `www.${domain}`;
}

/** A page whatever its scheme, `www.`, fragment and final slash are. */
function pageOf({ hostname, pathname, search }: URL): string {
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}
