import { z } from 'zod';
import type { AiAnswer, Connector, Refusal } from './connector.ts';
import { Count, degrees, Id, itemsOf, membersOf, Name, pointAt, Rating, Url } from './reading.ts';

const LocalResult = z.object({ place_id: Id, title: Name, website: Url, gps_coordinates: z.unknown().optional(), rating: Rating, reviews: Count });
const OrganicResult = z.object({ link: z.string().max(2000), title: Name });

/** Parts of a page of results by the names of SerpApi. */
const features: Readonly<Record<string, string>> = {
  ai_overview: 'aiOverview', answer_box: 'answerBox', knowledge_graph: 'knowledgePanel', local_results: 'localPack', related_questions: 'relatedQuestions', top_stories: 'topStories',
  inline_videos: 'videos', inline_images: 'images', shopping_results: 'shopping', ads: 'ads', discussions_and_forums: 'discussions',
};

/** SerpApi: https://serpapi.com/google-maps-api and https://serpapi.com/search-api */
export const serpApi: Connector = {
  id: 'serpApi',
  name: 'SerpApi',
  usdPerRequest: 0.015,
  price: 'By your plan at SerpApi; calculated here with 15 US dollars for 1,000 searches, that of its smallest plan. Searches that fail are not charged',
  limit: { perSecond: 2, burst: 5 },
  terms: {
    stores: 'idsAndRanks',
    says: 'Results are Google\'s: ids, ranks, ratings and numbers of reviews are stored, names and positions of others are not.',
    attribution: 'Google Maps, by SerpApi',
    url: 'https://serpapi.com/legal',
    readOn: '2026-11-21',
  },
  local: {
    rankKind: 'maps',
    says: 'The order of Google Maps as SerpApi sees it from the point.',
    idKind: 'google',
    names: true,
    ratings: true,
    maxResults: 20,
    request: ({ keyword, point, language, country }) => ({
      path: `search.json?${String(new URLSearchParams({ engine: 'google_maps', type: 'search', q: keyword, ll: `@${degrees(point.lat)},${degrees(point.lng)},14z`, hl: language, ...(country === null ? {} : { gl: country.toLowerCase() }) }))}`,
    }),
    read(reply) {
      const refused = refusalIn(reply);
      if (refused) return refused;
      return {
        outcome: 'listed',
        listings: itemsOf(membersOf(reply)['local_results'], LocalResult).map(({ place_id: id, title: name, website, gps_coordinates: at, rating, reviews }) => {
          const { latitude, longitude } = membersOf(at);
          return { id, name, website, rating, reviews, point: pointAt(latitude, longitude) };
        }),
      };
    },
  },
  web: {
    rankKind: 'organic',
    says: 'The order of Google\'s web results as SerpApi sees them.',
    aiAnswers: true,
    maxResults: 100,
    request: ({ keyword, language, country, device }) => ({
      path: `search.json?${String(new URLSearchParams({ engine: 'google', q: keyword, hl: language, gl: country.toLowerCase(), device, num: '100' }))}`,
    }),
    read(reply) {
      const refused = refusalIn(reply);
      if (refused) return refused;
      const members = membersOf(reply);
      return {
        outcome: 'ranked',
        results: itemsOf(members['organic_results'], OrganicResult).map(({ link: url, title }) => ({ url, title })),
        features: Object.entries(features).flatMap(([name, feature]) => (name in members ? [feature] : [])),
        localPack: itemsOf(membersOf(members['local_results'])['places'], z.object({ place_id: Id })).map(({ place_id: id }) => id),
        aiAnswer: aiAnswerIn(members['ai_overview']),
      };
    },
  },
};

/** The AI overview; one that Google makes only after the page has a token instead of its sources, and would be a second search. */
function aiAnswerIn(overview: unknown): AiAnswer {
  const { references, error } = membersOf(overview);
  if (overview === undefined || typeof error === 'string') return { shown: false, urls: null };
  return { shown: true, urls: Array.isArray(references) ? itemsOf(references, z.object({ link: z.string().max(2000) })).map(({ link }) => link) : null };
}

/** A reply with an error in it; one that says that there are no results is none. */
function refusalIn(reply: unknown): Refusal | null {
  const { error } = membersOf(reply);
  if (typeof error !== 'string' || /hasn't returned any results/i.test(error)) return null;
  return { outcome: 'refused', cause: 'it answered with an error', fatal: /api key|account|run out/i.test(error) };
}
