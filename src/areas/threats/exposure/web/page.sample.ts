import type { FetchedPage, FetchPage } from './page.ts';

/** What a sample of a server answers at one path; left out, the status is 200. */
export interface SamplePage {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** One answer as it is fetched. */
export function pageOf(path: string, { status = 200, headers = {}, body = '' }: SamplePage): FetchedPage {
  return { path, status, headers: { 'content-type': 'text/html', ...headers }, body, size: Buffer.byteLength(body), truncated: false };
}

/** A server that answers by `answer`, 404 where that says nothing and `failed` for null; `asked` lists what came. */
export function sampleServer(answer: (path: string, times: number) => SamplePage | null | undefined): { fetchPage: FetchPage; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetchPage: (path, { method }) => {
      const times = asked.filter(one => one === `${method} ${path}`).length + 1;
      asked.push(`${method} ${path}`);
      const given = answer(path, times);
      if (given === null) return Promise.resolve({ outcome: 'failed', cause: 'timeout' });
      return Promise.resolve({ outcome: 'answered', page: pageOf(path, given ?? { status: 404, body: 'Not found' }) });
    },
  };
}
