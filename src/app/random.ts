import { randomBytes, randomFillSync } from 'node:crypto';

const POOL_BYTES = 8192;

/** Unguessable bytes for ids, drawn from the system in large portions: each portion is given out once. */
export function createPooledRandom(): (size: number) => Buffer {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return size => {
    if (size > POOL_BYTES) return randomBytes(size);
    if (used + size > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    return Buffer.from(pool.subarray(used, used += size));
  };
}
