import type { Entrance } from '../rules/index.ts';
import type { Outside } from './outside.ts';
import { visit } from './visit.ts';
import type { AuditWork } from './work.ts';

/** Where an address leads that should lead to the site; null where nothing answers or robots.txt forbids it. */
export async function entranceOf(url: string, outside: Outside, run: AuditWork): Promise<Entrance | null> {
  const { finalUrl, fetch } = await visit(url, { ...outside, obeys: () => true, now: () => run.services.clock.now() });
  return fetch.outcome === 'answered' ? { url, finalUrl, status: fetch.status } : null;
}

/** The start with `www.` where the domain has none, and without where it has. */
export function siblingOf(domain: string): string {
  return `https://${domain.startsWith('www.') ? domain.slice(4) : `www.${domain}`}/`;
}
