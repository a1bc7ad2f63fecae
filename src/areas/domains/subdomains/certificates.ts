import { certificateSources, type CertificateSearch } from '../../../core/outside/name-stream.ts';
import { hostBelow, type SeenName } from './names.ts';

/** What one search for certificates came to. `part`: it stopped in the middle; `cause` says why there may be more. */
export interface CertificatesAsked {
  source: CertificateSearch['source'];
  state: 'whole' | 'part' | 'failed' | 'notConfigured';
  names: number;
  cause: string | null;
}

const MAX_PAGES = 50;
/** As many as are kept of a domain. */
const MAX_NAMES = 5000;

/** Asks all that are configured, all at once, for the names below the domain. One that fails never means that there are none. */
export function askCertificates(searches: readonly CertificateSearch[], domain: string, signal: AbortSignal): Promise<{ asked: CertificatesAsked; seen: SeenName[] }[]> {
  return Promise.all(certificateSources.map(async source => {
    const search = searches.find(one => one.source === source);
    if (!search) return { asked: { source, state: 'notConfigured' as const, names: 0, cause: null }, seen: [] };
    const { names, cause } = await askAll(search, domain, signal);
    const state = cause === null ? 'whole' : names.length > 0 ? 'part' : 'failed';
    return { asked: { source, state, names: names.length, cause }, seen: names.map(name => ({ name, source })) };
  }));
}

async function askAll(search: CertificateSearch, domain: string, signal: AbortSignal): Promise<{ names: string[]; cause: string | null }> {
  const names = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const step = await search.search(domain, cursor, signal);
    if (step.outcome !== 'names') return { names: [...names], cause: step.cause };
    for (const host of step.names.flatMap(name => hostBelow(name, domain) ?? [])) names.add(host);
    if (names.size > MAX_NAMES) return { names: [...names].slice(0, MAX_NAMES), cause: `it stopped after ${MAX_NAMES} names` };
    if (!step.more) return { names: [...names], cause: null };
    cursor = step.cursor;
  }
  return { names: [...names], cause: `it stopped after ${MAX_PAGES} pages` };
}
