import { inlinksOf } from '../src/areas/web/deep-seo/analysis/link-graph.ts';
import { pictureOf } from '../src/areas/web/deep-seo/analysis/picture.ts';
import { clicksFrom, LinkGraphBuilder, pageRanks, type LinkGraph } from '../src/areas/web/site-audit/index.ts';

const [PAGES, LINKS_A_PAGE] = [200_000, 25];
const [MAX_CPU_S, MAX_MIB, MAX_ERROR] = [60, 600, 1e-6];

/** Prints what the link graph of a large site takes, from its links to ranks, clicks and the picture, and how far its ranks are from those of another computation. */
export function bench(): Promise<void> {
  const started = process.cpuUsage();
  const builder = new LinkGraphBuilder();
  for (let page = 0; page < PAGES; page++) for (const target of targetsOf(page)) builder.add(page, target);
  const graph = builder.finish(PAGES);
  const ranks = pageRanks(graph);
  const [clicks, inlinks] = [clicksFrom(graph, [0]), inlinksOf(graph)];
  const urls = Array.from({ length: PAGES }, (_, page) => `https://site.example/section-${page % 90}/page-${page}`);
  const picture = pictureOf(graph, { urls, ranks, clicks });
  const { user, system } = process.cpuUsage(started);
  const [seconds, mib] = [(user + system) / 1e6, Math.round(process.resourceUsage().maxRSS / 1024)];
  const error = largestError(ranks, ranksByPulling(graph));
  console.log(`${PAGES.toLocaleString('en')} pages, ${graph.targets.length.toLocaleString('en')} links; most linked: ${inlinks.reduce((most, one) => Math.max(most, one), 0).toLocaleString('en')}; deepest: ${clicks.reduce((most, one) => Math.max(most, one), 0)} clicks; drawn: ${picture.nodes.length} folders, ${picture.edges.length} edges`);
  console.log(`processor: ${seconds.toFixed(1)} s (bar: ${MAX_CPU_S} s); memory of the whole process: ${mib} MiB (bar: ${MAX_MIB} MiB)`);
  console.log(`PageRank: at most ${error.toExponential(1)} of a rank from another computation (bar: ${MAX_ERROR})`);
  if (seconds > MAX_CPU_S || mib > MAX_MIB || error > MAX_ERROR) process.exitCode = 1;
  return Promise.resolve();
}

/** As sites are linked: a navigation, neighbours, and pages at random of which few are linked often; one page in fifty has no links. */
function targetsOf(page: number): number[] {
  if (page % 50 === 49) return [];
  const random = (at: number): number => (Math.imul(page * 31 + at, 0x9e3779b1) >>> 0) / 2 ** 32;
  return Array.from({ length: LINKS_A_PAGE + (page % 2) }, (_, at) => {
    if (at < 6) return at * 3;
    return at < 12 ? (page + at - 5) % PAGES : Math.floor(PAGES * random(at) ** 3);
  });
}

/** The same by the definition: probabilities that each page pulls from those that link to it, a fixed number of rounds. */
function ranksByPulling({ count, offsets, targets }: LinkGraph): Float64Array {
  const sources: number[][] = Array.from({ length: count }, () => []);
  for (let page = 0; page < count; page++) for (const target of targets.subarray(offsets[page], offsets[page + 1])) sources[target]!.push(page);
  const degree = (page: number): number => offsets[page + 1]! - offsets[page]!;
  let probabilities = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < 160; round++) {
    const dangling = probabilities.reduce((sum, one, page) => (degree(page) === 0 ? sum + one : sum), 0);
    probabilities = probabilities.map((_, page) => 0.15 / count + 0.85 * (dangling / count + sources[page]!.reduce((sum, source) => sum + probabilities[source]! / degree(source), 0)));
  }
  return probabilities.map(one => one * count);
}

function largestError(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, rank, page) => Math.max(most, Math.abs(rank - b[page]!) / Math.max(1, b[page]!)), 0);
}
