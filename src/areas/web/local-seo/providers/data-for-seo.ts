import { z } from 'zod';
import type { AiAnswer, Connector, Refusal } from './connector.ts';
import { Count, degrees, Id, itemsOf, membersOf, Name, pointAt, Rating, Url } from './reading.ts';

const MapsItem = z.object({ type: z.literal('maps_search'), place_id: Id, title: Name, url: Url, latitude: z.unknown().optional(), longitude: z.unknown().optional(), rating: z.unknown().optional() });
const OrganicItem = z.object({ type: z.literal('organic'), url: z.string().max(2000), title: Name });
const PackItem = z.object({ type: z.literal('local_pack'), place_id: Id });
const Kind = z.object({ type: z.string() });
const Overview = z.object({ type: z.literal('ai_overview'), references: z.unknown().optional() });
const Votes = z.object({ value: Rating, votes_count: Count });

/** Parts of a page of results by the names of DataForSEO. */
const features: Readonly<Record<string, string>> = {
  ai_overview: 'aiOverview', answer_box: 'answerBox', featured_snippet: 'answerBox', knowledge_graph: 'knowledgePanel', local_pack: 'localPack', people_also_ask: 'relatedQuestions',
  top_stories: 'topStories', video: 'videos', images: 'images', shopping: 'shopping', paid: 'ads', discussions_and_forums: 'discussions',
};

const OK = 20_000;
/** Tasks without results. */
const NOTHING_FOUND = 40_102;

/** DataForSEO SERP API, live: https://docs.dataforseo.com/v3/serp/google/maps/live/advanced/ */
export const dataForSeo: Connector = {
  id: 'dataForSeo',
  name: 'DataForSEO',
  usdPerRequest: 0.002,
  price: '2 US dollars for 1,000 live requests of up to 100 results',
  limit: { perSecond: 30, burst: 30 },
  terms: {
    stores: 'idsAndRanks',
    says: 'Results are Google\'s: ids, ranks, ratings and numbers of reviews are stored, names and positions of others are not.',
    attribution: 'Google Maps, by DataForSEO',
    url: 'https://dataforseo.com/terms-and-conditions',
    readOn: '2026-11-21',
  },
  local: {
    rankKind: 'maps',
    says: 'The order of Google Maps as DataForSEO sees it from the point.',
    idKind: 'google',
    names: true,
    ratings: true,
    maxResults: 20,
    request: ({ keyword, point, language }) => ({
      path: 'v3/serp/google/maps/live/advanced',
      json: JSON.stringify([{ keyword, location_coordinate: `${degrees(point.lat)},${degrees(point.lng)},14z`, language_code: language, depth: 20 }]),
    }),
    read(reply) {
      const task = taskIn(reply);
      if ('outcome' in task) return task;
      return {
        outcome: 'listed',
        listings: itemsOf(task.items, MapsItem).map(({ place_id: id, title: name, url: website, latitude, longitude, rating: said }) => {
          const { value: rating, votes_count: reviews } = Votes.parse(membersOf(said));
          return { id, name, website, point: pointAt(latitude, longitude), rating, reviews };
        }),
      };
    },
  },
  web: {
    rankKind: 'organic',
    says: 'The order of Google\'s web results as DataForSEO sees them.',
    aiAnswers: true,
    maxResults: 100,
    request: ({ keyword, language, country, device }) => ({
      path: 'v3/serp/google/organic/live/advanced',
      json: JSON.stringify([{ keyword, language_code: language, location_name: countryNames.of(country) ?? country, device, depth: 100 }]),
    }),
    read(reply) {
      const task = taskIn(reply);
      if ('outcome' in task) return task;
      const kinds = new Set(itemsOf(task.items, Kind).flatMap(({ type }) => features[type] ?? []));
      return {
        outcome: 'ranked',
        results: itemsOf(task.items, OrganicItem).map(({ url, title }) => ({ url, title })),
        features: [...kinds],
        localPack: itemsOf(task.items, PackItem).map(({ place_id: id }) => id),
        aiAnswer: aiAnswerIn(task.items),
      };
    },
  },
};

/** It names countries in English. */
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The AI overview; one that Google makes only after the page is there without its sources, unless a higher price is paid. */
function aiAnswerIn(items: unknown): AiAnswer {
  const [overview] = itemsOf(items, Overview);
  if (!overview) return { shown: false, urls: null };
  const { references } = overview;
  return { shown: true, urls: Array.isArray(references) ? itemsOf(references, z.object({ url: z.string().max(2000) })).map(({ url }) => url) : null };
}

/** What the one task of a reply found. Errors stand in the body as well: those from 40100 to 40299 are of the account. */
function taskIn(reply: unknown): { items: unknown } | Refusal {
  const { status_code: whole, tasks } = membersOf(reply);
  const task = Array.isArray(tasks) ? membersOf(tasks[0]) : {};
  const code = whole === OK ? task['status_code'] : whole;
  if (code === NOTHING_FOUND) return { items: [] };
  if (code !== OK) return { outcome: 'refused', cause: `it answered with the status ${typeof code === 'number' ? code : 'of none that is known'}`, fatal: typeof code === 'number' && code >= 40_100 && code < 40_300 && code !== 40_202 };
  const { result } = task;
  return { items: Array.isArray(result) ? membersOf(result[0])['items'] : [] };
}
