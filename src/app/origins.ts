import type { ListChoice } from '../areas/threats/ip-targets/index.ts';
import { systemClock as clock } from '../core/clock.ts';
import type { Origins } from '../core/outside/origins.ts';
import { createHttpGet } from '../wire/http.ts';
import { createOrigins } from '../wire/origins.ts';
import { composeDoor, type Outside } from './compose.ts';
import type { Config } from './config.ts';

/** What tells the networks of addresses, as `config` names it. */
export function composeOrigins({ DSS_ASN_ZONE: zone, DSS_RPKI_URL: validatorUrl }: Pick<Config, 'DSS_ASN_ZONE' | 'DSS_RPKI_URL'>, outside: Outside): Origins {
  const { resolver, door } = composeDoor({ ...outside, allow: [] });
  return createOrigins({ resolver, get: createHttpGet(door), clock, zone: zone === 'off' ? null : zone, validatorUrl });
}

/** Which blocklists are asked about IP targets. */
export function composeListChoice({ DSS_BLOCKLIST_TERMS: accepted }: Pick<Config, 'DSS_BLOCKLIST_TERMS'>, { blocklists }: Outside): ListChoice {
  return { zones: blocklists?.zones ?? null, accepted: accepted ?? [], hasSpamhausKey: (blocklists?.spamhausKey ?? null) !== null };
}
