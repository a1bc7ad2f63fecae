import { Growing } from '../rules/growing.ts';
import { countPages, isSettled, judgeSite, type SiteReader, type TargetFacts } from '../rules/index.ts';
import { keyOf } from '../store/found.ts';
import { factsOf } from '../store/stored-page.ts';
import { parsePageUrl } from '../urls/identity.ts';
import { remembered } from '../urls/remembered.ts';
import type { Failure, SiteJudged, SiteRows, SiteTask, TargetCounts } from './tasks.ts';

const FAILURES_AT_ONCE = 500;
const MAX_REMEMBERED = 20_000;

/** What every check says; failures are given to `rows` as they are found. */
export async function judgeRows(site: SiteTask, rows: SiteRows): Promise<SiteJudged> {
  const reader = readerOf(site, rows);
  let found: Failure[] = [];
  const flush = async (): Promise<void> => {
    const portion = found;
    found = [];
    if (portion.length > 0) await rows.take(portion);
  };
  const { index, tallies } = await judgeSite(reader, async ({ check, url, evidence }) => {
    found.push({ id: check.rule.id, url, key: keyOf(reader.identify(url)), evidence });
    if (found.length >= FAILURES_AT_ONCE) await flush();
  });
  await flush();
  return {
    tallies,
    isRead: countPages(index, ({ status }) => status !== null && status < 400) > 0,
    indexable: reader.numbers.filter((_, position) => index.briefs.at(position).indexable),
    targets: countOf([...index.targets.values()]),
  };
}

function countOf(targets: readonly TargetFacts[]): TargetCounts {
  const of = (kind: TargetFacts['kinds'][number]) => {
    const all = targets.filter(({ kinds }) => kinds.includes(kind));
    const settled = all.filter(isSettled).length;
    return { settled, unknown: all.length - settled };
  };
  return { link: of('link'), image: of('image'), resource: of('resource'), page: of('page') };
}

/** Reads the site in portions: no more than a few pages stand in memory. `numbers` are those of the pages whose addresses were read, in their order. */
function readerOf({ sitemapsByHost, foreign, ...site }: SiteTask, rows: SiteRows): SiteReader & { readonly numbers: Uint32Array } {
  let numbers = new Growing(Uint32Array);
  return {
    ...site,
    get numbers() { return numbers.part(0, numbers.length); },
    async* addresses() {
      numbers = new Growing(Uint32Array);
      for await (const { page, url } of inPortions(rows.addresses)) {
        numbers.push(page);
        yield url;
      }
    },
    async* pages() {
      for await (const row of inPortions(rows.pages)) yield factsOf(row);
    },
    async* targets() {
      for await (const { facts } of inPortions(rows.targets)) yield facts;
    },
    async* sitemapEntries() {
      for await (const { url } of inPortions(rows.sitemapEntries)) yield { url, sitemap: sitemapsByHost[new URL(url).host] ?? sitemapsByHost[''] ?? '' };
      yield* foreign;
    },
    identify: remembered(MAX_REMEMBERED, url => parsePageUrl(url)?.identity ?? url),
  };
}

async function* inPortions<Row extends { page: number }>(ask: (after: number) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const portion = await ask(after);
    yield* portion;
    const last = portion.at(-1);
    if (!last) return;
    after = last.page;
  }
}
