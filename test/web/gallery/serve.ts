import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Scene } from './scenes.ts';

const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
/** The policy of the application's own pages. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-gallery'; img-src 'self'; connect-src 'self'";

/** Builds the page of the gallery into `folder`. */
export async function buildGallery(folder: string): Promise<void> {
  await build({
    configFile: false, root: join(import.meta.dirname, 'page'), plugins: [react()], logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'esnext', assetsInlineLimit: 0, modulePreload: { polyfill: false }, minify: false },
  });
}

/** Serves the page from `folder`, and the scenes, on a free port of loopback. */
export async function serveGallery(folder: string, scenes: ReadonlyMap<string, Scene>): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const scene = path.startsWith('/scenes/') ? scenes.get(path.slice('/scenes/'.length)) : undefined;
    if (scene) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(scene));
      return;
    }
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      content => response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain', 'Content-Security-Policy': POLICY }).end(content),
      () => response.writeHead(path === '/icon.svg' ? 204 : 404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close().closeAllConnections() };
}
