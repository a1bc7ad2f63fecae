import { z } from 'zod';
import { isDnsFault, type DnsAccount, type DnsFault } from '../../core/outside/dns-providers.ts';
import { everyPage, faultAt, jsonIn, quoted, readJson, TTL_SECONDS, unquoted, written, zoneOf, type Ask, type ProviderReply } from './asking.ts';

const ZONES_A_PAGE = 50;
const Zones = z.object({
  result: z.array(z.object({ id: z.string(), name: z.string(), status: z.string(), type: z.string().optional() })),
  result_info: z.object({ page: z.int(), total_pages: z.int() }).nullish(),
});
const Records = z.object({ result: z.array(z.object({ name: z.string(), content: z.string() })) });
const Refusal = z.object({ errors: z.array(z.object({ code: z.number() })) });

/** By the codes of https://developers.cloudflare.com/dns/troubleshooting/dns-record-errors and of tokens. */
const IDENTICAL = new Set([81057, 81058]);
const CNAME_THERE = new Set([81053, 81054]);
const NOT_A_TOKEN = new Set([1000, 6003, 6111]);
/** Of a list it means a token that does not exist, of one zone a token for others. */
const UNAUTHORIZED = 9109;

const unserved: Readonly<Record<string, string>> = {
  pending: 'The zone is pending at Cloudflare: the registrar does not name its nameservers yet. Change the nameservers first, or publish the record where the domain is served.',
  initializing: 'The zone is still being set up at Cloudflare: the registrar does not name its nameservers yet.',
  moved: 'The nameservers of the domain no longer lead to Cloudflare. Publish the record where the domain is served.',
};

/** API v4: a token with Zone, Zone, Read and Zone, DNS, Edit. */
export function cloudflareAccount(ask: Ask): DnsAccount {
  return {
    zones: attempt => everyPage(attempt, `zones?per_page=${ZONES_A_PAGE}&page=1`, async path => {
      const page = readJson('cloudflare', refusalIn(await ask('GET', path), 'credentials'), Zones);
      if (isDnsFault(page)) return page;
      const info = page.result_info;
      return {
        zones: page.result.map(({ id, name, status, type }) => zoneOf(id, name, type === 'partial' ? 'The zone has a CNAME setup: Cloudflare does not serve its records.' : unserved[status] ?? null)),
        next: info && info.page < info.total_pages ? `zones?per_page=${ZONES_A_PAGE}&page=${info.page + 1}` : null,
      };
    }),
    async addTxt({ id }, name, value) {
      const path = `zones/${encodeURIComponent(id)}/dns_records`;
      const found = readJson('cloudflare', refusalIn(await ask('GET', `${path}?type=TXT&name=${encodeURIComponent(name)}`), 'notAllowed'), Records);
      if (isDnsFault(found)) return found;
      if (found.result.some(record => record.name === name && unquoted(record.content) === value)) return 'alreadyThere';
      const reply = await ask('POST', path, JSON.stringify({ type: 'TXT', name, content: quoted(value), ttl: TTL_SECONDS }));
      if (!isDnsFault(reply) && codesIn(reply).some(code => IDENTICAL.has(code))) return 'alreadyThere';
      const made = readJson('cloudflare', refusalIn(reply, 'notAllowed'), z.object({ success: z.literal(true) }));
      return written(made);
    },
  };
}

function codesIn({ text }: ProviderReply): number[] {
  const { data } = Refusal.safeParse(jsonIn(text));
  return data?.errors.map(({ code }) => code) ?? [];
}

/** The reply, or the fault that its codes mean where the status alone says less; `unauthorized` is that of a token which may not do this. */
function refusalIn(reply: ProviderReply | DnsFault, unauthorized: 'credentials' | 'notAllowed'): ProviderReply | DnsFault {
  if (isDnsFault(reply) || reply.status < 400) return reply;
  const codes = codesIn(reply);
  if (codes.some(code => CNAME_THERE.has(code))) return faultAt('cloudflare', 'conflict', 'There is a CNAME record at this name, next to which there can be no other. Remove it, or publish the record at its target.');
  if (codes.includes(UNAUTHORIZED)) return faultAt('cloudflare', unauthorized);
  return codes.some(code => NOT_A_TOKEN.has(code)) ? faultAt('cloudflare', 'credentials') : reply;
}
