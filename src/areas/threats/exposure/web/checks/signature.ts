import type { FetchedPage } from '../page.ts';
import type { Signature } from './exposed-path.ts';
import { redact } from './redact.ts';

const MAX_CHARACTERS = 65_536;

/** The redacted text by which `page` bears the signature; null where it does not. */
export function signedText(page: FetchedPage, { status = [200], body = [], bodyWithout = [], headers = {} }: Signature): string | null {
  const text = page.body.slice(0, MAX_CHARACTERS);
  if (!status.includes(page.status) || bodyWithout.some(pattern => pattern.test(text))) return null;
  const inHeaders = Object.entries(headers).map(([name, pattern]) => pattern.exec(page.headers[name] ?? '')?.[0]);
  const matches = [...body.map(pattern => pattern.exec(text)?.[0]), ...inHeaders];
  return matches.every(match => match !== undefined) ? redact(matches.join(' … ')) : null;
}
