import type { Selectable } from 'kysely';
import { z } from 'zod';
import { reachesAllowed, type Account } from '../../../../core/access.ts';
import { oneLine } from '../../../../core/inputs.ts';
import { invalid as invalidInput } from '../../../../core/invalid-input.ts';
import type { LocalSearch, SearchProvider } from '../../../../core/outside/local-search.ts';
import { Problem } from '../../../../core/problem.ts';
import { Country, Language, PointInput } from '../businesses/location.ts';
import { gridShapes, pointsOf, type Grid } from '../geo/grid.ts';
import type { Connector, LocalEngine } from '../providers/connector.ts';
import { connectors } from '../providers/index.ts';
import type { Payer } from '../providers/own-keys.ts';
import type { LocalSeoTables } from '../tables.ts';

type Business = Selectable<LocalSeoTables['local_business']>;

const MAX_KEYWORDS = 20;
/** Who finds businesses. */
export const gridProviders = ['google', 'serpApi', 'dataForSeo', 'nominatim', 'photon', 'overpass'] as const satisfies readonly SearchProvider[];

/** What people choose of a scan. */
export const gridChoices = {
  keywords: z.array(oneLine(100)).min(1).max(MAX_KEYWORDS).describe('What customers search for; each is asked for at every point'),
  provider: z.enum(gridProviders).default('google').describe('Who is asked; the catalog says which are set up, and what they cost'),
  gridSize: z.int().min(3).max(21).refine(size => size % 2 === 1, 'Give an odd number from 3 to 21.').default(7).describe('Rows and columns, an odd number'),
  spacingMeters: z.int().min(50).max(20_000).default(500).describe('Between neighbours'),
  shape: z.enum(gridShapes).default('square').describe('A circle leaves out the corners'),
  center: PointInput.optional().describe('Left out, where the business is'),
  language: Language.optional().describe('Left out, that of the business'),
  country: Country.optional().describe('Left out, that of the business'),
  refine: z.boolean().default(false).describe('Asks at every second point first, and between them only where ranks change; counts as all points until it ends'),
};

export const maxCostUsd = z.number().min(0).max(10_000).default(0).describe('What it may cost at most, in US dollars; what would cost more is refused before anything is asked');

const Choices = z.strictObject(gridChoices);
export type GridChoices = z.output<typeof Choices>;

/** What holds for one scan. */
export interface ScanSettings {
  provider: SearchProvider;
  keywords: readonly string[];
  grid: Grid;
  language: string;
  country: string | null;
  /** By which id the business is recognized; null for its website or name. */
  ownId: string | null;
  /** A coarse grid first. */
  refine?: boolean;
  /** Left out, the operator. */
  payer?: Payer;
  /** Whether the business was open when it began; left out before, and where its opening hours are not known. */
  open?: boolean;
  /** When it begins, in epoch milliseconds; left out, at once. */
  startsAt?: number;
}

/** What a scan asks for and costs, at the prices of the catalog. */
export interface CostEstimate {
  points: number;
  requests: number;
  usd: number;
  price: string;
}

/** The settings of a scan of the business; throws `Problem` for what the provider cannot do. */
export function settle(choices: GridChoices, business: Business): ScanSettings {
  const { provider, gridSize: size, spacingMeters, shape, refine, center = { lat: business.lat, lng: business.lng }, language = business.language, country = business.country } = choices;
  const keywords = [...new Set(choices.keywords)];
  const { local } = connectors[provider];
  const refused = keywords.map(keyword => local!.refuses?.(keyword) ?? null).find(reason => reason !== null);
  if (refused !== undefined && refused !== null) throw invalid('keywords', refused);
  const ownId = idOf(business, local!);
  if (ownId === null && !local!.names) throw invalid('provider', `${connectors[provider].name} gives ids alone: enter the place id of the business first (PATCH /api/local-seo/businesses/${business.id}), or choose another provider.`);
  return { provider, keywords, grid: { center, size, spacingMeters, shape }, language, country, ownId, refine };
}

function idOf(business: Business, { idKind }: LocalEngine): string | null {
  return idKind === 'google' ? business.google_id : business.osm_id;
}

export function estimate({ provider, keywords, grid }: Pick<ScanSettings, 'provider' | 'keywords' | 'grid'>): CostEstimate {
  const points = pointsOf(grid).length * keywords.length;
  const { usdPerRequest, price } = connectors[provider];
  return { points, requests: points, usd: rounded(points * usdPerRequest), price };
}

/** Throws `Problem` unless the provider is set up, the account may spend on it, and it costs no more than it may; an account with a key of its own may spend. */
export function requireMeans(provider: SearchProvider, usd: number, most: number, { account, localSearch, payer }: { account: Account; localSearch: Pick<LocalSearch, 'configured'>; payer: Payer }): void {
  const { name, usdPerRequest } = connectors[provider];
  if (payer === 'operator') {
    if (!localSearch.configured.includes(provider)) throw new Problem('invalid_state', `${name} is not set up here. GET /api/local-seo/catalog shows which providers are, and what the operator sets for the others; a key of your own goes to PUT /api/local-seo/providers/${provider}.`, { configured: localSearch.configured });
    if (usdPerRequest > 0 && !reachesAllowed(account)) throw new Problem('forbidden', `${name} charges the operator for each request: only the operator's account and trusted ones use it. Enter a key of your own with PUT /api/local-seo/providers/${provider}, or have the operator mark the account with "dss accounts trust".`);
  }
  if (usd > most) throw invalid('maxCostUsd', `This costs ${usd} US dollars, and may cost ${most}. Take a smaller grid or fewer keywords, or allow more.`);
}

/** How a provider is presented where its results are. */
export function labelOf({ name, local, web, terms: { attribution } }: Connector, kind: 'local' | 'web' = 'local') {
  const engine = kind === 'local' ? local! : web!;
  return { name, rankKind: engine.rankKind, says: engine.says, attribution };
}

function rounded(usd: number): number {
  return Math.round(usd * 10_000) / 10_000;
}

function invalid(field: string, message: string): Problem {
  return invalidInput([{ path: [field], message }]);
}
