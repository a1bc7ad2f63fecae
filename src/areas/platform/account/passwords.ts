import { invalid } from '../../../core/invalid-input.ts';

/** Lengths in characters. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Hashes passwords (scrypt), and refuses those that everybody knows. */
export interface Passwords {
  /** Takes tens of milliseconds of a core: never call it inside a transaction. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Throws `Problem` 400 on the member `path` for one of the most frequent passwords, and for one in a public collection of leaked ones. */
  refuseKnown(password: string, path: string): Promise<void>;
}

/** `judge` asks the range service; null asks none. */
export function createPasswords(judge: ((password: string) => Promise<'breached' | 'clean' | 'unknown'>) | null): Passwords {
  // Loaded on first use: the library is large and most processes never sign anybody in.
  const library = () => import('better-auth/crypto');
  return {
    hash: async password => (await library()).hashPassword(password),
    verify: async (hash, password) => (await library()).verifyPassword({ hash, password }),
    async refuseKnown(password, path) {
      if ((await frequentPasswords()).has(password.toLowerCase())) throw invalid([{ path: [path], message: 'This is one of the most frequent passwords. Choose another one, such as a few words that do not belong together.' }]);
      if (await judge?.(password) !== 'breached') return;
      throw invalid([{ path: [path], message: 'This password appears in a public collection of leaked passwords. Choose another one.' }]);
    },
  };
}

let frequent: Promise<ReadonlySet<string>> | undefined;

/** About 18,000 passwords in lower case that come with the program, so that they are refused without a network. */
function frequentPasswords(): Promise<ReadonlySet<string>> {
  return frequent ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].filter(word => word.length >= MIN_PASSWORD_LENGTH)));
}
