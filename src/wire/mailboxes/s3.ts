import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../../core/clock.ts';
import { isMailboxFault, type Mailbox, type MailboxFault } from '../../core/mailbox.ts';
import type { Connector } from '../door.ts';
import { faultOf, sendRequest, type MailboxReply, type MailboxRequest } from './request.ts';

export interface S3FolderOptions {
  bucket: string;
  /** What the keys of messages begin with, such as `reports`; what lies deeper is not looked at. */
  prefix: string;
  endpoint: string;
  region: string;
  key: string;
  secret: string;
  /** The way to servers that the operator named. */
  door: Connector;
  clock: Clock;
  maxBytes: number;
  signal: AbortSignal;
}

const MESSAGES = 200;
const MAX_XML_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Objects below a prefix of an S3-compatible store, as mail services put them there; done ones are moved to `processed/` below it. */
export function openS3Folder({ bucket, prefix, endpoint, region, key, secret, door, clock, maxBytes, signal }: S3FolderOptions): Mailbox {
  const folder = prefix === '' ? '' : `${prefix}/`;
  const base = `${endpoint}/${bucket}`;
  const pathOf = (name: string) => `${base}/${name.split('/').map(encodeURIComponent).join('/')}`;
  const ask = async (method: MailboxRequest['method'], url: string, max: number, more: Record<string, string> = {}): Promise<MailboxReply | MailboxFault> => {
    const datetime = new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const signer = new AwsV4Signer({
      method, url, headers: { 'X-Amz-Content-Sha256': EMPTY_SHA256, ...more }, accessKeyId: key, secretAccessKey: secret, service: 's3', region, datetime,
    });
    const { url: signed, headers } = await signer.sign();
    const body = method === 'PUT' ? { body: '' } : {};
    return sendRequest(door, { method, url: signed.href, headers: Object.fromEntries(headers), maxBytes: max, ...body }, TIMEOUT_MS, signal);
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
