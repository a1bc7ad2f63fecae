import { join } from 'node:path';
import { systemClock as clock } from '../core/clock.ts';
import type { CertificateSearch, NameStreams } from '../core/outside/name-stream.ts';
import type { Asking } from '../wire/ct/ask.ts';
import { createCertSpotter } from '../wire/ct/cert-spotter.ts';
import { createCrtsh } from '../wire/ct/crtsh.ts';
import { listLogs } from '../wire/ct/log-list.ts';
import { createNameStreams, type ListStreams } from '../wire/name-streams.ts';
import { createCzds } from '../wire/zone-lists/czds.ts';
import { createRegisteredLists } from '../wire/zone-lists/registered-lists.ts';
import { composeHttpGet, type Outside } from './compose.ts';
import { ConfigError, settings, type Config } from './config.ts';

/** Where names are learnt from that nobody asked for one by one. */
export interface NameSourcesServices {
  nameStreams: NameStreams;
  certificateSearches: readonly CertificateSearch[];
}

/** The sources of names that `config` has switched on. Throws `ConfigError` for an account without its password. */
export function composeNameSources(config: Config, outside: Outside): NameSourcesServices {
  const get = composeHttpGet(outside);
  // What the operator has named himself may stand anywhere.
  const asking = (isOwn: boolean): Asking => ({ get, clock, configured: isOwn });
  const { DSS_CT_LOG_LIST: logList, DSS_CERTSPOTTER_KEY: key, DSS_CERTSPOTTER_URL: certSpotter, DSS_CRTSH_URL: crtsh, DSS_NRD_URL: registered } = config;
  const lists: ListStreams[] = [];
  if (config.DSS_CT) lists.push(signal => listLogs(asking(logList !== settings.DSS_CT_LOG_LIST.value), logList, signal));
  if (config.DSS_CZDS_USER !== null) lists.push(czdsOf(config, asking(config.DSS_CZDS_URLS !== settings.DSS_CZDS_URLS.value), config.DSS_CZDS_USER));
  if (registered !== null) {
    const stream = createRegisteredLists(asking(true), registered);
    lists.push(() => Promise.resolve({ outcome: 'streams', streams: [stream] }));
  }
  return {
    nameStreams: createNameStreams(clock, lists),
    certificateSearches: [
      ...(crtsh === null ? [] : [createCrtsh(asking(true), crtsh)]),
      ...(key === null ? [] : [createCertSpotter(asking(certSpotter !== settings.DSS_CERTSPOTTER_URL.value), { url: certSpotter, key })]),
    ],
  };
}

function czdsOf(config: Config, asking: Asking, user: string): ListStreams {
  const password = config.DSS_CZDS_PASSWORD;
  if (password === null) throw new ConfigError('DSS_CZDS_PASSWORD: must be set together with DSS_CZDS_USER.');
  const [accountUrl, zonesUrl] = config.DSS_CZDS_URLS.split(',') as [string, string];
  return createCzds({ asking, accountUrl, zonesUrl, user, password, folder: join(config.DSS_DATA_DIR, 'zones') }).list;
}
