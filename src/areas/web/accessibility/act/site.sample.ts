import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** Where the cases expect to be found. */
export const CASES_PATH = '/WAI/content-assets/wcag-act-rules/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.xhtml': 'application/xhtml+xml', '.xml': 'application/xml', '.svg': 'image/svg+xml', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json',
  '.png': 'image/png', '.jpg': 'image/jpeg', '.gif': 'image/gif', '.mp4': 'video/mp4', '.webm': 'video/webm', '.mp3': 'audio/mpeg', '.vtt': 'text/vtt', '.txt': 'text/plain', '.pdf': 'application/pdf', '.md': 'text/plain',
};

/** Serves the cases in `folder` on loopback. */
export async function serveCases(folder: string): Promise<{ server: Server; port: number }> {
  const answer = async (url: string, response: ServerResponse): Promise<void> => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://cases.example').pathname));
    const file = path.startsWith(CASES_PATH) ? await readFile(join(folder, path.slice(CASES_PATH.length))).catch(() => null) : null;
    response.writeHead(file ? 200 : 404, { 'content-type': file ? TYPES[extname(path)] ?? 'application/octet-stream' : 'text/plain' }).end(file ?? 'none');
  };
  const server = createServer(({ url = '/' }, response) => void answer(url, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
