import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** `noBucket` answers 404 for the bucket, `truncated` breaks off in the middle of what was promised. */
const s3Faults = ['noBucket', 'forbidden', 'serverError', 'slow', 'truncated', 'damaged'] as const;
export type S3Fault = (typeof s3Faults)[number];

/** A store with one bucket, addressed by path; it takes nothing that is not signed with its key (Signature Version 4). */
export interface S3Store extends Listening {
  endpoint: string;
  bucket: string;
  region: string;
  key: string;
  secret: string;
  /** What it holds, by key. */
  objects: Map<string, Buffer>;
  /** How it misbehaves from now on, for so many requests where `times` is given; null for not at all. */
  setFault(fault: S3Fault | null, times?: number): void;
}

const CREDENTIALS = { bucket: 'evidence', region: 'lab-1', key: 'LABKEY', secret: 'lab-secret-of-the-store' };

/** Starts an empty store by plain HTTP. */
export async function startS3(): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  let current: { fault: S3Fault | null; times: number } = { fault: null, times: 0 };
  const listening = await listen(createServer((request, response) => void readBody(request).then(body => {
    const fault = current.times-- > 0 ? current.fault : null;
    if (fault === null || fault === 'truncated' || fault === 'damaged') answer(request, body, objects, fault, response);
    else misbehave(fault, response);
  }, () => response.destroy())));
  return {
    ...listening, ...CREDENTIALS, objects,
    endpoint: `http://127.0.0.1:${listening.port}`,
    setFault: (fault, times = Infinity) => { current = { fault, times }; },
  };
}

function misbehave(fault: Exclude<S3Fault, 'truncated' | 'damaged'>, response: ServerResponse): void {
  switch (fault) {
    case 'slow': return;
    case 'noBucket': return refuse(response, 404, 'NoSuchBucket');
    case 'forbidden': return refuse(response, 403, 'AccessDenied');
    case 'serverError': return refuse(response, 500, 'InternalError');
  }
}

function answer(request: IncomingMessage, body: Buffer, objects: Map<string, Buffer>, fault: 'truncated' | 'damaged' | null, response: ServerResponse): void {
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return refuse(response, 400, 'XAmzContentSHA256Mismatch');
  if (request.headers.authorization !== authorizationOf(request)) return refuse(response, 403, 'SignatureDoesNotMatch');
  const { pathname, searchParams } = new URL(request.url!, 'http://lab');
  const [, bucket, ...rest] = pathname.split('/');
  if (bucket !== CREDENTIALS.bucket) return refuse(response, 404, 'NoSuchBucket');
  const key = decodeURIComponent(rest.join('/'));
  if (request.method === 'GET' && searchParams.get('list-type') === '2') return list(objects, searchParams, response);
  if (request.method === 'PUT') {
    const source = request.headers['x-amz-copy-source'];
    const copied = source === undefined ? body : objects.get(decodeURIComponent(String(source)).replace(`/${bucket}/`, ''));
    if (!copied) return refuse(response, 404, 'NoSuchKey');
    objects.set(key, copied);
    return void response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const object = objects.get(key);
  if (!object) return refuse(response, 404, 'NoSuchKey');
  if (fault === 'damaged') return void response.writeHead(200).end(Buffer.concat([object, Buffer.of(0)]));
  response.writeHead(200, { 'content-length': object.length });
  if (fault === null) return void response.end(object);
  response.write(object.subarray(0, object.length >> 1), () => response.destroy());
}

/** Objects directly below a prefix (ListObjectsV2 with the delimiter `/`). */
function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('start-after') ?? '';
  const keys = [...objects.keys()].filter(key => key > after && key.startsWith(prefix) && !key.slice(prefix.length).includes('/')).toSorted().slice(0, Number(query.get('max-keys')));
  const contents = keys.map(key => `<Contents><Key>${key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Key><Size>${objects.get(key)!.length}</Size></Contents>`);
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>\n<ListBucketResult>${contents.join('')}</ListBucketResult>`);
}

/** What the header must be, computed anew from the request as it came. */
function authorizationOf({ method, url, headers }: IncomingMessage): string {
  const signedHeaders = /SignedHeaders=([a-z0-9;-]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const at = String(headers['x-amz-date']);
  const scope = `${at.slice(0, 8)}/${CREDENTIALS.region}/s3/aws4_request`;
  const lines = signedHeaders.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`).join('');
  const [path, query = ''] = url!.split('?');
  const pairs = [...new URLSearchParams(query)].map(pair => pair.map(encodeURIComponent).join('=')).toSorted().join('&');
  const canonical = [method, path, pairs, lines, signedHeaders, headers['x-amz-content-sha256']].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((key, part) => createHmac('sha256', key).update(part).digest(), `AWS4${CREDENTIALS.secret}`);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.key}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No</Message></Error>`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
