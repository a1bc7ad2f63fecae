import { z } from 'zod';
import { known, reachesAllowed } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { keyedProviders, searchProviders, type SearchProvider } from '../../../../core/outside/local-search.ts';
import { gridShapes } from '../geo/grid.ts';
import { Country } from '../businesses/location.ts';
import { definitions } from '../metrics/definitions.ts';
import { idKinds, rankKinds } from '../providers/connector.ts';
import { connectors } from '../providers/index.ts';
import { keysOf } from '../providers/own-keys.ts';
import type { LocalSeoServices } from '../services.ts';
import { monthOf } from '../store/spending.ts';
import { categories } from './categories.ts';
import { directoriesFor, directoryKinds } from './directories.ts';
import { gridPresets, localChecks } from './presets.ts';
import { settingsOf } from './settings-of.ts';

const keyed: ReadonlySet<string> = new Set(keyedProviders);

const Engine = z.object({
  rankKind: z.enum(rankKinds).describe('`apiOrder`: of an interface for programs; `maps`: of a map as people see it; `proximity`: by distance alone; `organic`: of web results; `metasearch`: of several search engines together'),
  says: z.string(), maxResults: z.int(),
});

const ProviderRecord = z.object({
  id: z.enum(searchProviders), name: z.string(), configured: z.boolean().describe('Whether the operator has set it up'),
  usable: z.boolean().describe('Whether this account may use it: with a key of its own, or where the operator has set it up; there, providers that charge are for the operator\'s account and trusted ones'),
  ownKey: z.boolean().describe('Whether the account has a key of its own for it'), takesOwnKey: z.boolean(),
  settings: z.array(z.string()).describe('What the operator sets for it'),
  grid: Engine.extend({ idKind: z.enum(idKinds).describe('Whose ids it gives'), names: z.boolean().describe('Whether a business is recognized without its id'), ratings: z.boolean().describe('Whether ratings come with its results') }).nullable().describe('Null where it finds no businesses'),
  web: Engine.extend({ aiAnswers: z.boolean().describe('Whether it says what an AI answers') }).nullable().describe('Null where it finds no web pages'),
  usdPerRequest: z.number(), price: z.string(), requestsPerSecond: z.number().describe('At its public address'),
  terms: z.object({ stores: z.enum(['idsAndRanks', 'everything']), says: z.string(), attribution: z.string().nullable(), url: z.string(), readOn: z.string().describe('When they were read') }),
}).meta({ id: 'LocalSeoProvider' });

const catalog = operationIn<LocalSeoServices>()({
  id: 'localSeo.catalog',
  summary: 'Show the catalog of local SEO',
  description: 'What local SEO works with: providers with prices, limits and terms and whether they are set up, sizes of grids, definitions of metrics, categories of businesses, and directories where a business belongs, by country and category.',
  method: 'GET',
  path: '/api/local-seo/catalog',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({ country: Country.optional().describe('Only directories for this country'), category: z.enum(categories.map(({ id }) => id)).optional().describe('Only directories for this category') }),
  output: z.object({
    success: z.literal(true),
    data: z.object({
      providers: z.array(ProviderRecord),
      businessProfile: z.object({ connected: z.boolean() }).describe('Whether the account has a grant for Google Business Profile'),
      spending: z.object({ monthUsd: z.number().describe('What searches cost this month (UTC), at the prices of the catalog'), monthlyUsd: z.number().nullable().describe('The cap in the settings; null: none') }),
      gridPresets: z.array(z.object({ id: z.string(), name: z.string(), gridSize: z.int(), spacingMeters: z.int(), shape: z.enum(gridShapes) })),
      metrics: z.array(z.object({ id: z.string(), definition: z.string() })),
      categories: z.array(z.object({ id: z.string(), name: z.string(), osm: z.string().describe('Tag of OpenStreetMap'), google: z.string().describe('Type of Google Places') })),
      directories: z.array(z.object({ id: z.string(), name: z.string(), url: z.string(), kind: z.enum(directoryKinds), countries: z.array(z.string()).describe('None: the whole world'), categories: z.array(z.string()).describe('None: all') })),
      checks: z.array(z.object({ id: z.string(), name: z.string(), says: z.string(), operation: z.string() })),
    }).meta({ id: 'LocalSeoCatalog' }),
  }),
  examples: [{ input: {}, says: 'Everything' }, { input: { country: 'AT', category: 'dentist' }, says: 'Directories for dentists in Austria' }],
  run: async ({ caller, now }, { db, localSearch: { configured, takesKeys } }, { country, category }) => {
    const { account } = known(caller);
    const [keys, { usd: monthUsd, most: monthlyUsd }] = [takesKeys ? await keysOf(db, account.id) : new Map<string, number>(), await monthOf(db, account.id, now)];
    const mayUse = (id: SearchProvider, usdPerRequest: number): boolean => keys.has(id) || (configured.includes(id) && (usdPerRequest === 0 || reachesAllowed(account)));
    return { success: true as const, data: {
      businessProfile: { connected: keys.has('businessProfile') }, spending: { monthUsd, monthlyUsd },
      providers: Object.values(connectors).map(({ id, name, local, web, usdPerRequest, price, limit: { perSecond: requestsPerSecond }, terms }) => ({
        id, name, configured: configured.includes(id), usable: mayUse(id, usdPerRequest), ownKey: keys.has(id), takesOwnKey: takesKeys && keyed.has(id), settings: [...settingsOf[id]],
        grid: local && { rankKind: local.rankKind, says: local.says, maxResults: local.maxResults, idKind: local.idKind, names: local.names, ratings: local.ratings === true }, web: web && { rankKind: web.rankKind, says: web.says, maxResults: web.maxResults, aiAnswers: web.aiAnswers === true },
        usdPerRequest, price, requestsPerSecond, terms,
      })),
      gridPresets: [...gridPresets],
      metrics: Object.entries(definitions).map(([id, definition]) => ({ id, definition })),
      categories: [...categories],
      directories: directoriesFor(country, category).map(directory => ({ ...directory, countries: [...directory.countries], categories: [...directory.categories] })),
      checks: [...localChecks],
    } };
  },
});

export const catalogOperations = [catalog] as const;
