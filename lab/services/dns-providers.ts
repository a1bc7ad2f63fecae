import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** What opens the providers of the lab; the second of each lists zones and may change nothing. */
export const labDnsKeys = {
  cloudflare: { token: 'lab-cloudflare-token', readOnly: 'lab-cloudflare-read-only' },
  route53: { accessKeyId: 'AKIALAB', readOnly: 'AKIALABREADONLY', secretAccessKey: 'lab/secret+of+route53' },
} as const;

/**
 * `limited` asks for an hour of patience, `brieflyLimited` for none and once, `serverError` answers 500, `slow` never ends its answer, `truncated` breaks off,
 * `garbage` is a page of HTML, `otherForm` is JSON or XML of another form, `redirect` leads elsewhere.
 */
export const dnsProviderFaults = ['limited', 'brieflyLimited', 'serverError', 'slow', 'truncated', 'garbage', 'otherForm', 'redirect'] as const;
export type DnsProviderFault = (typeof dnsProviderFaults)[number];

/** A zone of the account that the keys open. */
interface LabHostedZone {
  name: string;
  at: 'cloudflare' | 'route53';
  /** At Cloudflare; `active` unless specified otherwise. */
  status?: 'active' | 'pending' | 'moved';
  isPrivate?: true;
}

interface RecordSet {
  ttl: number;
  /** With quotes, as in zone files. */
  values: string[];
  setIdentifier?: string;
}

export interface LabDnsProviders extends Listening {
  /** Ends with a slash: the value of `DSS_DNS_PROVIDERS`. */
  url: string;
  zones: LabHostedZone[];
  /** Sets of TXT records, by their names without a dot at the end. */
  records: Map<string, RecordSet>;
  /** Zones on a page of a list. */
  pageSize: number;
  /** Of requests with that method, or all. */
  setFault(fault: DnsProviderFault | null, method?: 'GET' | 'POST'): void;
  /** Method, status and path of each request since the last call. */
  takeAsked(): string[];
}

const HOSTS = { cloudflare: 'api.cloudflare.com', route53: 'route53.amazonaws.com' } as const;
const XMLNS = 'https://route53.amazonaws.com/doc/2013-04-01/';

interface Question {
  method: string;
  /** Without the host that is the first part of the path at a mirror. */
  path: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingMessage['headers'];
}
interface Reply {
  status: number;
  type: 'application/json' | 'text/xml';
  body: string;
}

