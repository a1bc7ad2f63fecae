import { sha256Of, type Blobs } from '../../../../core/outside/blobs.ts';

/** The bytes of messages, as blobs that nothing else can share: removing one takes nothing away from another area. */
export interface SpoolContent {
  /** The bytes as they are kept, and the blob that they will be. */
  wrap(bytes: Uint8Array): { blob: string; wrapped: Uint8Array };
  /** Keeps what `wrap` gave; when it resolves it survives a crash. */
  put(wrapped: Uint8Array): Promise<void>;
  /** The bytes of a message; null where there are none. */
  get(blob: string): Promise<Uint8Array | null>;
  delete(blob: string): Promise<void>;
}

const KEY_BYTES = 32;

/** Content in `blobs` behind `key`, 32 bytes that nobody outside knows: nobody can make other content that is the same blob. */
export function createSpoolContent(blobs: Blobs, key: Uint8Array): SpoolContent {
  if (key.length !== KEY_BYTES) throw new RangeError(`The key has ${KEY_BYTES} bytes.`);
  return {
    wrap(bytes) {
      const wrapped = Buffer.concat([key, bytes]);
      return { blob: sha256Of(wrapped), wrapped };
    },
    put: async wrapped => void await blobs.put(wrapped),
    get: async blob => (await blobs.get(blob))?.subarray(KEY_BYTES) ?? null,
    delete: blob => blobs.delete(blob),
  };
}
