import type { EndpointSight } from '../../../../core/outside/endpoint-probes.ts';

const MAX_BYTES = 4096;
const REDACTED = '[redacted]';
/** What replies carry for one client alone. */
const PRIVATE_HEADERS = /^(?:set-cookie|authorization|proxy-authenticate|www-authenticate|x-.*(?:token|key|secret).*)$/;
/** Bearer tokens, JSON Web Tokens, and members of JSON that are named after secrets. */
const tokens = [/\bBearer\s+[\w.~+/-]{8,}=*/gi, /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, /("(?:[\w-]{0,40})(?:token|secret|password|api_?key)(?:[\w-]{0,40})"\s*:\s*)"[^"]*"/gi] as const;

/** The first 4 kB of a reply for people, without what is secret: the values that were sent, cookies and tokens. */
export function redactedReply({ status, headers, body }: EndpointSight, secrets: readonly string[]): string | null {
  if (status === null && body === '') return null;
  const head = headers.map(([name, value]) => `${name}: ${PRIVATE_HEADERS.test(name) ? REDACTED : value}`);
  const text = [...(status === null ? [] : [`${status}`, ...head, '']), body.slice(0, 2 * MAX_BYTES)].join('\n');
  return cut(withoutSecrets(text, secrets));
}

/** The text without the secrets that were sent, in whatever part of it they come back. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets.flatMap(value => [value, value.replace(/^\w+\s+/, '')])) if (secret.length >= 4) clean = clean.replaceAll(secret, REDACTED);
  return clean.replace(tokens[0], REDACTED).replace(tokens[1], REDACTED).replace(tokens[2], `$1"${REDACTED}"`);
}

/** Control characters but line breaks are left out. */
function cut(text: string): string {
  const printable = text.replace(/[^\P{Cc}\n\t]/gu, '');
  return Buffer.byteLength(printable) <= MAX_BYTES ? printable : new TextDecoder().decode(Buffer.from(printable).subarray(0, MAX_BYTES)).replace(/�$/, '');
}