/** Starts Cloudflare and Route 53 as far as they publish TXT records; `published` hears of each set that was changed. */
export async function startDnsProviders(published: (zone: string, name: string, values: readonly string[]) => void = () => {}): Promise<LabDnsProviders> {
  const zones: LabHostedZone[] = [];
  const records = new Map<string, RecordSet>();
  const asked: string[] = [];
  let current: { fault: DnsProviderFault; method: string | undefined } | null = null;
  const listening = await listen(createServer((request, response) => void answer(request, response)));
  const server: LabDnsProviders = {
    ...listening, zones, records, pageSize: 50,
    url: `http://127.0.0.1:${listening.port}/`,
    setFault(fault, method) { current = fault === null ? null : { fault, method }; },
    takeAsked: () => asked.splice(0),
  };
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
    const { pathname, searchParams: query } = new URL(request.url!, 'http://lab');
    const [, host, ...parts] = pathname.split('/');
    const question = { method: request.method!, path: parts.join('/'), query, body, headers: request.headers };
    response.on('close', () => asked.push(`${request.method} ${response.statusCode} ${question.path}`));
    const fault = current && (current.method ?? request.method) === request.method ? current.fault : null;
    if (fault === 'brieflyLimited') current = null;
    const isCloudflare = host === HOSTS.cloudflare;
    if (!isCloudflare && host !== HOSTS.route53) return void response.writeHead(502).end();
    send(response, () => (isCloudflare ? cloudflare(question) : route53(question, request.url!.slice(`/${host}`.length))), fault, isCloudflare);
  }

  function cloudflare({ method, path, query, body, headers }: Question): Reply {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const { token: full, readOnly } = labDnsKeys.cloudflare;
    if (token !== full && token !== readOnly) return cloudflareError(403, 9109, 'Invalid access token');
    const own = zones.filter(({ at }) => at === 'cloudflare');
    if (path === 'client/v4/zones') {
      const [page, perPage] = [Number(query.get('page')), Math.min(Number(query.get('per_page')), server.pageSize)];
      const result = own.map(({ name, status = 'active' }) => ({ id: idOf(name), name, status, paused: false, type: 'full' })).slice((page - 1) * perPage, page * perPage);
      return json(200, { success: true, errors: [], messages: [], result, result_info: { page, per_page: perPage, count: result.length, total_count: own.length, total_pages: Math.ceil(own.length / perPage) } });
    }
    const zone = own.find(({ name }) => path === `client/v4/zones/${idOf(name)}/dns_records`);
    if (!zone) return cloudflareError(404, 7003, 'Could not route to this zone, perhaps your object identifier is invalid?');
    if (method === 'GET') {
      const name = query.get('name')!;
      return json(200, { success: true, errors: [], messages: [], result: (records.get(name)?.values ?? []).map(content => ({ id: idOf(name), name, type: 'TXT', content })) });
    }
    if (token === readOnly) return cloudflareError(403, 10_000, 'Authentication error');
    const { name, content, ttl } = JSON.parse(body) as { name: string; content: string; ttl: number };
    const values = records.get(name)?.values ?? [];
    if (values.includes(content)) return cloudflareError(400, 81_058, 'An identical record already exists.');
    set(zone.name, name, { ttl, values: [...values, content] });
    return json(200, { success: true, errors: [], messages: [], result: { id: idOf(name), name, type: 'TXT', content, ttl } });
  }

  function route53(question: Question, signedPath: string): Reply {
    const { method, path, query, body, headers } = question;
    const keyId = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1];
    const { accessKeyId, readOnly } = labDnsKeys.route53;
    if (keyId !== accessKeyId && keyId !== readOnly) return route53Error(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
    if (headers.authorization !== signatureOf(question, signedPath, keyId)) return route53Error(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.');
    const own = zones.filter(({ at }) => at === 'route53');
    if (path === '2013-04-01/hostedzone') {
      const [start, perPage] = [own.findIndex(({ name }) => idOf(name) === (query.get('marker') ?? idOf(name))), Math.min(Number(query.get('maxitems')), server.pageSize)];
      const next = own[start + perPage];
      const listed = own.slice(start, start + perPage).map(({ name, isPrivate }) => `<HostedZone><Id>/hostedzone/${idOf(name)}</Id><Name>${name}.</Name><CallerReference>lab</CallerReference><Config><PrivateZone>${isPrivate === true}</PrivateZone></Config></HostedZone>`).join('');
      return xml(200, `<ListHostedZonesResponse xmlns="${XMLNS}"><HostedZones>${listed}</HostedZones><IsTruncated>${next !== undefined}</IsTruncated>${next ? `<NextMarker>${idOf(next.name)}</NextMarker>` : ''}<MaxItems>${perPage}</MaxItems></ListHostedZonesResponse>`);
    }
    const zone = own.find(({ name }) => path === `2013-04-01/hostedzone/${idOf(name)}/rrset`);
    if (!zone) return route53Error(404, 'NoSuchHostedZone', 'No hosted zone found with this id.');
    if (method === 'GET') {
      // From a name on: a set of another name comes where there is none of this.
      const name = [...records.keys()].filter(one => one >= query.get('name')!).toSorted()[0];
      return xml(200, `<ListResourceRecordSetsResponse xmlns="${XMLNS}"><ResourceRecordSets>${name === undefined ? '' : recordSetXml(name, records.get(name)!)}</ResourceRecordSets><IsTruncated>false</IsTruncated><MaxItems>1</MaxItems></ListResourceRecordSetsResponse>`);
    }
    if (keyId === readOnly) return route53Error(403, 'AccessDenied', `User: arn:aws:iam::123456789012:user/lab is not authorized to perform: route53:ChangeResourceRecordSets on resource: arn:aws:route53:::hostedzone/${idOf(zone.name)}`);
    const changes = [...body.matchAll(/<Change><Action>(\w+)<\/Action><ResourceRecordSet><Name>([^<]+)\.<\/Name><Type>TXT<\/Type><TTL>(\d+)<\/TTL>(.*?)<\/ResourceRecordSet><\/Change>/gs)]
      .map(([, action, name, ttl, inside]) => ({ action, name: name!, set: { ttl: Number(ttl), values: [...inside!.matchAll(/<Value>([^<]*)<\/Value>/g)].map(([, value]) => value!) } }));
    const after = new Map(records);
    for (const { action, name, set: given } of changes) {
      const before = after.get(name);
      const fits = action === 'DELETE' ? before !== undefined && recordSetXml(name, before) === recordSetXml(name, given) : before === undefined;
      if (!fits) return xml(400, `<InvalidChangeBatch xmlns="${XMLNS}"><Messages><Message>Tried to ${action === 'DELETE' ? 'delete resource record set but the values provided do not match the current values' : 'create resource record set but it already exists'}</Message></Messages></InvalidChangeBatch>`);
      if (action === 'DELETE') after.delete(name);
      else after.set(name, given);
    }
    for (const { action, name, set: given } of changes) if (action === 'CREATE') set(zone.name, name, given);
    return xml(200, `<ChangeResourceRecordSetsResponse xmlns="${XMLNS}"><ChangeInfo><Id>/change/C1</Id><Status>PENDING</Status><SubmittedAt>2026-11-28T00:00:00Z</SubmittedAt></ChangeInfo></ChangeResourceRecordSetsResponse>`);
  }

  function set(zone: string, name: string, to: RecordSet): void {
    records.set(name, to);
    published(zone, name, to.values);
  }
}

