import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import type { NamesStep, NameStream } from '../../core/outside/name-stream.ts';
import { asLater, ask, askJson, later, type Asking, type Later } from '../ct/ask.ts';
import { added, linesOf, readNames, sortNames, writeNames } from './sorted-names.ts';
import { delegatedNames } from './zone-file.ts';

/** ICANN's Centralized Zone Data Service, with the account that may use it. */
export interface CzdsOptions {
  asking: Asking;
  /** Where one signs in, and where the zones lie. */
  accountUrl: string;
  zonesUrl: string;
  user: string;
  password: string;
  /** Where the names of yesterday wait for those of today; made when needed. */
  folder: string;
}

const TIMEOUT_MS = 30_000;
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const DOWNLOAD_MS = 3 * 3_600_000;
const MAX_ZONE_BYTES = 64 * 1024 ** 3;
/** A token holds for a day; signing in is rationed. */
const TOKEN_MS = 20 * 3_600_000;
const BYTES_A_STEP = 128 * 1024;

const Token = z.object({ accessToken: z.string().min(1).max(16_384) });
const Links = z.array(z.string().max(500)).max(5000);
const Position = z.object({ day: z.iso.date(), at: z.int().nonnegative() });
const LINK = /^https?:\/\/[^\s?#]+\/([a-z0-9-]+)\.zone$/;

/** The zones that the account may download; each is a stream of the names that were added to it since the day before, in the first one all. */
export function createCzds(options: CzdsOptions): { list(signal: AbortSignal): Promise<{ outcome: 'streams'; streams: NameStream[] } | Later> } {
  const { asking, folder } = options;
  let token: { text: string; until: number } | null = null;

  return {
    async list(signal) {
      const links = await authorized(headers => askJson(asking, `${options.zonesUrl}czds/downloads/links`, { maxBytes: MAX_JSON_BYTES, timeoutMs: TIMEOUT_MS, signal, headers }), signal);
      if (links.outcome !== 'json') return asLater(links);
      const read = Links.safeParse(links.json);
      if (!read.success) return later('CZDS sent no list of zones');
      return { outcome: 'streams', streams: read.data.flatMap(link => streamOf(link) ?? []) };
    },
  };

  function streamOf(link: string): NameStream | null {
    const zone = LINK.exec(link)?.[1];
    if (zone === undefined) return null;
    return {
      id: `zone:${zone}`,
      source: 'zone',
      async next(cursor, signal) {
        const position = positionIn(cursor);
        const today = new Date(asking.clock.now()).toISOString().slice(0, 10);
        const waiting = position && position.at < await sizeOf(addedFile(zone, position.day)) ? position : null;
        if (waiting) return read(zone, waiting);
        if (position?.day === today) return { outcome: 'names', names: [], cursor: cursor!, more: false };
        const failure = existsSync(addedFile(zone, today)) ? null : await takeToday(zone, link, today, signal);
        return failure ?? read(zone, { day: today, at: 0 });
      },
    };
  }

  /** Downloads the zone, and leaves the names that are new next to all of them. What a crash leaves behind is made again. */
  async function takeToday(zone: string, link: string, today: string, signal: AbortSignal): Promise<Later | null> {
    await mkdir(join(folder, zone), { recursive: true });
    const [packed, fresh, all] = ['zone.gz', 'names.new', 'names'].map(name => join(folder, zone, name)) as [string, string, string];
    try {
      const answer = await authorized(headers => ask(asking, link, { maxBytes: MAX_ZONE_BYTES, timeoutMs: DOWNLOAD_MS, signal, headers, file: packed }), signal);
      if (answer.outcome !== 'body') return asLater(answer);
      await sortNames(fresh, delegatedNames(linesOf(unzipped(packed)), zone));
      const before = existsSync(all) ? readNames(all) : none();
      await writeNames(`${fresh}.added`, added(before, readNames(fresh)));
      for (const name of await readdir(join(folder, zone))) if (name.endsWith('.added') && name !== 'names.new.added') await rm(join(folder, zone, name));
      await rename(`${fresh}.added`, addedFile(zone, today));
      await rename(fresh, all);
      return null;
    } catch (error) {
      return later(`the zone file of ${zone} cannot be read: ${(error as Error).message}`);
    } finally {
      await rm(packed, { force: true });
    }
  }

  async function read(zone: string, { day, at }: z.output<typeof Position>): Promise<NamesStep> {
    const path = addedFile(zone, day);
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(BYTES_A_STEP), 0, BYTES_A_STEP, at);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
      const names = buffer.toString('latin1', 0, end).split('\n').filter(name => name !== '');
      return { outcome: 'names', names, cursor: JSON.stringify({ day, at: at + end }), more: end > 0 && at + end < (await file.stat()).size };
    } finally {
      await file.close();
    }
  }

  function addedFile(zone: string, day: string): string {
    return join(folder, zone, `${day}.added`);
  }

  /** Asks with a token, signing in where there is none. */
  async function authorized<T extends { outcome: string; status?: number }>(question: (headers: Record<string, string>) => Promise<T>, signal: AbortSignal): Promise<T | Later> {
    if (token === null || token.until <= asking.clock.now()) {
      const json = JSON.stringify({ username: options.user, password: options.password });
      const answer = await askJson(asking, `${options.accountUrl}api/authenticate`, { maxBytes: MAX_JSON_BYTES, timeoutMs: TIMEOUT_MS, signal, json });
      if (answer.outcome !== 'json') return later(`CZDS does not let us in: ${answer.cause}`, answer.outcome === 'later' ? answer.retryAfterMs : null);
      const signedIn = Token.safeParse(answer.json);
      if (!signedIn.success) return later('CZDS gave no token');
      token = { text: signedIn.data.accessToken, until: asking.clock.now() + TOKEN_MS };
    }
    const answer = await question({ Authorization: `Bearer ${token.text}` });
    if (answer.status === 401) token = null;
    return answer;
  }
}

function positionIn(cursor: string | null): z.output<typeof Position> | null {
  try {
    return cursor === null ? null : Position.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}

/** 0 where there is no file. */
async function sizeOf(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).size : 0;
}

function unzipped(path: string): AsyncIterable<string> {
  const content: Readable = pipeline(createReadStream(path), createGunzip(), () => {});
  return content.setEncoding('latin1') as AsyncIterable<string>;
}

async function* none(): AsyncGenerator<string> {}
