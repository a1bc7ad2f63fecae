import { createHash } from 'node:crypto';

/** Where bytes are kept by their SHA-256: the same on a folder, an S3-compatible store and the database. */
export interface Blobs {
  /** Keeps the bytes and gives their SHA-256 in lower-case hex; when it resolves they survive a crash. Bytes that are there already are kept once. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, checked against their hash; null where there are none. Throws where they are damaged. */
  get(sha256: string): Promise<Uint8Array | null>;
  /** Removes them; nothing happens where there are none. */
  delete(sha256: string): Promise<void>;
}

/** What a place for blobs must be able to do; it is handed nothing but well-formed hashes. */
export interface BlobBackend {
  write(sha256: string, bytes: Uint8Array): Promise<void>;
  read(sha256: string): Promise<Uint8Array | null>;
  remove(sha256: string): Promise<void>;
}

/** Blobs in `backend`, hashed on their way in and checked on their way out. */
export function createBlobs(backend: BlobBackend): Blobs {
  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      await backend.write(sha256, bytes);
      return sha256;
    },
    async get(sha256) {
      const bytes = await backend.read(wellFormed(sha256));
      if (bytes !== null && sha256Of(bytes) !== sha256) throw new Error(`The blob ${sha256} is damaged: its bytes have another hash`);
      return bytes;
    },
    delete: async sha256 => backend.remove(wellFormed(sha256)),
  };
}

/** The SHA-256 in lower-case hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Part of a path in some places: anything but a hash never gets there. */
function wellFormed(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('A blob is named by 64 lower-case hexadecimal digits');
  return sha256;
}
