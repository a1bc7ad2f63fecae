import type { z } from 'zod';
import type { NewCheck } from '../shapes.ts';
import { ImportNotes, isRecord, textOf, type Imported } from './imported.ts';

type Draft = z.input<typeof NewCheck>;

/** The checks of an export of Uptime Kuma, version 1 or 2; what has no counterpart is named. Never throws. */
export function importUptimeKuma(document: unknown): Imported {
  const notes = new ImportNotes();
  const monitors = isRecord(document) && Array.isArray(document['monitorList']) ? document['monitorList'] : [];
  return notes.result(monitors.map(one => (isRecord(one) ? monitor(one, notes) : null)));
}

function monitor(given: Record<string, unknown>, notes: ImportNotes): Draft | null {
  const name = textOf(given['name']).slice(0, 120) || 'unnamed';
  const asked = targetOf(given);
  if (asked === null) return notes.skip(name, `the type ${textOf(given['type'])} has no counterpart`);
  const interval = Math.max(10, numberOf(given['interval']) ?? 60);
  const retries = numberOf(given['maxretries']) ?? 0;
  if (given['ignoreTls'] === true) notes.tell(name, 'certificates are always verified here');
  if (given['upsideDown'] === true) notes.tell(name, 'it is inverted there and not here');
  if (typeof given['basic_auth_user'] === 'string' && given['basic_auth_user'] !== '') notes.tell(name, 'add its credentials as a header Authorization');
  return {
    name, key: `uptime-kuma:${textOf(given['id']) || name}`.replace(/[^\w.:/-]/g, '-').slice(0, 120), enabled: given['active'] !== false && given['active'] !== 0,
    intervalSeconds: interval, timeoutMs: Math.max(500, Math.min(60_000, (interval - 1) * 1000, (numberOf(given['timeout']) ?? 10) * 1000)), failAfter: Math.min(10, retries + 1), ...asked,
  };
}

function targetOf(given: Record<string, unknown>): Pick<Draft, 'kind' | 'target'> & Partial<Draft> | null {
  const [url, hostname, port] = [textOf(given['url']), textOf(given['hostname']), textOf(given['port'])];
  switch (given['type']) {
    case 'http': return { kind: 'http', target: url, ...httpOf(given) };
    case 'keyword': return { kind: 'keyword', target: url, keyword: textOf(given['keyword']), keywordAbsent: given['invertKeyword'] === true, ...httpOf(given) };
    case 'json-query': {
      const path = textOf(given['jsonPath']).replace(/^\$\.?/, '');
      return { kind: 'json', target: url, ...httpOf(given), conditions: [...httpOf(given).conditions ?? [], { source: `json:${path}`, op: 'eq', value: textOf(given['expectedValue']) }] };
    }
    case 'port': return { kind: 'tcp', target: `${hostname}:${port}` };
    case 'ping': return { kind: 'icmp', target: hostname };
    case 'dns': return { kind: 'dns', target: hostname, recordType: textOf(given['dns_resolve_type']) as Draft['recordType'] };
    case 'grpc-keyword': return { kind: 'grpc', target: textOf(given['grpcUrl']), tls: given['grpcEnableTls'] === true };
    case 'websocket-upgrade': return { kind: 'websocket', target: url };
    case 'smtp': return { kind: 'smtp', target: `${hostname}:${port}` };
    case 'push': return { kind: 'push', target: '' };
    default: return null;
  }
}

function httpOf(given: Record<string, unknown>): Partial<Draft> {
  const body = textOf(given['body']);
  const headers = headersIn(given['headers']);
  const ranges = Array.isArray(given['accepted_statuscodes']) ? given['accepted_statuscodes'].map(textOf) : [];
  const [lowest, highest] = [ranges[0]?.split('-')[0], ranges.at(-1)?.split('-').at(-1)];
  const method = textOf(given['method']).toUpperCase() || 'GET';
  return {
    method: method as Draft['method'], ...(body === '' || method === 'GET' ? {} : { requestBody: body }), ...(headers.length > 0 ? { headers } : {}), followRedirects: (numberOf(given['maxredirects']) ?? 10) > 0,
    conditions: lowest && highest ? [{ source: 'status', op: 'gte', value: Number(lowest) }, { source: 'status', op: 'lte', value: Number(highest) }] : [],
  };
}

/** Headers stand as JSON in a text. */
function headersIn(text: unknown): { name: string; value: string }[] {
  try {
    const parsed: unknown = JSON.parse(textOf(text));
    return isRecord(parsed) ? Object.entries(parsed).map(([name, value]) => ({ name, value: textOf(value) })) : [];
  } catch {
    return [];
  }
}

function numberOf(value: unknown): number | null {
  const number = Number(value);
  return value === null || value === undefined || value === '' || Number.isNaN(number) ? null : number;
}
