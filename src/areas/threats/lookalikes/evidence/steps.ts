import type { Fetched, Shot } from '../../../../core/outside/capture.ts';
import { describeFailure, type RecordType } from '../../../../core/lookup.ts';
import type { CheckSession } from '../../../domains/check/index.ts';
import { hashDistance, imageHashes } from '../../../../core/similarity/image.ts';
import { readPng } from '../../../../core/similarity/png.ts';
import { ssdeep, ssdeepScore } from '../../../../core/similarity/ssdeep.ts';
import { tlsh, tlshDistance } from '../../../../core/similarity/tlsh.ts';
import type { Item, StepName, StepOutcome, SimilaritySeen } from './manifest.ts';

/** Something seen, with its bytes, before it is kept. */
export interface Seen extends Pick<Item, 'name' | 'mediaType' | 'source'> {
  bytes: Uint8Array;
}

/** What one step gave; several outcomes where parts of it failed. */
export interface StepResult {
  seen: Seen[];
  outcomes: StepOutcome[];
}

type Clients = CheckSession['clients'];

const DNS_TYPES = ['A', 'AAAA', 'NS', 'MX', 'TXT', 'SOA', 'CAA'] as const satisfies readonly RecordType[];
const MAX_CAUSE = 500;
const MAX_HOPS = 6;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const HTTPS_PORT = 443;

/** A step of which nothing is known, and why. */
export function unknown(step: StepName, cause: string): StepResult {
  return { seen: [], outcomes: [{ look: step, state: 'unknown', cause: cause.slice(0, MAX_CAUSE) }] };
}

/** The records of all usual types, each with what came of asking for it. */
export async function captureDns(name: string, { dns }: Pick<Clients, 'dns'>): Promise<StepResult & { addresses: string[] }> {
  const lookups = await Promise.all(DNS_TYPES.map(async type => ({ type, lookup: await dns.lookup(name, type) })));
  const failed = lookups.flatMap(({ type, lookup }) => (lookup.outcome === 'failed' ? [describeFailure(type, name, lookup)] : []));
  const anything = lookups.some(({ lookup }) => lookup.outcome === 'found');
  const addresses = lookups.flatMap(({ type, lookup }) => (lookup.outcome === 'found' && (type === 'A' || type === 'AAAA') ? lookup.value as readonly string[] : []));
  const outcomes: StepOutcome[] = failed.length > 0 ? unknown('dns', failed.join('; ')).outcomes : [{ look: 'dns', state: anything ? 'seen' : 'absent', cause: null }];
  const records = Object.fromEntries(lookups.map(({ type, lookup }) => [type, lookup]));
  return { seen: [json('dns.json', name, records)], outcomes, addresses: [...addresses] };
}

/** What the registry says of a name or of an address, in its own words. */
export function keepRegistry(step: 'registration' | 'network', source: string, reply: Awaited<ReturnType<Clients['registry']['find']>>): StepResult {
  if (reply.outcome === 'failed') return unknown(step, reply.cause);
  if (reply.outcome === 'absent') return { seen: [], outcomes: [{ look: step, state: 'absent', cause: `${reply.server} knows of none` }] };
  const [name, mediaType] = reply.source === 'rdap' ? [`${step}.json`, 'application/rdap+json'] as const : [`${step}.txt`, 'text/plain; charset=utf-8'] as const;
  return { seen: [{ name, mediaType, source: `${reply.source} ${reply.server} ${source}`, bytes: Buffer.from(reply.text) }], outcomes: [{ look: step, state: 'seen', cause: null }] };
}

/** The certificates that the web server sends, whatever they are worth. */
export async function captureTls(name: string, { tls }: Pick<Clients, 'tls'>, signal: AbortSignal): Promise<StepResult> {
  const reply = await tls.handshake({ host: name, port: HTTPS_PORT }, signal);
  if (reply.outcome === 'failed') return unknown('tls', reply.cause);
  const { chain, ...handshake } = reply;
  const pem = chain.map(({ der }) => `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`).join('');
  const certificates = chain.map(({ subject, issuer, names, notBefore, notAfter, serialNumber, signatureAlgorithm, key }) => ({ subject, issuer, names, notBefore, notAfter, serialNumber, signatureAlgorithm, key }));
  return {
    seen: [json('tls.json', `${name}:${HTTPS_PORT}`, { ...handshake, certificates }), { name: 'tls-chain.pem', mediaType: 'application/x-pem-file', source: `${name}:${HTTPS_PORT}`, bytes: Buffer.from(pem) }],
    outcomes: [{ look: 'tls', state: 'seen', cause: null }],
  };
}

