import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { CertificateLog } from './certificate-log.ts';

/** What a source answers. */
export interface Reply {
  status?: number;
  type?: string;
  body: string | Uint8Array;
}

const MAX_ENTRIES = 100;
const nothing: Reply = { status: 404, body: 'not found' };

export function json(value: unknown, status = 200): Reply {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

/** A log as files (c2sp.org/static-ct-api), names tiles only where `withNames`. */
export function tiledReply(log: CertificateLog, path: string, withNames: boolean): Reply {
  if (path === 'checkpoint') return { type: 'text/plain', body: log.checkpoint() };
  const [, kind, positions, partial] = /^tile\/(names|data|\d)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  if (kind === undefined || positions === undefined) return nothing;
  const [tile, width] = [Number(positions.replaceAll(/[x/]/g, '')), Number(partial ?? 256)];
  const leaves = /\d/.test(kind) ? 256 ** Number(kind) : 1;
  if (width === 0 || (tile * 256 + width) * leaves > log.size) return nothing;
  if (kind === 'names') return withNames ? { type: 'application/octet-stream', body: gzipSync(log.namesTile(tile, width)) } : nothing;
  return { type: 'application/octet-stream', body: kind === 'data' ? log.dataTile(tile, width) : log.hashTile(Number(kind), tile, width) };
}

/** A log as RFC 6962 §4 has it; fewer entries may come than were asked for. */
export function askedReply(log: CertificateLog, { pathname, searchParams }: URL, now: number): Reply {
  const asked = (name: string) => Number(searchParams.get(name) ?? Number.NaN);
  switch (pathname.replace(/^.*\/ct\/v1\//, '')) {
    case 'get-sth': return json({
      tree_size: log.size, timestamp: now, sha256_root_hash: log.root().toString('base64'), tree_head_signature: log.signature(log.size, now).toString('base64'),
    });
    case 'get-sth-consistency': {
      if (!(asked('first') <= asked('second') && asked('second') <= log.size)) return json({ error_message: 'out of range' }, 400);
      return json({ consistency: log.consistency(asked('first'), asked('second')).map(hash => hash.toString('base64')) });
    }
    case 'get-entries': {
      const [start, end] = [asked('start'), Math.min(asked('end') + 1, asked('start') + MAX_ENTRIES, log.size)];
      if (!(start < end)) return json({ error_message: 'out of range' }, 400);
      return json({ entries: log.leaves(start, end).map(leaf => ({ leaf_input: leaf.toString('base64'), extra_data: '' })) });
    }
    default: return nothing;
  }
}

/** crt.sh: all certificates below `%.name`, an empty array where there are none. */
export function crtshReply(issued: readonly (readonly string[])[], { searchParams }: URL): Reply {
  const domain = (searchParams.get('q') ?? '').replace(/^%\./, '');
  const rows = issued.filter(names => names.some(name => isBelow(name, domain))).map((names, id) => ({
    issuer_ca_id: 1, issuer_name: 'CN=Lab Root CA', common_name: names[0], name_value: names.join('\n'), id, entry_timestamp: '2026-01-01T00:00:00.000', result_count: names.length,
  }));
  return json(rows);
}

const ISSUANCES_A_PAGE = 3;

/** Cert Spotter: some certificates after an id, an empty array at the end. */
export function certSpotterReply(issued: readonly (readonly string[])[], { searchParams }: URL, request: IncomingMessage, key: string): Reply {
  if (request.headers.authorization !== `Bearer ${key}`) return json({ code: 'not_allowed', message: 'The API key is not known.' }, 401);
  const domain = searchParams.get('domain') ?? '';
  const after = Number(searchParams.get('after')?.slice(3) ?? -1);
  const all = issued.map((names, id) => ({ id: `id-${id}`, at: id, dns_names: names })).filter(({ at, dns_names: names }) => at > after && names.some(name => isBelow(name, domain)));
  return json(all.slice(0, ISSUANCES_A_PAGE).map(({ id, dns_names }) => ({ id, tbs_sha256: '00', cert_sha256: '00', dns_names, pubkey_sha256: '00' })));
}

function isBelow(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
