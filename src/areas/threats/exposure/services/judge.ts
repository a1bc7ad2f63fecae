import type { Finding } from '../../../../core/finding.ts';
import { serviceFindings } from './rules.ts';
import type { Service } from './service.ts';

/** By product where a protocol carries several, else by protocol. */
const consoles: ReadonlySet<string> = new Set(['Docker', 'Kubernetes', 'kubelet', 'Jenkins', 'Consul', 'Hadoop NameNode', 'Kibana', 'varnish-cli', 'jdwp', 'rfb', 'x11', 'ajp13', 'clamd', 'zabbix-agent', 'gearman', 'socks']);
/** Protocols of stores that no question of ours shows to be open. */
const stores: ReadonlySet<string> = new Set(['redis', 'mongodb', 'memcached', 'etcd', 'CouchDB', 'InfluxDB', 'Elasticsearch', 'oracle-tns', 'ms-sql-s', 'cassandra', 'kafka', 'zookeeper', 'ClickHouse', 'microsoft-ds', 'ldap']);
/** Metrics and lists that are often public on purpose: reported with less weight. */
const informative: ReadonlySet<string> = new Set(['Prometheus', 'Prometheus exporter', 'Docker Registry']);
/** These answer a question about themselves, and nothing else follows from that. */
const ownPassword: ReadonlySet<string> = new Set(['redis', 'mongodb', 'CouchDB', 'InfluxDB', 'Elasticsearch', 'cassandra', 'ClickHouse', 'microsoft-ds', 'ldap', 'ms-sql-s', 'oracle-tns']);

/** The findings on one service, from what was seen alone. */
export function judgeService(service: Pick<Service, 'protocol' | 'product' | 'evidence' | 'withoutPassword'>, { host, port }: { host: string; port: number }): Finding[] {
  const { protocol, product, evidence, withoutPassword } = service;
  if (protocol === null) return [];
  const words = { service: product ?? protocol, host, port: `port ${port}` };
  const seen = evidence.map(({ from, text }) => `${from}: ${text}`);
  const kind = [product, protocol].find(name => name !== null && (consoles.has(name) || stores.has(name) || informative.has(name))) ?? protocol;
  if (protocol === 'telnet') return [serviceFindings.plainTelnet.fail(seen, { words })];
  if (withoutPassword) {
    const asked = [`Answered without a password: ${withoutPassword.asked}`, ...seen];
    if (consoles.has(kind)) return [serviceFindings.openConsole.fail(asked, { words })];
    return [serviceFindings.openStore.fail(asked, { words, ...(informative.has(kind) && { severity: 'medium' }) })];
  }
  return stores.has(kind) ? [serviceFindings.reachableStore.fail(seen, { words, ...(ownPassword.has(kind) && { severity: 'medium' }) })] : [];
}
