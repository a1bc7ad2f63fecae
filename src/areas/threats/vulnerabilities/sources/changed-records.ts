import type { Json } from '../../../../core/canonical-json.ts';
import type { FeedValidators } from '../../../../core/outside/status-feeds.ts';
import { indexAdvisories } from '../data/index-records.ts';
import { distributionNames } from '../names/distributions.ts';
import type { Advisory } from '../records/advisory.ts';
import { parseCve5 } from '../records/cve5.ts';
import { parseNvd } from '../records/nvd.ts';
import { parseOsv } from '../records/osv.ts';
import { cvesIn, dateIn, listIn, numberIn, objectIn } from '../records/reading.ts';
import { bodyIn, inForm, jsonIn, SourceFailed, validatorsIn, type Reading, type SourceReader, type Step } from './source.ts';
import { linesOf } from './whole-files.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RECORDS_A_STEP = 40;
const AT_ONCE = 8;
/** How far back changes are read where nothing was read before: the log of the CVE List has 30 days. */
const FIRST_MS = 30 * DAY_MS;
/** The National Vulnerability Database takes at most 120 days at once. */
const NVD_WINDOW_MS = 119 * DAY_MS;
const NVD_PAGE = 2000;

/** A record that changed, and when. */
interface Change {
  at: number;
  id: string;
}

/** Reads the log of changes of the last 30 days, and each record that is in it. */
export const cve: SourceReader = {
  source: 'cve', everyMs: HOUR_MS,
  async *read(reading) {
    const found = await listOf(reading, 'cves/deltaLog.json', reading.position);
    if (found === null) return yield { position: reading.position as Json, dataAsOf: reading.now };
    const log = listIn(jsonIn(found.body), 2000).map(objectIn);
    const times = log.flatMap(entry => timeIn(entry['fetchTime']) ?? []);
    if (times.length === 0) throw new SourceFailed('It sent something in another form than is known.');
    const since = positionIn(reading.position) ?? { at: reading.dataAsOf ?? reading.now - FIRST_MS, id: '' };
    const changes = log.flatMap(entry => {
      const at = timeIn(entry['fetchTime']);
      return at === null ? [] : cvesIn([...listIn(entry['new'], 50_000), ...listIn(entry['updated'], 50_000)].map(change => objectIn(change)['cveId'])).map(id => ({ at, id }));
    });
    const missing = since.at < Math.min(...times) - HOUR_MS ? { from: since.at, to: Math.min(...times) } : null;
    yield* readChanges(reading, newerThan(changes, since), since, pathOfCve, parseCve5, found.validators, { missing });
  },
};

/** `CVE-2024-12345` is `cves/2024/12xxx/CVE-2024-12345.json`. */
function pathOfCve(id: string): string {
  const [, year, number] = id.split('-') as [string, string, string];
  return `cves/${year}/${number.slice(0, -3)}xxx/${id}.json`;
}

/** The ecosystems whose packages can be found. */
const ecosystems = [...distributionNames, 'Bitnami', 'npm'];
const OSV_ID = /^[A-Za-z0-9][\w.:-]{0,99}$/;
/** Packages that were made to do harm: nobody serves these unknowingly from a server, and they are most of npm's entries. */
const MALWARE = /^MAL-/;

/** Reads of each ecosystem which records changed, and each of these. */
export const osv: SourceReader = {
  source: 'osv', everyMs: 6 * HOUR_MS,
  async *read(reading) {
    const given = objectIn(reading.position);
    const positions: Record<string, Json> = {};
    for (const ecosystem of ecosystems) if (positionIn(given[ecosystem])) positions[ecosystem] = given[ecosystem] as Json;
    for (const ecosystem of ecosystems) {
      const since = positionIn(positions[ecosystem]) ?? { at: reading.dataAsOf ?? reading.now - FIRST_MS, id: '' };
      const folder = encodeURIComponent(ecosystem);
      const found = await listOf(reading, `${folder}/modified_id.csv`, positions[ecosystem]);
      if (found === null) continue;
      const steps = readChanges(reading, newerThan(changesInList(found.body), since), since, id => `${folder}/${encodeURIComponent(id)}.json`, parseOsv, found.validators, {});
      for await (const { keep, position } of steps) {
        positions[ecosystem] = position;
        yield { ...(keep ? { keep } : {}), position: { ...positions } };
      }
    }
    yield { position: { ...positions }, dataAsOf: reading.now };
  },
};