/** The `Authorization` of a request to Route 53 itself, computed from the request as it came (Signature Version 4). */
function signatureOf({ method, query, body, headers }: Question, url: string, keyId: string): string {
  const signed = /SignedHeaders=([a-z0-9;-]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const at = String(headers['x-amz-date']);
  const scope = `${at.slice(0, 8)}/us-east-1/route53/aws4_request`;
  const lines = signed.split(';').map(name => `${name}:${name === 'host' ? HOSTS.route53 : String(headers[name]).trim()}\n`).join('');
  const pairs = [...query].map(pair => pair.map(encodeURIComponent).join('=')).toSorted().join('&');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256([method, url.split('?', 1)[0], pairs, lines, signed, sha256(body)].join('\n'))].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((key, part) => createHmac('sha256', key).update(part).digest(), `AWS4${labDnsKeys.route53.secretAccessKey}`);
  return `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${signed}, Signature=${createHmac('sha256', key).update(toSign).digest('hex')}`;
}

function recordSetXml(name: string, { ttl, values, setIdentifier }: RecordSet): string {
  const identifier = setIdentifier === undefined ? '' : `<SetIdentifier>${setIdentifier}</SetIdentifier><Weight>1</Weight>`;
  return `<ResourceRecordSet><Name>${name}.</Name><Type>TXT</Type>${identifier}<TTL>${ttl}</TTL><ResourceRecords>${values.map(value => `<ResourceRecord><Value>${value}</Value></ResourceRecord>`).join('')}</ResourceRecords></ResourceRecordSet>`;
}

function send(response: ServerResponse, make: () => Reply, fault: DnsProviderFault | null, isCloudflare: boolean): void {
  switch (fault) {
    case 'limited':
    case 'brieflyLimited': {
      const { status, type, body } = isCloudflare ? cloudflareError(429, 971, 'Please wait and consider throttling your request speed') : route53Error(400, 'Throttling', 'Rate exceeded');
      return void response.writeHead(status, { 'content-type': type, 'retry-after': fault === 'limited' ? '3600' : '0' }).end(body);
    }
    case 'serverError': return void response.writeHead(500).end('Internal Server Error');
    case 'slow': return void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    case 'garbage': return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><p>Welcome to the network<br></html>');
    case 'otherForm': return void response.writeHead(200).end(isCloudflare ? '{"result":"maintenance"}' : '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>');
    case 'redirect': return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    case 'truncated':
    case null: {
      const { status, type, body } = make();
      if (fault === null) return void response.writeHead(status, { 'content-type': type }).end(body);
      return void response.writeHead(status, { 'content-type': type, 'content-length': String(body.length + 20) }).write(body.slice(0, body.length / 2), () => response.destroy());
    }
  }
}

function json(status: number, body: unknown): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function xml(status: number, body: string): Reply {
  return { status, type: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` };
}

function cloudflareError(status: number, code: number, message: string): Reply {
  return json(status, { success: false, errors: [{ code, message }], messages: [], result: null });
}

function route53Error(status: number, code: string, message: string): Reply {
  return xml(status, `<ErrorResponse xmlns="${XMLNS}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>b25f48e8-84fd-11e6-80d9-574e0c4664cb</RequestId></ErrorResponse>`);
}

function idOf(name: string): string {
  return `Z${sha256(name).slice(0, 20).toUpperCase()}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
