import type { HttpReply } from './http-reply.ts';

/** A store or console that speaks HTTP: how it is known, and what shows that it asks nobody for a password. */
export interface Console {
  product: string;
  vendor?: string;
  cpe?: string;
  /** Where it shows itself, when not at `/`; asked only of servers whose reply at `/` says nothing else. */
  at?: string;
  known(reply: HttpReply): boolean;
  version?(reply: HttpReply): string | null;
  /** `itself`: that it shows itself is enough. A path: it is open if that one is answered with 200; the headers alone are read. */
  access?: 'itself' | { path: string };
}

const inBody = (pattern: RegExp) => ({ body }: HttpReply) => pattern.exec(body)?.[1] ?? null;
const inHeader = (name: string) => ({ headers }: HttpReply) => /^[vV]?(\d[\w.+-]{0,40})/.exec(headers.get(name) ?? '')?.[1] ?? null;

export const consoles: readonly Console[] = [
  { product: 'OpenSearch', cpe: 'amazon:opensearch', access: 'itself', known: ({ status, body }) => status === 200 && /"distribution" ?: ?"opensearch"/.test(body), version: inBody(/"number" ?: ?"(\d[\w.-]{1,20})"/) },
  { product: 'Elasticsearch', vendor: 'Elastic', cpe: 'elastic:elasticsearch', access: 'itself', known: ({ status, body }) => status === 200 && /You Know, for Search/.test(body), version: inBody(/"number" ?: ?"(\d[\w.-]{1,20})"/) },
  { product: 'Elasticsearch', vendor: 'Elastic', cpe: 'elastic:elasticsearch', known: ({ status, body }) => status === 401 && /missing authentication credentials for REST request/.test(body) },
  { product: 'CouchDB', vendor: 'Apache', cpe: 'apache:couchdb', access: { path: '/_all_dbs' }, known: ({ body }) => /"couchdb" ?: ?"Welcome"/.test(body), version: inBody(/"version" ?: ?"(\d[\w.-]{1,20})"/) },
  { product: 'Jenkins', cpe: 'jenkins:jenkins', access: { path: '/script' }, known: ({ headers }) => headers.has('x-jenkins'), version: inHeader('x-jenkins') },
  { product: 'InfluxDB', vendor: 'InfluxData', cpe: 'influxdata:influxdb', access: { path: '/query?q=SHOW%20DATABASES' }, known: ({ headers }) => headers.has('x-influxdb-version'), version: inHeader('x-influxdb-version') },
  { product: 'ClickHouse', cpe: 'clickhouse:clickhouse', access: { path: '/?query=SELECT%201' }, known: ({ headers }) => headers.has('x-clickhouse-summary') || headers.has('x-clickhouse-server-display-name') },
  { product: 'Kibana', vendor: 'Elastic', cpe: 'elastic:kibana', access: { path: '/api/status' }, known: ({ headers }) => headers.has('kbn-name') || headers.has('kbn-license-sig'), version: inHeader('kbn-version') },
  { product: 'Solr', vendor: 'Apache', cpe: 'apache:solr', at: '/solr/', access: 'itself', known: ({ status, body }) => status === 200 && /<title ng-non-bindable>Solr Admin<\/title>/.test(body), version: inBody(/img\/favicon\.ico\?_=(\d[\d.]+)/) },
  { product: 'Grafana', cpe: 'grafana:grafana', at: '/login', known: ({ body }) => /<title>Grafana<\/title>/.test(body), version: inBody(/"buildInfo":\{[^}]{0,200}"version":"(\d[\w.-]{1,20})"/) },
  { product: 'Docker', vendor: 'Docker', cpe: 'docker:docker', at: '/version', access: 'itself', known: ({ body }) => /"ApiVersion" ?: ?"/.test(body) && /"Os" ?: ?"/.test(body), version: inBody(/"Version" ?: ?"(\d[\w.+~-]{1,30})"/) },
  { product: 'etcd', cpe: 'etcd:etcd', at: '/version', access: { path: '/v2/keys' }, known: ({ body }) => /"etcdserver" ?: ?"/.test(body), version: inBody(/"etcdserver" ?: ?"(\d[\w.-]{1,20})"/) },
  { product: 'Kubernetes', cpe: 'kubernetes:kubernetes', at: '/version', access: { path: '/api/v1/namespaces?limit=1' }, known: ({ body }) => /"gitVersion" ?: ?"v/.test(body), version: inBody(/"gitVersion" ?: ?"v(\d[\w.+-]{1,30})"/) },
  { product: 'Kubernetes', cpe: 'kubernetes:kubernetes', access: { path: '/api/v1/namespaces?limit=1' }, known: ({ status, body }) => (status === 401 || status === 403) && /"kind" ?: ?"Status"/.test(body) },
  { product: 'kubelet', cpe: 'kubernetes:kubernetes', at: '/pods', access: 'itself', known: ({ status, body }) => status === 200 && /"kind" ?: ?"PodList"/.test(body) },
  { product: 'Consul', vendor: 'HashiCorp', cpe: 'hashicorp:consul', at: '/v1/agent/self', access: 'itself', known: ({ status, body }) => status === 200 && /"Config" ?: ?\{"Datacenter"/.test(body.replaceAll(/\s/g, '')), version: inBody(/"Version" ?: ?"(\d[\w.+-]{1,20})"/) },
  { product: 'Docker Registry', cpe: 'docker:registry', at: '/v2/', access: { path: '/v2/' }, known: ({ headers }) => (headers.get('docker-distribution-api-version') ?? '').startsWith('registry/') },
  { product: 'Prometheus', cpe: 'prometheus:prometheus', access: { path: '/api/v1/status/buildinfo' }, known: ({ body, headers }) => /<title>Prometheus Time Series/.test(body) || (/^\/(?:graph|query)$/.test(headers.get('location') ?? '') && /<a href="\/(?:graph|query)">Found<\/a>/.test(body)) },
  { product: 'Prometheus exporter', access: 'itself', known: ({ body }) => /<(?:title|h1)>[\w ]{0,30}Exporter<\/(?:title|h1)>/.test(body), version: inBody(/Version: ?\(version=(\d[\w.+~-]{1,30})/) },
  { product: 'RabbitMQ management', cpe: 'vmware:rabbitmq', known: ({ body }) => /<title>RabbitMQ Management<\/title>/.test(body) },
  { product: 'MinIO', cpe: 'minio:minio', known: ({ headers }) => (headers.get('server') ?? '').startsWith('MinIO') },
  { product: 'Neo4j', cpe: 'neo4j:neo4j', known: ({ body }) => /"neo4j_version" ?: ?"/.test(body), version: inBody(/"neo4j_version" ?: ?"(\d[\w.-]{1,20})"/) },
  { product: 'Hadoop NameNode', vendor: 'Apache', cpe: 'apache:hadoop', access: 'itself', known: ({ status, body }) => status === 200 && /dfshealth\.html/.test(body) },
];
