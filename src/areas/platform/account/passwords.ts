import { invalid } from '../../../core/pipeline.ts';

/** Lengths in characters. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Hashes passwords (scrypt), and refuses those that everybody knows. */
export interface Passwords {
  /** Takes tens of milliseconds of a core: never call it inside a transaction. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Throws `Problem` 400 on the member `path` for a password that stands in a public collection of leaked ones. */
  refuseBreached(password: string, path: string): Promise<void>;
}

/** `judge` asks the range service; null asks none. */
export function createPasswords(judge: ((password: string) => Promise<'breached' | 'clean' | 'unknown'>) | null): Passwords {
  // Loaded on first use: the library is large and most processes never sign anybody in.
  const library = () => import('better-auth/crypto');
  return {
    hash: async password => (await library()).hashPassword(password),
    verify: async (hash, password) => (await library()).verifyPassword({ hash, password }),
    async refuseBreached(password, path) {
      if (await judge?.(password) !== 'breached') return;
      throw invalid([{ path: [path], message: 'This password appears in a public collection of leaked passwords. Choose another one.' }]);
    },
  };
}
