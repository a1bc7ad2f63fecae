import type { CollectContext } from '../check.ts';
import { findWebsite, type WebsiteHost } from '../hosts/website.ts';
import { visit, visitOn, type Visit } from './visit.ts';

/** Whether the domain has a website, and what its front page answers. */
export interface WebFacts extends WebsiteHost {
  domain: string;
  /** Null where there is no host. */
  https: Visit | null;
  /** Of plain http, and where that leads to plain http again, what follows. */
  http: readonly Visit[];
}

/** Finds the host, and visits it over https and plain http at the same time. */
export async function collectWeb(context: CollectContext): Promise<WebFacts> {
  const { domain } = context;
  const { host, addresses } = await findWebsite(context);
  if (host === null) return { domain, host, addresses, https: null, http: [] };
  const [https, http] = await Promise.all([visit(`https://${host}/`, context), visitPlain(host, context)]);
  return { domain, host, addresses, https, http };
}

async function visitPlain(host: string, context: CollectContext): Promise<Visit[]> {
  const first = await visit(`http://${host}/`, context);
  return visitOn(first, url => url.protocol === 'http:' && url.port === '', context);
}
