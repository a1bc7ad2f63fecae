import { sha256Of } from '../../core/outside/blobs.ts';
import { isMailboxFault, type Mailbox, type MailboxFault } from '../../core/outside/mailbox.ts';
import type { Connector } from '../door.ts';
import { signS3, type S3Access } from '../s3-signature.ts';
import { faultOf, sendRequest, type MailboxReply, type MailboxRequest } from './request.ts';

export interface S3FolderOptions extends S3Access {
  bucket: string;
  /** What the keys of messages begin with, such as `reports`; what lies deeper is not read. */
  prefix: string;
  endpoint: string;
  /** The way to servers that the operator named. */
  door: Connector;
  maxBytes: number;
  signal: AbortSignal;
}

const MESSAGES = 200;
const MAX_XML_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** Objects below a prefix of an S3-compatible store, as mail services put them there; done ones are moved to `processed/` below it. */
export function openS3Folder({ bucket, prefix, endpoint, door, maxBytes, signal, ...access }: S3FolderOptions): Mailbox {
  const folder = prefix === '' ? '' : `${prefix}/`;
  const base = `${endpoint}/${bucket}`;
  const pathOf = (name: string) => `${base}/${name.split('/').map(encodeURIComponent).join('/')}`;
  const ask = async (method: MailboxRequest['method'], url: string, max: number, more: Record<string, string> = {}): Promise<MailboxReply | MailboxFault> => {
    const signed = await signS3(access, method, url, sha256Of(''), more);
    const body = method === 'PUT' ? { body: '' } : {};
    return sendRequest(door, { method, url: signed.url.href, headers: signed.headers, maxBytes: max, ...body }, TIMEOUT_MS, signal);
  };
  return {
    async list(cursor) {
      const query = new URLSearchParams({ 'delimiter': '/', 'list-type': '2', 'max-keys': String(MESSAGES), 'prefix': folder, ...(cursor === null ? {} : { 'start-after': cursor }) });
      const reply = await ask('GET', `${base}?${query.toString()}`, MAX_XML_BYTES);
      if (isMailboxFault(reply)) return reply;
      return faultOf(reply, `listing ${base}`) ?? itemsOf(reply.body.toString('utf8')).filter(({ id }) => !id.endsWith('/'));
    },
    async read(id) {
      if (leadsElsewhere(id)) return elsewhere(id);
      const reply = await ask('GET', pathOf(id), maxBytes);
      return isMailboxFault(reply) ? reply : faultOf(reply, `reading ${id}`) ?? reply.body;
    },
    async done(id) {
      if (leadsElsewhere(id)) return elsewhere(id);
      const target = `${folder}processed/${id.slice(folder.length)}`;
      const copied = await ask('PUT', pathOf(target), MAX_XML_BYTES, { 'X-Amz-Copy-Source': `/${bucket}/${id.split('/').map(encodeURIComponent).join('/')}` });
      if (isMailboxFault(copied)) return copied;
      const fault = faultOf(copied, `copying ${id}`);
      if (fault) return fault.fault === 'notFound' ? null : fault;
      const removed = await ask('DELETE', pathOf(id), MAX_XML_BYTES);
      return isMailboxFault(removed) ? removed : faultOf(removed, `removing ${id}`);
    },
    close: () => Promise.resolve(),
  };
}

/** Whether a URL resolves parts of the key as steps in its path, even where they are encoded: then it is another object's. */
function leadsElsewhere(key: string): boolean {
  return key.split('/').some(part => /^\.{1,2}$/.test(part));
}

function elsewhere(key: string): MailboxFault {
  return { fault: 'unreadable', cause: `${key}: no URL leads to an object of this name` };
}

/** The objects of a listing. Keys are text with the five entities of XML. */
function itemsOf(xml: string): { id: string; bytes: number | null; cursor: string }[] {
  return [...xml.matchAll(/<Contents>([^]*?)<\/Contents>/g)].flatMap(([, content]) => {
    const key = /<Key>([^<]*)<\/Key>/.exec(content!)?.[1];
    const size = Number(/<Size>(\d+)<\/Size>/.exec(content!)?.[1] ?? NaN);
    return key === undefined ? [] : [{ id: plain(key), bytes: Number.isNaN(size) ? null : size, cursor: plain(key) }];
  });
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp|#(\d{1,6}));/g, (_, name: string, code?: string) => (code === undefined ? entities[name]! : String.fromCodePoint(Number(code))));
}
