import { constants, createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import { ByteSource } from './byte-source.ts';
import { Refusal, type Budget } from './limits.ts';

/** Files below are inflated at once: setting up a stream costs more than inflating them. */
const SMALL_BYTES = 48 << 10;
const SMALL_INFLATED_BYTES = 2 << 20;
const STEP_BYTES = 16 << 10;
const CHUNK_BYTES = 64 << 10;
const finishFlush = constants.Z_SYNC_FLUSH;

/** Content of a container; `damaged` once the data turned out to be cut or broken. */
export interface Inflated {
  bytes: ByteSource;
  damaged(): boolean;
}

/** Inflates raw DEFLATE (RFC 1951) from the front of `source`; once `bytes` are read to the end, `source` stands behind the compressed data. */
export function inflate(source: ByteSource, budget: Budget): Inflated {
  let next: (() => Promise<Buffer | null>) | null = null;
  let damaged = false;
  const bytes = new ByteSource(async () => {
    const small = next ? null : await inflateSmall(source, Math.min(SMALL_INFLATED_BYTES, budget.freeBytes));
    next ??= small ? async () => null : inflateLarge(source, () => { damaged = true; });
    const chunk = small ?? await next();
    if (chunk) budget.inflated(chunk.length);
    return chunk;
  });
  return { bytes, damaged: () => damaged };
}

/** The whole content where the rest of `source` is small and whole, else `null` and nothing is taken. */
async function inflateSmall(source: ByteSource, maxOutputLength: number): Promise<Buffer | null> {
  const all = await source.peek(SMALL_BYTES + 1);
  if (all.length > SMALL_BYTES || maxOutputLength === 0) return null;
  try {
    const { buffer, engine } = inflateRawSync(all, { info: true, maxOutputLength, finishFlush }) as unknown as { buffer: Buffer; engine: InflateRaw };
    await source.take(engine.bytesWritten);
    return buffer;
  } catch {
    return null;
  }
}

function inflateLarge(source: ByteSource, onDamage: () => void): () => Promise<Buffer | null> {
  const engine = createInflateRaw({ chunkSize: CHUNK_BYTES, finishFlush });
  const output = engine[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const feeding = feed(engine, source);
  feeding.catch(error => engine.destroy(error as Error));
  return async () => {
    try {
      const { done, value } = await output.next();
      if (!done) return value;
      await feeding;
    } catch (error) {
      if (error instanceof Refusal || !isZlibError(error)) throw error;
      onDamage();
    }
    return null;
  };
}

/** Feeds `engine` until it has its end, and puts back what follows. */
async function feed(engine: InflateRaw, source: ByteSource): Promise<void> {
  let fedBytes = 0;
  for (;;) {
    const step = await source.take(STEP_BYTES);
    if (step.length === 0) break;
    await new Promise<void>(resolve => { engine.write(step, () => resolve()); });
    fedBytes += step.length;
    if (engine.destroyed) return;
    const beyond = fedBytes - engine.bytesWritten;
    if (beyond > 0) {
      source.unread(step.subarray(step.length - beyond));
      break;
    }
  }
  engine.end();
}

function isZlibError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code?.startsWith('Z_') ?? false;
}
