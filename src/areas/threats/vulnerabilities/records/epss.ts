import { cvesIn, dateIn, listIn, numberIn, objectIn, textIn } from './reading.ts';

/** How likely it is that a vulnerability is exploited within 30 days, 0 to 1. */
export interface EpssScore {
  cve: string;
  score: number;
  /** The share of all vulnerabilities that score no more, 0 to 1. */
  percentile: number;
}

/** The model that made scores, and the day that they are of. */
export interface EpssModel {
  version: string | null;
  scoredOn: string | null;
}

const MODEL = /^#\s*model_version:(?<version>[\w.-]{1,32}),\s*score_date:(?<date>\d{4}-\d{2}-\d{2})/;
const ROW = /^(?<cve>CVE-\d{4}-\d{4,19}),(?<score>[01](?:\.\d{1,12})?(?:e-\d{1,2})?),(?<percentile>[01](?:\.\d{1,12})?(?:e-\d{1,2})?)\s*$/;
const MAX_ROWS = 10_000;

/** The first line of the daily file, `#model_version:…,score_date:…`; null where it is another. */
export function parseEpssModel(line: string): EpssModel | null {
  const found = MODEL.exec(line)?.groups;
  return found ? { version: found['version']!, scoredOn: found['date']! } : null;
}

/** One line of the daily file, `cve,epss,percentile`; null for headings, comments and anything else. */
export function parseEpssRow(line: string): EpssScore | null {
  const row = ROW.exec(line)?.groups;
  return row ? scoreOf(row['cve'], Number(row['score']), Number(row['percentile'])) : null;
}

/** A reply of the API, whose numbers are texts; null for what is none. */
export function parseEpssReply(value: unknown): EpssScore[] | null {
  const { data } = objectIn(value);
  if (!Array.isArray(data)) return null;
  return listIn(data, MAX_ROWS).map(objectIn).flatMap(row => (dateIn(row['date']) === null ? [] : scoreOf(textIn(row['cve']), numberIn(row['epss'], 0, 1), numberIn(row['percentile'], 0, 1)) ?? []));
}

function scoreOf(id: unknown, score: number | null, percentile: number | null): EpssScore | null {
  const [cve] = cvesIn([id]);
  return cve !== undefined && score !== null && percentile !== null && score <= 1 && percentile <= 1 ? { cve, score, percentile } : null;
}
