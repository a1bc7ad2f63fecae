import type { Line } from '../line.ts';

export interface HttpReply {
  status: number;
  /** Names in lower case; of a name that comes more than once the first. */
  headers: ReadonlyMap<string, string>;
  /** The first 16 KiB at most, chunks not put together. */
  body: string;
}

/** One GET; `headOnly` reads no further than the headers. Null where the reply is not HTTP. */
export async function get(line: Line, path: string, { headOnly = false } = {}): Promise<HttpReply | null> {
  const isWhole = (bytes: Uint8Array) => isComplete(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), headOnly);
  return readHttp(await line.ask(requestOf(line, path), isWhole));
}

export function requestOf({ target }: Line, path: string): string {
  const host = target.serverName ?? (target.host.includes(':') ? `[${target.host}]` : target.host);
  return `GET ${path} HTTP/1.1\r\nHost: ${host}:${target.port}\r\nUser-Agent: ${target.userAgent}\r\nAccept: */*\r\nConnection: close\r\n\r\n`;
}

/** Whether the body has the length that the headers give; where they give none, its end is the connection's. */
export function isComplete(text: string, headOnly = false): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return text.length > 12 && !text.startsWith('HTTP/');
  if (headOnly) return true;
  const length = /^content-length: *(\d{1,9})\r?$/im.exec(text.slice(0, end));
  if (length) return text.length >= end + 4 + Number(length[1]);
  return /^transfer-encoding: *chunked\r?$/im.test(text.slice(0, end)) && text.endsWith('0\r\n\r\n');
}

export function readHttp(reply: Buffer): HttpReply | null {
  const text = reply.toString('latin1');
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text);
  if (!status) return null;
  const end = text.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of text.slice(0, end < 0 ? undefined : end).split('\r\n').slice(1, 100)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { status: Number(status[1]), headers, body: end < 0 ? '' : text.slice(end + 4) };
}
