import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const NAMES_IN_MEMORY = 500_000;
const NAMES_A_WRITE = 2000;
const MAX_LINE_CHARACTERS = 300;

/** The lines of a file; one that is far too long is left out. */
export async function* linesOf(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest.length > MAX_LINE_CHARACTERS * 100 ? '' : rest) + chunk;
    const parts = lines.split('\n');
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== '') yield rest;
}

/** The names in a file of `writeNames`. */
export function readNames(path: string): AsyncGenerator<string> {
  return linesOf(createReadStream(path, { encoding: 'latin1' }) as AsyncIterable<string>);
}

/** Writes names, one a line; gives how many. */
export async function writeNames(path: string, names: AsyncIterable<string> | Iterable<string>): Promise<number> {
  let count = 0;
  await pipeline(Readable.from(inPortions(names, portion => { count += portion; })), createWriteStream(path, { encoding: 'latin1' }));
  return count;
}

async function* inPortions(names: AsyncIterable<string> | Iterable<string>, counted: (portion: number) => void): AsyncGenerator<string> {
  let portion: string[] = [];
  for await (const name of names) {
    if (portion.push(name) < NAMES_A_WRITE) continue;
    counted(portion.length);
    yield `${portion.join('\n')}\n`;
    portion = [];
  }
  counted(portion.length);
  if (portion.length > 0) yield `${portion.join('\n')}\n`;
}

/** Writes the names to `path` sorted, each once. However many there are, half a million is in memory at most; the rest waits in files next to it. */
export async function sortNames(path: string, names: AsyncIterable<string>, atOnce = NAMES_IN_MEMORY): Promise<void> {
  const parts: string[] = [];
  let held = new Set<string>();
  const put = async () => {
    const part = `${path}.${parts.length}.part`;
    parts.push(part);
    await writeNames(part, [...held].toSorted());
    held = new Set();
  };
  try {
    for await (const name of names) if (held.add(name).size >= atOnce) await put();
    await put();
    await writeNames(path, unique(mergeAll(parts.map(readNames))));
  } finally {
    for (const part of parts) await rm(part, { force: true });
  }
}

/** The names in `after` that are not in `before`; both are sorted. */
export async function* added(before: AsyncIterable<string>, after: AsyncIterable<string>): AsyncGenerator<string> {
  const old = before[Symbol.asyncIterator]();
  let known = await old.next();
  for await (const name of after) {
    while (!known.done && known.value < name) known = await old.next();
    if (known.done || known.value !== name) yield name;
  }
  await old.return?.();
}

function mergeAll(sources: readonly AsyncIterable<string>[]): AsyncIterable<string> {
  if (sources.length === 1) return sources[0]!;
  const half = Math.ceil(sources.length / 2);
  return merge(mergeAll(sources.slice(0, half)), mergeAll(sources.slice(half)));
}

async function* merge(left: AsyncIterable<string>, right: AsyncIterable<string>): AsyncGenerator<string> {
  const [a, b] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()];
  let [first, second] = [await a.next(), await b.next()];
  while (!first.done || !second.done) {
    if (second.done || (!first.done && first.value <= second.value)) {
      yield first.value as string;
      first = await a.next();
    } else {
      yield second.value;
      second = await b.next();
    }
  }
}

async function* unique(names: AsyncIterable<string>): AsyncGenerator<string> {
  let last = '';
  for await (const name of names) {
    if (name !== last) yield name;
    last = name;
  }
}