type Fetch = (url: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<Fetched>;

/** The page of the host and the redirects on the way to it: over https, and over http where https does not answer. */
export async function capturePage(step: 'web' | 'ownPage', name: string, fetch: Fetch, signal: AbortSignal): Promise<StepResult & { url: string | null }> {
  const hops: { url: string; reply: Fetched }[] = [];
  for (const start of [`https://${name}/`, `http://${name}/`]) {
    if (await follow(start, hops, fetch, signal)) break;
  }
  const prefix = step === 'web' ? 'web' : 'own';
  const notified = hops.map(({ url, reply }) => (reply.outcome === 'failed' ? { url, ...reply } : { url, status: reply.status, fields: reply.fields, refused: reply.refused, truncated: reply.truncated }));
  const redirects = json(`${prefix}-redirects.json`, name, notified);
  const last = hops.at(-1)!.reply;
  if (last.outcome === 'failed') return { seen: [redirects], outcomes: unknown(step, last.cause).outcomes, url: null };
  const page: Seen = { name: `${prefix}-page.html`, mediaType: 'text/html', source: last.url, bytes: last.body };
  return { seen: [redirects, page], outcomes: [{ look: step, state: 'seen', cause: null }], url: last.url };
}

/** Whether it came to a page; every step is added to `hops`. */
async function follow(start: string, hops: { url: string; reply: Fetched }[], fetch: Fetch, signal: AbortSignal): Promise<boolean> {
  let url = start;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const reply = await fetch(url, { maxBytes: MAX_PAGE_BYTES, signal });
    hops.push({ url, reply });
    if (reply.outcome === 'failed') return false;
    const location = reply.status >= 300 && reply.status < 400 ? reply.fields.find(([field]) => field === 'location')?.[1] : undefined;
    const next = location === undefined ? null : URL.parse(location, url);
    if (next === null || !/^https?:$/.test(next.protocol)) return true;
    url = next.href;
  }
  hops.push({ url, reply: { outcome: 'failed', cause: `more than ${MAX_HOPS} redirects` } });
  return true;
}

/** What a browser showed, and what the page had become in it. */
export function keepShot(step: 'screenshot' | 'ownScreenshot', shot: Shot): StepResult {
  if (shot.outcome === 'failed') return unknown(step, shot.cause);
  const prefix = step === 'screenshot' ? 'web' : 'own';
  return {
    seen: [
      { name: `${prefix}-screenshot.png`, mediaType: 'image/png', source: shot.url, bytes: shot.image },
      { name: `${prefix}-shown.html`, mediaType: 'text/html; charset=utf-8', source: shot.url, bytes: Buffer.from(shot.html) },
    ],
    outcomes: [{ look: step, state: 'seen', cause: shot.scripts ? null : 'the browser has no sandbox here, so the page could not run its scripts' }],
  };
}

/** How alike the two pages are; null wherever one of the two is not known. */
export function compare(pages: { candidate: Uint8Array | null; own: Uint8Array | null }, shots: { candidate: Uint8Array | null; own: Uint8Array | null }): SimilaritySeen {
  const by = <T>(of: { candidate: T | null; own: T | null }, hash: (of: T) => string | null, figure: (a: string, b: string) => number | null) => {
    const [candidate, own] = [of.candidate === null ? null : hash(of.candidate), of.own === null ? null : hash(of.own)];
    return { candidate, own, figure: candidate === null || own === null ? null : figure(candidate, own) };
  };
  const hashesOf = (png: Uint8Array | null) => {
    const image = png === null ? null : readPng(png);
    return image && imageHashes(image);
  };
  const images = { candidate: hashesOf(shots.candidate), own: hashesOf(shots.own) };
  return {
    tlsh: by(pages, tlsh, tlshDistance),
    ssdeep: by(pages, ssdeep, ssdeepScore),
    perceptual: by(images, image => image.perceptual, hashDistance),
    difference: by(images, image => image.difference, hashDistance),
    average: by(images, image => image.average, hashDistance),
  };
}

function json(name: string, source: string, value: unknown): Seen {
  return { name, mediaType: 'application/json', source, bytes: Buffer.from(`${JSON.stringify(value, null, 1)}\n`) };
}
