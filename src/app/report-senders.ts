import type { ReportAnswersServices } from '../areas/mail/dmarc/index.ts';
import { systemClock as clock } from '../core/clock.ts';
import { createIpData, type IpData } from '../wire/ip-data.ts';
import { composeDoor, type Outside } from './compose.ts';
import type { Config } from './config.ts';

/** What names senders, besides the reports themselves: the data on addresses that `config` names, and the resolver. */
export function composeSenders(config: Config, outside: Outside): Pick<ReportAnswersServices, 'networkOf' | 'addressData' | 'resolve'> {
  const { resolver } = composeDoor(outside);
  const data = createIpData({ paths: config.DSS_IP_DATA ?? [], clock });
  // Until they are read, nothing is known of any address.
  void data.refresh();
  return { networkOf: data.networkOf, addressData: () => statusOf(data), resolve: signal => ({ lookup: (name, type) => resolver.lookup(name, type, signal) }) };
}

function statusOf(data: IpData): ReturnType<ReportAnswersServices['addressData']> {
  const state = data.state();
  if (state.outcome === 'notConfigured') return { state: 'notConfigured', attribution: [] };
  return { state: state.files.length > 0 ? 'inUse' : 'notRead', attribution: [...new Set(state.files.map(({ attribution }) => attribution))] };
}
