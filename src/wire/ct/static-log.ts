import type { NameStream } from '../../core/outside/name-stream.ts';
import { asLater, ask, later, unpacked, type Answer, type Asking, type Later } from './ask.ts';
import { readDataTile, readNamesTile } from './entries.ts';
import { createLogStream, type Broken, type KnownHead } from './log-stream.ts';
import { HASH_BYTES, isEqual, rootOf, rootOfEdge, TILE_WIDTH, type Hash } from './merkle.ts';
import { readCheckpoint, type LogKey } from './tree-head.ts';

/** A log that is served as files (c2sp.org/static-ct-api). */
export interface TiledLog {
  /** Where its files lie; ends with a slash. */
  monitoringUrl: string;
  /** By which it signs: the submission address without scheme and slash at the end. */
  origin: string;
  key: LogKey;
}

const MAX_CHECKPOINT_BYTES = 16 * 1024;
const MAX_TILE_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** As many at once as the door lets through to one address. */
const TILES_A_STEP = 16;
const MAX_KEPT_TILES = 64;

type Tile = { outcome: 'tile'; bytes: Uint8Array } | Exclude<Answer, { outcome: 'body' }>;
type Hashes = { outcome: 'hashes'; hashes: Hash[] } | Later | Broken;

/**
 * A tiled log as a stream. It reads names tiles where the log has them: they are no part of the tree, so that the log's word for them
 * is not proven. Without them it reads data tiles, and holds every entry against the tree.
 */
