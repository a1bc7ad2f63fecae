import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** Encrypts what is kept for channels with a key that is made of the service's secret. */
export interface Sealer {
  /** `owner` is the id of the channel: sealed text opens only for the one that it was sealed for. */
  seal(text: string, owner: string): string;
  /** The text; null for one that was changed, or sealed for another owner or with another secret. */
  open(sealed: string, owner: string): string | null;
}

const VERSION = 'v1';
const KEY_BYTES = 32;
/** NIST SP 800-38D §8.2.2: 96 random bits are safe for 2^32 texts. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whether a text looks sealed: others stand in the same columns as they are. */
export function isSealed(text: string): boolean {
  return text.startsWith(`${VERSION}.`);
}

/** AES-256-GCM; a sealed text is `v1.` and the base64url of nonce, tag and ciphertext. */
export function createSealer(secret: string, randomBytes: (size: number) => Buffer): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'secrets of notification channels', KEY_BYTES));
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, owner) {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
