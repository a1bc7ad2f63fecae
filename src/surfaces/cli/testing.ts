import { Readable, Writable } from 'node:stream';
import type { Terminal } from './check.ts';

/** A terminal that remembers what is written to it; `columns` null is a pipe. */
export function listeningTerminal({ input = '', columns = null }: { input?: string; columns?: number | null } = {}) {
  const texts = { stdout: '', stderr: '' };
  const listener = (name: keyof typeof texts) => Object.assign(
    new Writable({ write: (chunk: Buffer, _encoding, done) => { texts[name] += chunk.toString(); done(); } }),
    columns === null ? {} : { isTTY: true, columns },
  );
  const terminal = { stdin: Readable.from(input === '' ? [] : [input]), stdout: listener('stdout'), stderr: listener('stderr') } as unknown as Terminal;
  return { terminal, texts };
}
