import { systemClock as clock } from '../core/clock.ts';
import { darkwebSources, type Darkweb } from '../core/outside/darkweb.ts';
import { createDarkweb } from '../wire/darkweb.ts';
import { composeHttpGet, type Outside } from './compose.ts';
import type { Config } from './config.ts';

const DAY_MS = 86_400_000;
const DAYS_A_MONTH = 30.4375;

/** Who knows of leaked credentials, at public addresses or at the mirror that the operator named. */
export function composeDarkweb(config: Config, outside: Outside): Darkweb {
  return createDarkweb({
    get: composeHttpGet({ ...outside, allow: [] }), clock, from: config.DSS_DARKWEB,
    wanted: darkwebSources.filter(source => config.DSS_DARKWEB_SOURCES.split(',').includes(source)),
    keys: { hibp: config.DSS_HIBP_KEY, leakCheck: config.DSS_LEAKCHECK_KEY, intelX: config.DSS_INTELX_KEY, dehashed: config.DSS_DEHASHED_KEY },
    keptMs: Math.round(config.DSS_DARKWEB_RETENTION * DAYS_A_MONTH * DAY_MS),
  });
}