export function createStaticLog(asking: Asking, { monitoringUrl, origin, key }: TiledLog): NameStream {
  let hasNames = true;
  /** Hashes that were proven to belong to the log, by level and number of the tile; whole tiles never change. */
  const proven = new Map<string, Hash[]>();

  return createLogStream(monitoringUrl, {
    async head(signal) {
      const answer = await ask(asking, `${monitoringUrl}checkpoint`, { maxBytes: MAX_CHECKPOINT_BYTES, timeoutMs: TIMEOUT_MS, signal });
      if (answer.outcome !== 'body') return asLater(answer);
      const head = readCheckpoint(Buffer.from(answer.body).toString('utf8'), origin, key);
      return head ? { outcome: 'head', head } : { outcome: 'broken', cause: `the checkpoint of ${origin} is not signed by its key` };
    },
    async contradiction(before, now, signal) {
      const edge = await edgeOf(before.size, now, signal);
      if (edge.outcome !== 'edge') return edge;
      return isEqual(rootOfEdge(edge.edge), before.root) ? null : { outcome: 'broken', cause: `${origin} shows a tree that does not begin with the one of ${before.size} entries that it has signed` };
    },
    async names(head, at, signal) {
      const first = Math.floor(at / TILE_WIDTH);
      const numbers = Array.from({ length: Math.min(TILES_A_STEP, Math.ceil(head.size / TILE_WIDTH) - first) }, (_, index) => first + index);
      const tiles = await Promise.all(numbers.map(number => readEntries(number, head, signal)));
      const failed = tiles.findIndex(tile => tile.outcome !== 'entries');
      const whole = (failed < 0 ? tiles : tiles.slice(0, failed)).flatMap(tile => (tile.outcome === 'entries' ? tile.entries : []));
      const fresh = whole.slice(at - first * TILE_WIDTH);
      return fresh.length === 0 ? tiles[failed] as Later | Broken : { outcome: 'entries', names: fresh.flat(), count: fresh.length };
    },
  });

  async function readEntries(number: number, head: KnownHead, signal: AbortSignal): Promise<{ outcome: 'entries'; entries: string[][] } | Later | Broken> {
    const width = Math.min(TILE_WIDTH, head.size - number * TILE_WIDTH);
    if (hasNames) {
      const tile = await fetchTile('names', number, width, signal);
      const entries = tile.outcome === 'tile' ? readNamesTile(tile.bytes, width) : null;
      if (entries) return { outcome: 'entries', entries };
      if (tile.outcome !== 'absent') return tile.outcome === 'later' ? tile : later(`a names tile of ${origin} cannot be read`);
      hasNames = false;
    }
    return readProven(number, width, head, signal);
  }

  async function readProven(number: number, width: number, head: KnownHead, signal: AbortSignal): Promise<{ outcome: 'entries'; entries: string[][] } | Later | Broken> {
    const [tile, hashes] = await Promise.all([fetchTile('data', number, width, signal), hashesOf(0, number, head, signal)]);
    if (tile.outcome !== 'tile') return asLater(tile);
    if (hashes.outcome !== 'hashes') return hashes;
    const entries = readDataTile(tile.bytes, width);
    if (!entries) return later(`a data tile of ${origin} cannot be read`);
    if (entries.some(({ hash }, at) => !isEqual(hash, hashes.hashes[at]!))) return { outcome: 'broken', cause: `entries of ${origin} are not those of its tree` };
    return { outcome: 'entries', entries: entries.map(({ names }) => names) };
  }

  /** The hashes in a tile of the tree, proven to belong to `head`: by the root at the edge of the tree, by the tile above elsewhere. */
  async function hashesOf(level: number, number: number, head: KnownHead, signal: AbortSignal): Promise<Hashes> {
    const isWhole = (number + 1) * TILE_WIDTH * TILE_WIDTH ** level <= head.size;
    const name = `${level}/${number}/${isWhole ? '' : head.size}`;
    const known = proven.get(name);
    if (known) return { outcome: 'hashes', hashes: known };
    if (!isWhole) {
      const cause = await proveEdge(head, signal);
      return cause ?? { outcome: 'hashes', hashes: proven.get(name) ?? [] };
    }
    const [tile, above] = await Promise.all([fetchHashes(level, number, TILE_WIDTH, signal), hashesOf(level + 1, Math.floor(number / TILE_WIDTH), head, signal)]);
    if (above.outcome !== 'hashes' || tile.outcome !== 'hashes') return tile.outcome === 'hashes' ? above : tile;
    if (!isEqual(rootOf(tile.hashes), above.hashes[number % TILE_WIDTH]!)) return { outcome: 'broken', cause: `tile ${level}/${number} of ${origin} is not one of its tree` };
    keep(name, tile.hashes);
    return tile;
  }

  /** Fetches the last tile of each level and keeps them where they make the root of `head`; null where they do. */
  async function proveEdge(head: KnownHead, signal: AbortSignal): Promise<Later | Broken | null> {
    const parts = edgeParts(head.size);
    const tiles = await Promise.all(parts.map(({ level, number, width }) => fetchHashes(level, number, width, signal)));
    const edge: Hash[][] = [];
    for (const tile of tiles) {
      if (tile.outcome !== 'hashes') return tile;
      edge.push(tile.hashes);
    }
    if (!isEqual(rootOfEdge(edge), head.root)) return { outcome: 'broken', cause: `the tiles of ${origin} do not make the tree that it has signed` };
    for (const { level, number } of parts) keep(`${level}/${number}/${head.size}`, edge[level]!);
    return null;
  }

  /** The edge of an earlier tree of `size` entries, read from the tree of `head`. */
  async function edgeOf(size: number, head: KnownHead, signal: AbortSignal): Promise<{ outcome: 'edge'; edge: Hash[][] } | Later | Broken> {
    const edge: Hash[][] = [];
    for (const { level, number, width } of edgeParts(size)) {
      const tile: Hashes = width === 0 ? { outcome: 'hashes', hashes: [] } : await hashesOf(level, number, head, signal);
      if (tile.outcome !== 'hashes') return tile;
      edge.push(tile.hashes.slice(0, width));
    }
    return { outcome: 'edge', edge };
  }

  async function fetchHashes(level: number, number: number, width: number, signal: AbortSignal): Promise<Hashes> {
    if (width === 0) return { outcome: 'hashes', hashes: [] };
    const tile = await fetchTile(String(level), number, width, signal);
    if (tile.outcome !== 'tile') return asLater(tile);
    if (tile.bytes.length < width * HASH_BYTES) return later(`tile ${level}/${number} of ${origin} is too short`);
    return { outcome: 'hashes', hashes: Array.from({ length: width }, (_, at) => tile.bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)) };
  }

  /** A partial tile may have been replaced by the whole one meanwhile. */
  async function fetchTile(kind: string, number: number, width: number, signal: AbortSignal): Promise<Tile> {
    const path = `${monitoringUrl}tile/${kind}/${tilePath(number)}`;
    const options = { maxBytes: MAX_TILE_BYTES, timeoutMs: TIMEOUT_MS, signal };
    const partial = width < TILE_WIDTH ? await ask(asking, `${path}.p/${width}`, options) : null;
    const answer = partial === null || partial.outcome === 'absent' ? await ask(asking, path, options) : partial;
    if (answer.outcome !== 'body') return answer;
    const bytes = unpacked(answer.body, MAX_TILE_BYTES);
    return bytes ? { outcome: 'tile', bytes } : later(`tile ${kind}/${number} of ${origin} is damaged`);
  }

  function keep(name: string, hashes: Hash[]): void {
    if (proven.size >= MAX_KEPT_TILES) proven.delete(proven.keys().next().value!);
    proven.set(name, hashes);
  }
}

/** The last tile of each level of a tree of `size` entries; `width` is 0 where it is empty. */
function edgeParts(size: number): { level: number; number: number; width: number }[] {
  const parts = [];
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH)) {
    parts.push({ level, number: Math.floor(hashes / TILE_WIDTH), width: hashes % TILE_WIDTH });
  }
  return parts;
}

/** Groups of three digits, all but the last with an x: 1234067 is `x001/x234/067`. */
function tilePath(number: number): string {
  const digits = String(number);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
}
