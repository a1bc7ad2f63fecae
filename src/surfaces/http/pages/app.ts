import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../../../core/html.ts';
import { contentCodings } from '../content-coding.ts';
import type { Answer, Endpoint, Visit } from '../endpoint.ts';
import { appPaths } from './app-paths.ts';
import { freshPage, waitingPage } from './layout.ts';

/** How the files of the dashboard stand. */
export interface Dashboard {
  /** Where the newest finished build lies; null while there is none. Another build lies elsewhere. */
  folder(): string | null;
  /** Why none comes, and what its operator must do; null while one is being made. */
  readonly trouble: string | null;
}

interface Build {
  folder: string;
  document: string;
  files: ReadonlyMap<string, Asset>;
}

/** A file, and its codings where they were made with it. */
interface Asset {
  contentType: string;
  etag: string;
  lasts: boolean;
  bodies: ReadonlyMap<'br' | 'gzip' | 'identity', Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml', png: 'image/png', webmanifest: 'application/manifest+json',
};
/** A name that has the hash of its content in it never stands for anything else. */
const HASHED = /-[\w-]{8}\.(js|css|svg|png)$/;
const YEAR = 'public, max-age=31536000, immutable';

/** The dashboard: its document, at every path of its router too, and its files. */
export function appEndpoints(dashboard: Dashboard, newNonce: () => string): { page: Endpoint; endpoints: Endpoint[] } {
  const build = createReader(dashboard);
  const answer = (visit: Visit): Answer => {
    const { document } = build() ?? {};
    return document === undefined ? missingPage(dashboard.trouble) : documentFor(document, visit, newNonce());
  };
  const asset = ({ params, encodings }: Visit): Answer => fileOf(build()?.files.get(params['name']!), encodings);
  const endpoints = appPaths.map((path): Endpoint => ({ path, answer }));
  return { page: endpoints[0]!, endpoints: [...endpoints, { path: '/assets/{name}', answer: asset }] };
}

/** Reads a build whole when it is first asked for, and again when there is another. */
function createReader(dashboard: Dashboard): () => Build | null {
  let read: Build | null = null;
  return () => {
    const folder = dashboard.folder();
    if (folder !== null && folder !== read?.folder) read = readBuild(folder);
    return read;
  };
}

function readBuild(folder: string): Build {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter(name => !/\.(br|gz)$/.test(name));
  return {
    folder,
    document: readFileSync(join(folder, 'index.html'), 'utf8'),
    files: new Map(names.flatMap(name => {
      const contentType = TYPES[name.split('.').at(-1)!];
      return contentType === undefined ? [] : [[name, readAsset(join(assets, name), contentType)]];
    })),
  };
}

function readAsset(file: string, contentType: string): Asset {
  const identity = readFileSync(file);
  const bodies = new Map<'br' | 'gzip' | 'identity', Buffer>([['identity', identity]]);
  if (existsSync(`${file}.br`)) bodies.set('br', readFileSync(`${file}.br`));
  if (existsSync(`${file}.gz`)) bodies.set('gzip', readFileSync(`${file}.gz`));
  return { contentType, bodies, lasts: HASHED.test(file), etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"` };
}

/** The document with a nonce for the styles that components write, and whether the browser has shown a session. */
function documentFor(document: string, { credential }: Visit, nonce: string): Answer {
  const body = document.replaceAll('__NONCE__', nonce).replace('__VISITOR__', credential.kind === 'cookie' ? 'known' : 'unknown');
  return { status: 200, contentType: 'text/html; charset=utf-8', body, styleNonce: nonce };
}

function fileOf(asset: Asset | undefined, encodings: ReadonlySet<string>): Answer {
  if (!asset) return { status: 404, contentType: 'text/plain; charset=utf-8', body: 'There is no such file. The page may be of an older version: load it again.\n' };
  const { contentType, bodies, etag, lasts } = asset;
  const coding = contentCodings.find(one => encodings.has(one) && bodies.has(one)) ?? 'identity';
  const headers = { Vary: 'Accept-Encoding', ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }) };
  const body = bodies.get(coding)!;
  return { status: 200, contentType, body, headers, etag: coding === 'identity' ? etag : etag.replace(/"$/, `-${coding}"`), ...(lasts ? { cacheControl: YEAR } : {}) };
}

/** Stands for the dashboard while it is not built; the documentation and the API are there. */
function missingPage(trouble: string | null): Answer {
  if (trouble === null) {
    return waitingPage('The dashboard is being made', html`<h1>The dashboard is being made</h1>
<p>This happens once after an installation or an update, and takes less than a minute. This page loads itself again.</p>
<p>The <a href="/docs">documentation</a> and the <a href="/docs/api">API</a> are there already.</p>`);
  }
  return freshPage(503, 'The dashboard is missing', html`<h1>The dashboard is missing</h1>
<p>${trouble}</p>
<p>The <a href="/docs">documentation</a> and the <a href="/docs/api">API</a> are there.</p>`);
}
