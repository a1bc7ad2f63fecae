import { isWithin } from '../../../../core/domain-name.ts';
import type { AuditSettings } from '../settings.ts';
import { matchesPattern } from '../robots/match.ts';
import { endsSession } from './sign-out.ts';

/** Whether links to the address are followed; `other` is a site of its own. */
export type Scope = 'site' | 'other' | 'excluded';

/** Where the address lies, by the hosts and patterns of the audit; what would end its session is excluded. */
export function scopeOf(settings: Pick<AuditSettings, 'domain' | 'subdomains' | 'include' | 'exclude' | 'signOut'>, url: URL): Scope {
  const { hostname, port, pathname, search } = url;
  // Another port is another server.
  if (port !== '' || !isOfSite(settings, hostname)) return 'other';
  return isExcluded(settings, `${pathname}${search}`) || (settings.signOut !== undefined && endsSession(url, settings.signOut)) ? 'excluded' : 'site';
}

/** Whether the patterns leave the path out: those of robots.txt, `*` for anything and `$` for the end. */
function isExcluded({ include, exclude }: Pick<AuditSettings, 'include' | 'exclude'>, path: string): boolean {
  return exclude.some(pattern => matchesPattern(pattern, path)) || (include.length > 0 && !include.some(pattern => matchesPattern(pattern, path)));
}

/** Whether the address is one of the site, on a host that the account has proven: more may be asked of it than of those of others. */
export function isOwn(url: string, settings: Pick<AuditSettings, 'domain' | 'subdomains' | 'proven' | 'ownHosts'>): boolean {
  const { hostname, port } = new URL(url);
  const { ownHosts = 'all' } = settings;
  return settings.proven && port === '' && isOfSite(settings, hostname) && (ownHosts === 'all' || ownHosts.includes(hostname));
}

/** Whether the host belongs to the site. */
export function isOfSite({ domain, subdomains }: Pick<AuditSettings, 'domain' | 'subdomains'>, host: string): boolean {
  return host === domain || host === `www.${domain}` || (subdomains && isWithin(host, domain));
}