/** A list in which nothing is a change is none: every ecosystem has some thousands. */
function* changesInList(body: Uint8Array): Generator<Change> {
  let isList = false;
  for (const line of linesOf(body)) {
    const [time, id = ''] = line.split(',', 2);
    const at = timeIn(time);
    if (at === null || !OSV_ID.test(id)) continue;
    isList = true;
    if (!MALWARE.test(id)) yield { at, id };
  }
  if (!isList) throw new SourceFailed('It sent something in another form than is known.');
}

/** Reads what was modified since, page by page, in windows of the largest length. */
export const nvd: SourceReader = {
  source: 'nvd', everyMs: 2 * HOUR_MS,
  async *read(reading) {
    const given = objectIn(reading.position);
    let from = numberIn(given['from'], 0, Number.MAX_SAFE_INTEGER) ?? reading.dataAsOf ?? reading.now - FIRST_MS;
    let start = numberIn(given['start'], 0, 10_000_000) ?? 0;
    let until = numberIn(given['until'], 0, Number.MAX_SAFE_INTEGER) ?? Math.min(from + NVD_WINDOW_MS, reading.now);
    while (from < reading.now) {
      const page = objectIn(jsonIn(inForm(bodyIn(await reading.ask(`?lastModStartDate=${isoOf(from)}&lastModEndDate=${isoOf(until)}&resultsPerPage=${NVD_PAGE}&startIndex=${start}`))).body));
      const total = inForm(numberIn(page['totalResults'], 0, 10_000_000));
      const advisories = listIn(page['vulnerabilities'], NVD_PAGE).flatMap(entry => parseNvd(entry) ?? []);
      start += NVD_PAGE;
      if (start >= total) [from, start, until] = [until, 0, Math.min(until + NVD_WINDOW_MS, reading.now)];
      const isOver = from >= reading.now;
      yield { keep: tx => indexAdvisories(tx, advisories), position: isOver ? { from } : { from, start, until }, ...(isOver ? { dataAsOf: reading.now } : {}) };
    }
  },
};

/** The list of what changed; null where it is as it was when all that it named was read. */
async function listOf({ ask }: Reading, path: string, position: unknown): Promise<{ body: Uint8Array; validators: FeedValidators } | null> {
  return bodyIn(await ask(path, validatorsIn(position)));
}

/** The records of these changes, oldest first; each portion goes on where the one before ended, and the last one knows the list again. */
async function* readChanges(
  reading: Reading, changes: readonly Change[], since: Change, pathOf: (id: string) => string, parse: (value: unknown) => Advisory | null, validators: FeedValidators, facts: Record<string, { from: number; to: number } | null>,
): AsyncGenerator<Step> {
  for (let from = 0; from < changes.length; from += RECORDS_A_STEP) {
    const some = changes.slice(from, from + RECORDS_A_STEP);
    const advisories = await recordsOf(reading, [...new Set(some.map(({ id }) => id))], pathOf, parse);
    const { at, id } = some.at(-1)!;
    yield { keep: tx => indexAdvisories(tx, advisories), position: { at, id } };
  }
  const { at, id } = changes.at(-1) ?? since;
  yield { position: { at, id, ...validators }, dataAsOf: reading.now, facts };
}

/** What became of a record that is gone is said by the list of changes; one that is no record says nothing. */
async function recordsOf({ ask }: Reading, ids: readonly string[], pathOf: (id: string) => string, parse: (value: unknown) => Advisory | null): Promise<Advisory[]> {
  const found: Advisory[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const replies = await Promise.all(ids.slice(from, from + AT_ONCE).map(async id => ask(pathOf(id))));
    for (const reply of replies) {
      if (reply.outcome === 'absent') continue;
      const advisory = parse(jsonIn(inForm(bodyIn(reply)).body));
      if (advisory) found.push(advisory);
    }
  }
  return found;
}

/** Oldest first; of changes at one moment by id, so that reading can go on between them. */
function newerThan(changes: Iterable<Change>, since: Change): Change[] {
  return [...changes].filter(change => inTime(change, since) > 0).toSorted(inTime);
}

function inTime(a: Change, b: Change): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function positionIn(value: unknown): Change | null {
  const { at, id } = objectIn(value);
  return typeof at === 'number' && typeof id === 'string' ? { at, id } : null;
}

function timeIn(value: unknown): number | null {
  const text = typeof value === 'string' && value.length < 40 ? Date.parse(value) : Number.NaN;
  return Number.isNaN(text) || dateIn(value) === null ? null : text;
}

function isoOf(ms: number): string {
  return encodeURIComponent(new Date(ms).toISOString());
}
