import type { FetchOutcome, FetchPage } from '../web/page.ts';
import type { WebFacts } from '../web/find.ts';
import { saveSeen } from '../store/scans.ts';
import { originOf } from './http.ts';
import type { DoHostStage, HostWork } from './stage.ts';

/** A page that is read whole, unless whoever asks wants less. */
const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 10_000;
/** Requests of one website: at two a second, what ten minutes allow. */
const MAX_REQUESTS = 1200;

/** What the websites at the address show: each port whose first page was seen. */
export const seeWeb: DoHostStage = async work => {
  const { scanId, host, ports, signal } = work;
  const asked = ports.filter(({ http }) => http !== null);
  const seen: { port: number; web: WebFacts }[] = [];
  for (const row of asked) {
    if (signal.aborted) break;
    const origin = originOf(work, row);
    const web = await work.websites.find({ origin, address: host.address, port: row.port, fetchPage: fetching(work, origin), randomName: () => randomName(work.random), signal });
    if (!signal.aborted) seen.push({ port: row.port, web });
  }
  const untested = asked.length - seen.length;
  const gaps = seen.flatMap(({ port, web }) => web.notTested.map(({ what, cause }) => `${what} at port ${port}: ${cause}`));
  const causes = [...(untested > 0 ? [`${untested} of ${asked.length} websites were not tested: the time was up`] : []), ...(gaps.length > 0 ? [`${gaps.length} questions to websites were not answered, such as ${gaps[0]}`] : [])];
  return {
    outcome: causes.length === 0 ? 'done' : seen.length > 0 ? 'partial' : 'notTested',
    cause: causes.length === 0 ? null : causes.join('; '),
    async save(tx) {
      for (const { port, web } of seen) await saveSeen(tx, { scanId, address: host.address }, port, { web });
    },
  };
};

/** Asks this origin at this address, each request in its turn. */
function fetching({ target, turn, signal }: HostWork, origin: string): FetchPage {
  let left = MAX_REQUESTS;
  return async (path, { method, headers = {}, maxBytes = MAX_BYTES }): Promise<FetchOutcome> => {
    if (left-- <= 0) return { outcome: 'failed', cause: 'too many requests' };
    const isMine = await turn().then(() => !signal.aborted, () => false);
    if (!isMine) return { outcome: 'failed', cause: 'the time was up' };
    const reply = await target.page(`${origin}${path}`, { method, headers, maxBytes: Math.min(maxBytes, MAX_BYTES), timeoutMs: TIMEOUT_MS, signal });
    if (reply.outcome === 'failed') return { outcome: 'failed', cause: reply.cause };
    const { status, fields, body, truncated } = reply;
    return { outcome: 'answered', page: { path, status, headers: joined(fields), body, size: Buffer.byteLength(body), truncated } };
  };
}

function joined(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const values = Map.groupBy(fields, ([name]) => name.toLowerCase());
  return Object.fromEntries([...values].map(([name, same]) => [name, same.map(([, value]) => value).join('\n')]));
}

const NAME_CHARACTERS = 16;

function randomName(random: () => number): string {
  return Array.from({ length: NAME_CHARACTERS }, () => Math.floor(random() * 36).toString(36)).join('');
}
