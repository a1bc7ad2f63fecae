import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { goodFields, goodPage } from './good-page.ts';
import { pageFaults, type PageFault } from './page-faults.ts';

/** What one page answers, and the fault that it was made with; null for a good one. */
export interface LabSitePage {
  url: string;
  fault: string | null;
  status: number;
  fields: readonly (readonly [string, string])[];
  body: string;
}

/** Hosts among which the faults are dealt out; each has good pages as well. */
const HOSTS = ['shop.example', 'blog.example', 'docs.example', 'news.example'] as const;
const GOOD_PAGES = 75;

/** Faults of how a page is reached or what a browser makes of it, which no answer of a server shows. */
const overHttp = ({ failed, certificate, redirects, rendered, robots, ttfbMs, plain }: PageFault) => !failed && !certificate && !redirects && !rendered && !robots && ttfbMs === undefined && !plain;

/** Several hosts of good pages, with every fault that an answer can show planted once. */
export function auditSites(): LabSitePage[] {
  const good = HOSTS.flatMap((host, hostAt) => Array.from({ length: GOOD_PAGES }, (_, at) => pageAt(host, `/page-${at}`, hostAt * 1000 + at, null)));
  const faulty = Object.entries(pageFaults).filter(([, fault]) => overHttp(fault)).map(([id, fault], at) => pageAt(HOSTS[at % HOSTS.length]!, fault.path ?? `/${id.replaceAll('.', '-')}`, 9000 + at, id, fault));
  return [...good, ...faulty];
}

function pageAt(host: string, path: string, seed: number, id: string | null, fault: PageFault = {}): LabSitePage {
  const url = new URL(path, `https://${host}`).href;
  const parts = typeof fault.parts === 'function' ? fault.parts(url) : fault.parts;
  return { url, fault: id, status: fault.status ?? 200, fields: fault.fields ?? goodFields, body: fault.body ?? goodPage(url, `subject ${seed}`, seed, parts) };
}

/** Serves the pages on loopback, by the header Host and the path; bodies are sent as they stand, whatever Content-Encoding says. */
export async function startAuditSites(pages: readonly LabSitePage[]): Promise<{ port: number; close: () => Promise<void> }> {
  const byUrl = new Map(pages.map(page => [page.url, page]));
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const page = byUrl.get(`https://${request.headers.host}${request.url}`);
    response.writeHead(page?.status ?? 404, (page?.fields ?? []).flat());
    response.end(page?.body ?? '');
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => new Promise(resolve => server.close(() => resolve())) };
}
