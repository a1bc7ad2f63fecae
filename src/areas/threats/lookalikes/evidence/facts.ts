import type { Manifest } from './manifest.ts';
import type { CandidateFacts } from './x-arf.ts';

const MAX_HTML_CHARACTERS = 1024 * 1024;
const MAX_FIELDS = 20;
const SECRET_FIELD = /passw|passwd|^pin$|card.?n|cardnumber|cvv|cvc|iban|otp/i;

/** What reports say of a candidate, read from the items of its evidence; total on whatever they hold. */
export function factsOf({ items }: Manifest, files: ReadonlyMap<string, Uint8Array>): CandidateFacts {
  const text = (name: string) => Buffer.from(files.get(`items/${name}`) ?? []).toString('utf8');
  const page = items.find(({ name }) => name === 'web-page.html');
  const html = `${text('web-page.html')}\n${text('web-shown.html')}`.slice(0, MAX_HTML_CHARACTERS);
  return {
    url: page?.source ?? null, address: addressIn(text('dns.json')), asksFor: secretFields(html), registeredAt: registrationIn(text('registration.json')),
  };
}

function addressIn(dns: string): string | null {
  const records = parse(dns) as Record<string, { outcome?: unknown; value?: unknown }> | null;
  for (const type of ['A', 'AAAA']) {
    const lookup = records?.[type];
    if (lookup?.outcome === 'found' && Array.isArray(lookup.value) && typeof lookup.value[0] === 'string') return lookup.value[0];
  }
  return null;
}

/** Names of the inputs that take passwords, cards and the like. */
function secretFields(html: string): string[] {
  const found = html.matchAll(/<input\b[^>]{0,500}>/gi).flatMap(([tag]) => {
    const name = /\bname\s*=\s*["']?([\w.:[\]-]{1,64})/i.exec(tag)?.[1];
    const password = /\btype\s*=\s*["']?password/i.test(tag);
    return password || (name !== undefined && SECRET_FIELD.test(name)) ? [name ?? 'password'] : [];
  });
  return [...new Set(found)].slice(0, MAX_FIELDS);
}

/** The event `registration` of an RDAP reply (RFC 9083 §4.5); WHOIS has no one form for it. */
function registrationIn(rdap: string): string | null {
  const events = (parse(rdap) as { events?: unknown } | null)?.events;
  if (!Array.isArray(events)) return null;
  const event = (events as unknown[]).find(event => (event as { eventAction?: unknown } | null)?.eventAction === 'registration') as { eventDate?: unknown } | undefined;
  const at = typeof event?.eventDate === 'string' ? Date.parse(event.eventDate) : NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
