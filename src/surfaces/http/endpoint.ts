import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Credential } from '../../core/access.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Reply } from '../../core/pipeline.ts';
import { contentCodings, encode, type ContentCoding } from './content-coding.ts';
import { weakEtag } from './etag.ts';

/** Something to read besides the API: a page, a file, a word for load balancers. */
export interface Endpoint {
  /** `GET` unless it says otherwise; a body is passed over. */
  method?: 'GET' | 'POST';
  /** With `{name}` for what differs. */
  path: string;
  /** Whether scripts of other sites may read it. */
  open?: boolean;
  /** Whether pages of other sites may show it as a picture. */
  embeddable?: boolean;
  /** Answered also when the service has more to do than it can take. */
  vital?: boolean;
  answer(visit: Visit): Answer | Promise<Answer>;
}

/** One request for an endpoint. */
export interface Visit {
  /** Each parameter once; the first where it is repeated. */
  query: URLSearchParams;
  /** What stands in the place of each `{name}` of the path. */
  params: Readonly<Record<string, string>>;
  credential: Credential;
  /** Content codings that the visitor takes, such as `br`. */
  encodings: ReadonlySet<string>;
  /** Takes `operation` through the pipeline in the name of the visitor. */
  ask(operation: AnyOperation, input: Record<string, unknown>): Promise<Reply>;
}

export interface Answer {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Readonly<Record<string, string>>;
  /** Names this body, for `If-None-Match`; may be kept and asked for again. */
  etag?: string;
  /** For how long it may be kept, where it is longer than until the next question. */
  cacheControl?: string;
  /** Made for one visit: it is coded fast, and not kept. */
  isFresh?: true;
  /** Styles that carry this nonce are let in besides the stylesheets. */
  styleNonce?: string;
}

/** An answer that stays the same while the program runs. */
export function lasting(contentType: string, body: string): Answer {
  return { status: 200, contentType, body, etag: weakEtag(body) };
}

/** As `lasting`, for megabytes that few ask for: made on the first visit, and kept compressed only, a tenth of the size. */
export function lastingPacked(make: () => Answer): Endpoint['answer'] {
  let kept: ReturnType<typeof pack> | null = null;
  return async ({ encodings }) => {
    const { answer, bodies } = await (kept ??= pack(make()).catch((error: unknown) => {
      kept = null;
      throw error;
    }));
    const coding = contentCodings.find(one => encodings.has(one));
    if (coding === undefined) return { ...answer, body: await unpack(bodies.br) };
    return { ...answer, body: bodies[coding], headers: { ...answer.headers, 'Content-Encoding': coding, Vary: 'Accept-Encoding' } };
  };
}
const unpack = promisify(brotliDecompress);

async function pack({ body, ...answer }: Answer): Promise<{ answer: Omit<Answer, 'body'>; bodies: Record<ContentCoding, Buffer> }> {
  return { answer, bodies: { br: await encode(body, 'br', 'lasting'), gzip: await encode(body, 'gzip', 'lasting') } };
}

/** An answer made for this one visit. */
export function fresh(status: number, contentType: string, body: string): Answer {
  return { status, contentType, body, isFresh: true };
}
