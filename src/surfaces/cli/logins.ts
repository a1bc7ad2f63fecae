import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a service is, and the key that it is called with. */
export interface Login {
  url: string;
  /** Null where none is known: then only what is public can be called. */
  key: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A login that cannot be used; the message says what to do. */
export class LoginError extends Error {}

export const DEFAULT_PROFILE = 'default';
const DEFAULT_URL = 'http://localhost:3000';

/** The file of the logins: in `XDG_CONFIG_HOME`, or else in `.config` of the home folder. */
export function loginsFile(env: Environment, home: string): string {
  const given = env['XDG_CONFIG_HOME'];
  // XDG Base Directory Specification: a relative path is to be passed over.
  return join(given?.startsWith('/') ? given : join(home, '.config'), 'dss', 'logins.json');
}

/** The logins by the name of their profile; none where there is no file. Throws `LoginError` for a file that cannot be read. */
export function readLogins(file: string): Record<string, Login> {
  try {
    const logins = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Partial<Login>>;
    return Object.fromEntries(Object.entries(logins).filter(([, login]) => typeof login.url === 'string')) as Record<string, Login>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new LoginError(`${file} cannot be read: ${(error as Error).message}. Fix or delete it, then log in again.`);
  }
}

/** Keeps `login` under the name of the profile, or forgets it where it is null. The file is for this user alone and never half written. */
export function writeLogin(file: string, profile: string, login: Login | null): void {
  const folder = join(file, '..');
  const { [profile]: _, ...others } = readLogins(file);
  const logins = login ? { ...others, [profile]: login } : others;
  if (Object.keys(logins).length === 0) return rmSync(file, { force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
  chmodSync(whole, 0o600);
  renameSync(whole, file);
}

/** The login of a call: `DSS_URL` and `DSS_KEY` go before the profile. A key goes only to the service that it was kept for. Throws `LoginError`. */
export function loginOf(env: Environment, file: string, profile: string | null): Login {
  const [url, key] = [env['DSS_URL'], env['DSS_KEY']].map(text => text?.trim() || null);
  if (url && key && profile === null) return { url: originOf(url), key };
  const kept = readLogins(file)[profile ?? DEFAULT_PROFILE];
  if (!kept && profile !== null) throw new LoginError(`There is no login "${profile}". Make it with: dss --profile ${profile} login <url>`);
  const origin = url ? originOf(url) : kept?.url ?? DEFAULT_URL;
  return { url: origin, key: key ?? (kept && kept.url === origin ? kept.key : null) };
}

/** The origin in `text`. Throws `LoginError` where it is none. */
export function originOf(text: string): string {
  if (!/^https?:\/\/[^/?#@\s]+\/?$/.test(text) || !URL.canParse(text)) throw new LoginError(`"${text}" is not the address of a service, such as https://dss.example.org, without a path.`);
  return new URL(text).origin;
}

/** Whether a key that goes to `url` could be read on the way. */
export function isOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
