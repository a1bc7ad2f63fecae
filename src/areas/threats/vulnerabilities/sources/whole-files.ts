import type { Db } from '../../../../store/index.ts';
import { coverProducts, indexAdvisories, indexExploited, indexLifecycles, indexScores } from '../data/index-records.ts';
import { likelyFrom } from '../matching/priority.ts';
import { productsNamed } from '../products/find.ts';
import { parseEpssModel, parseEpssRow, type EpssScore } from '../records/epss.ts';
import { parseKev, parseVulnCheckKev, type KnownExploited } from '../records/kev.ts';
import { parseLifecycles } from '../records/lifecycle.ts';
import { objectIn, textIn } from '../records/reading.ts';
import { parseRetire } from '../records/retire.ts';
import { bodyIn, inForm, inFull, jsonIn, SourceFailed, validatorsIn, type Reading, type SourceReader, type Step } from './source.ts';

const HOUR_MS = 3_600_000;
const MAX_SCORES = 1_000_000;
const SCORES_A_STEP = 5000;
const MAX_PAGES = 200;

/** Reads one file whole where it changed. */
function wholeFile(source: SourceReader['source'], everyMs: number, take: (body: Uint8Array, reading: Reading) => Omit<Step, 'position' | 'dataAsOf'>): SourceReader {
  return {
    source, everyMs,
    async *read(reading) {
      const validators = validatorsIn(reading.position);
      const found = bodyIn(await reading.ask('', validators));
      if (found === null) yield { position: { ...validators }, dataAsOf: reading.now };
      else yield { ...take(found.body, reading), position: { ...found.validators }, dataAsOf: reading.now };
    },
  };
}

export const kev = wholeFile('kev', HOUR_MS, (body, reading) => {
  const { version, entries: listed } = inForm(parseKev(jsonIn(body)));
  const entries = inFull(listed, reading);
  return { keep: tx => indexExploited(tx, 'cisa', entries), facts: { version, entries: entries.length } };
});

export const endoflife = wholeFile('endoflife', 24 * HOUR_MS, (body, reading) => {
  const lifecycles = inFull(inForm(parseLifecycles(jsonIn(body))), reading);
  return { keep: tx => indexLifecycles(tx, lifecycles), facts: { entries: lifecycles.length } };
});

export const retire = wholeFile('retire', 24 * HOUR_MS, (body, reading) => {
  const advisories = inFull(inForm(parseRetire(jsonIn(body), new Date(reading.now).toISOString())), reading);
  const products = advisories.flatMap(({ affected }) => affected.flatMap(({ name }) => productsNamed(name)));
  return { keep: async tx => { await indexAdvisories(tx, advisories); await coverProducts(tx, 'retire', products); }, facts: { entries: advisories.length } };
});

/** The scores of a day. From which score on a vulnerability counts as likely exploited is read from all of them: each model spreads them otherwise. */
export const epss: SourceReader = {
  source: 'epss', everyMs: 12 * HOUR_MS,
  async *read(reading) {
    const validators = validatorsIn(reading.position);
    const found = bodyIn(await reading.ask('', validators));
    // They are no younger for being asked for again.
    if (found === null) return yield { position: { ...validators }, dataAsOf: reading.dataAsOf ?? reading.now };
    const model = inForm(parseEpssModel(firstLineOf(found.body)));
    const scores: EpssScore[] = [];
    for (const line of linesOf(found.body)) {
      const score = parseEpssRow(line);
      if (score) scores.push(score);
      if (scores.length > MAX_SCORES) throw new SourceFailed(`It sent more than ${MAX_SCORES} scores.`);
    }
    inFull(scores, reading);
    for (let from = 0; from < scores.length; from += SCORES_A_STEP) {
      const some = scores.slice(from, from + SCORES_A_STEP);
      const isLast = from + SCORES_A_STEP >= scores.length;
      const keep = (tx: Db): Promise<void> => indexScores(tx, some);
      yield isLast ? { keep, position: { ...found.validators }, dataAsOf: Date.parse(model.scoredOn!), facts: { version: model.version, entries: scores.length, scoredOn: model.scoredOn, likelyFrom: likelyFrom(scores.map(({ score }) => score)) } } : { keep, position: null };
    }
  },
};

/** VulnCheck's list, page by page, taken over when all of it is there. */
export const vulncheck: SourceReader = {
  source: 'vulncheck', everyMs: 12 * HOUR_MS,
  async *read(reading) {
    const entries: KnownExploited[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const found = bodyIn(await reading.ask(cursor === null ? '?limit=300&start_cursor=true' : `?limit=300&cursor=${encodeURIComponent(cursor)}`));
      const { _meta: meta, data } = objectIn(jsonIn(inForm(found).body));
      entries.push(...inForm(parseVulnCheckKev(data)).entries);
      cursor = textIn(objectIn(meta)['next_cursor'], 2000);
      if (cursor !== null) continue;
      inFull(entries, reading);
      return yield { keep: tx => indexExploited(tx, 'vulncheck', entries), position: null, dataAsOf: reading.now, facts: { entries: entries.length } };
    }
    throw new SourceFailed(`It has more than ${MAX_PAGES} pages.`);
  },
};

function firstLineOf(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, 200)).toString('latin1').split('\n', 1)[0]!.trim();
}

/** The lines of a text, without holding them all. */
export function* linesOf(body: Uint8Array): Generator<string> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    yield bytes.toString('utf8', from, end === -1 ? bytes.length : end).trim();
    from = end === -1 ? bytes.length : end + 1;
  }
}
