import { systemClock as clock } from '../core/clock.ts';
import type { DnsProviders } from '../core/outside/dns-providers.ts';
import { createDnsProviders } from '../wire/dns-providers/index.ts';
import { composeDoor, type Outside } from './compose.ts';
import type { Config } from './config.ts';

/** Who publishes records for accounts, at public addresses or at the mirror that the operator named. */
export function composeDnsProviders({ DSS_DNS_PROVIDERS: from }: Pick<Config, 'DSS_DNS_PROVIDERS'>, outside: Outside): DnsProviders {
  return createDnsProviders({ door: composeDoor({ ...outside, allow: [] }).door, clock, from });
}
