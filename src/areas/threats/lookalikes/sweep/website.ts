import { isWithin, toUnicode } from '../../../../core/domain-name.ts';
import type { PageReply, WebProbe } from '../../../../core/outside/probes.ts';
import { leadsTo } from '../../../../checks/web/visit.ts';
import type { Details } from '../details.ts';
import { isParkedAt, saysParked } from '../score/parking.ts';
import type { Observation } from '../state/observe.ts';
import { readFrontPage } from './page.ts';

/** What a probe of a website needs to know of the domain that it may pass for. */
export interface SiteOf {
  /** The domain to be protected. */
  domain: string;
  isOwn(host: string): boolean;
}

const MAX_PAGE_BYTES = 262_144;
const MAX_HOPS = 4;
/** A shorter label is in many titles. */
const LEAST_TITLE_LETTERS = 4;
const nobody: Observation = { site: [], parked: [], login: [], home: [] };

/** The front page of a name that has an address, over HTTPS or plain http, and what it leads to. What could not be learnt is left out. */
export async function probeSite(name: string, nameservers: readonly string[], web: WebProbe, brand: SiteOf, signal: AbortSignal, now: number): Promise<{ seen: Observation; details: Details }> {
  const first = await open(name, web, signal);
  if (first.outcome === 'failed') return { seen: first.stage === 'connect' ? nobody : {}, details: {} };
  const last = await follow(first, web, brand, signal);
  if (last.outcome === 'failed' || last.status >= 500) return { seen: {}, details: {} };
  const host = new URL(last.url).hostname;
  const said = readFrontPage(last.body);
  const page = { url: last.url.slice(0, 500), status: last.status, title: said.title, leadsTo: isWithin(host, name) ? null : host, at: now };
  return { seen: observationOf(name, last, host, nameservers, said, brand), details: { web: page } };
}

type Answered = PageReply & { outcome: 'answered' };

function observationOf(name: string, { status, body }: Answered, host: string, nameservers: readonly string[], said: ReturnType<typeof readFrontPage>, { domain, isOwn }: SiteOf): Observation {
  if (isOwn(host)) return { site: ['up'], parked: [], login: [], home: ['home'] };
  if (status === 404 || status === 410) return nobody;
  const label = toUnicode(domain).split('.', 1)[0]!;
  const named = label.length >= LEAST_TITLE_LETTERS && (said.title ?? '').toLowerCase().includes(label);
  const elsewhere = said.sendsTo.some(to => !isWithin(to, name) && to !== host);
  return {
    site: ['up', ...(named ? ['title'] : [])],
    parked: isParkedAt([...nameservers, host]) || saysParked(body) ? ['parked'] : [],
    login: said.asksForSecrets ? ['asks', ...(elsewhere ? ['elsewhere'] : [])] : [],
    home: [],
  };
}

async function open(name: string, web: WebProbe, signal: AbortSignal): Promise<PageReply> {
  const secure = await web.visit(`https://${name}/`, { maxBytes: MAX_PAGE_BYTES, signal });
  if (secure.outcome === 'answered' || secure.stage === 'dns') return secure;
  return web.visit(`http://${name}/`, { maxBytes: MAX_PAGE_BYTES, signal });
}

/** Where redirects end: at a domain of the account nothing more needs to be asked. */
async function follow(first: Answered, web: WebProbe, { isOwn }: SiteOf, signal: AbortSignal): Promise<PageReply> {
  let last: PageReply = first;
  for (let hop = 0; hop < MAX_HOPS && last.outcome === 'answered'; hop++) {
    const next = leadsTo(last);
    if (next === null || !/^https?:$/.test(next.protocol)) return last;
    if (isOwn(next.hostname)) return { ...last, url: next.href, body: '', status: 200 };
    last = await web.visit(next.href, { maxBytes: MAX_PAGE_BYTES, signal });
  }
  return last;
}
