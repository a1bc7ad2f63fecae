import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createClient } from '../client/index.ts';
import type { Terminal } from './check.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { isOpen, originOf, readLogins, writeLogin } from './logins.ts';
import { tellRefusal } from './operations/call.ts';
import { printable } from './paint.ts';

/** What a login works with. */
export interface LoginMeans {
  terminal: Terminal;
  signal: AbortSignal;
  /** Where logins are kept. */
  file: string;
  profile: string;
}

const DEFAULT_URL = 'http://localhost:3000';
const MAX_KEY_CHARACTERS = 1000;

/** `dss login`: reads a key, asks the service whose it is, and keeps it. Throws `LoginError` for an address that is none. */
export async function runLogin(url: string | undefined, { terminal, signal, file, profile }: LoginMeans): Promise<ExitCode> {
  const { stdout, stderr } = terminal;
  const origin = originOf(url?.trim() || DEFAULT_URL);
  if (isOpen(origin)) stderr.write(`${origin} is not encrypted: anyone on the path can read the key. Use https where you can.\n`);
  const key = await readKey(terminal, signal);
  if (signal.aborted || key === null) return exitCode.interrupted;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    stderr.write('That is no API key: a key is one word, such as svc_… from dss keys create or the page "API keys".\n');
    return exitCode.usage;
  }
  const me = await createClient({ baseUrl: origin, key })('GET /api/auth/me', {}, { signal });
  if (!me.ok) return tellRefusal(me, terminal, signal);
  writeLogin(file, profile, { url: origin, key });
  const { data: { account, plan, key: { scopes } } } = me.data as { data: { account: { name: string }; plan: string; key: { scopes: string[] } } };
  stdout.write(`${printable(`Logged in to ${origin}: account ${account.name}, plan ${plan}, scopes ${scopes.join(', ')}.`)}\n`);
  stderr.write(`The login "${profile}" is in ${file}.\n`);
  return exitCode.clean;
}

/** `dss logout`: forgets the login of the profile. */
export function runLogout({ terminal, file, profile }: Omit<LoginMeans, 'signal'>): ExitCode {
  if (!readLogins(file)[profile]) {
    terminal.stderr.write(`There is no login "${profile}" in ${file}.\n`);
    return exitCode.notFound;
  }
  writeLogin(file, profile, null);
  terminal.stdout.write(`The login "${profile}" is forgotten. Its key stays valid until it is revoked.\n`);
  return exitCode.clean;
}

/** The first line of standard input; on a terminal it is asked for and not shown. Null where the reader leaves. */
async function readKey({ stdin, stderr }: Terminal, signal: AbortSignal): Promise<string | null> {
  if (!stdin.isTTY) return readFirstLine(stdin);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  const left = new Promise<null>(resolve => {
    lines.once('SIGINT', () => resolve(null));
    lines.once('close', () => resolve(null));
  });
  stderr.write('API key (not shown): ');
  const key = await Promise.race([lines.question('', { signal }).catch(() => null), left]);
  lines.close();
  stderr.write('\n');
  return key === null ? null : key.trim();
}

async function readFirstLine(stdin: Terminal['stdin']): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MAX_KEY_CHARACTERS) break;
  }
  return text.split('\n', 1)[0]!.trim();
}
