import type { z } from 'zod';
import { Condition } from '../conditions/condition.ts';
import type { CheckKind } from '../kinds/kinds.ts';
import type { NewCheck } from '../shapes.ts';
import { ImportNotes, isRecord, secondsOf, textOf, type Imported } from './imported.ts';

type Draft = z.input<typeof NewCheck>;
const comparisons = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

/** The checks of a configuration of Gatus, as its YAML says; what has no counterpart is named. Never throws. */
export function importGatus(document: unknown): Imported {
  const notes = new ImportNotes();
  const endpoints = isRecord(document) && Array.isArray(document['endpoints']) ? document['endpoints'] : [];
  const pushed = isRecord(document) && Array.isArray(document['external-endpoints']) ? document['external-endpoints'] : [];
  return notes.result([...endpoints.map(one => endpoint(one, notes)), ...pushed.map(one => heartbeat(one))]);
}

function endpoint(given: unknown, notes: ImportNotes): Draft | null {
  if (!isRecord(given)) return null;
  const name = nameOf(given);
  const address = targetOf(given);
  if (address === null) return notes.skip(name, `the address ${textOf(given['url'])} has no counterpart`);
  const alerts = Array.isArray(given['alerts']) ? given['alerts'].find(isRecord) : undefined;
  const headers = isRecord(given['headers']) ? Object.entries(given['headers']).map(([header, value]) => ({ name: header, value: textOf(value) })) : [];
  const conditions = Array.isArray(given['conditions']) ? given['conditions'].map(textOf) : [];
  return {
    ...address, name, key: keyOf(given), enabled: given['enabled'] !== false,
    intervalSeconds: Math.max(10, secondsOf(given['interval']) ?? 60), timeoutMs: isRecord(given['client']) ? Math.min(60_000, (secondsOf(given['client']['timeout']) ?? 10) * 1000) : 5000,
    ...(typeof given['body'] === 'string' && given['body'] !== '' ? { requestBody: given['body'] } : {}), ...(headers.length > 0 ? { headers } : {}),
    conditions: conditions.flatMap(text => {
      const condition = conditionOf(text);
      if (condition === null) notes.tell(name, `the condition ${text} has no counterpart`);
      return condition ?? [];
    }),
    ...(typeof alerts?.['failure-threshold'] === 'number' ? { failAfter: Math.min(10, Math.max(1, alerts['failure-threshold'])) } : {}),
    ...(typeof alerts?.['success-threshold'] === 'number' ? { recoverAfter: Math.min(10, Math.max(1, alerts['success-threshold'])) } : {}),
  };
}

function heartbeat(given: unknown): Draft | null {
  if (!isRecord(given)) return null;
  const beat = isRecord(given['heartbeat']) ? secondsOf(given['heartbeat']['interval']) : null;
  return { kind: 'push', name: nameOf(given), key: keyOf(given), intervalSeconds: Math.max(10, beat ?? 3600) };
}

function nameOf(given: Record<string, unknown>): string {
  return textOf(given['name']).slice(0, 120) || 'unnamed';
}

/** Gatus tells endpoints apart by group and name. */
function keyOf(given: Record<string, unknown>): string {
  return `gatus:${textOf(given['group'])}/${nameOf(given)}`.replace(/[^\w.:/-]/g, '-').slice(0, 120);
}

function targetOf(given: Record<string, unknown>): { kind: CheckKind; target: string; method?: Draft['method']; recordType?: Draft['recordType'] } | null {
  const url = textOf(given['url']);
  const [, scheme = '', rest = ''] = /^(?:([a-z+]+):\/\/)?(.*)$/i.exec(url) ?? [];
  if (isRecord(given['dns'])) return { kind: 'dns', target: textOf(given['dns']['query-name']).replace(/\.$/, ''), recordType: textOf(given['dns']['query-type']) as Draft['recordType'] };
  switch (scheme.toLowerCase()) {
    case 'http': case 'https': return { kind: 'http', target: url, ...(typeof given['method'] === 'string' ? { method: given['method'].toUpperCase() as Draft['method'] } : {}) };
    case 'tcp': return { kind: 'tcp', target: rest };
    case 'tls': return { kind: 'tls', target: rest };
    case 'icmp': return { kind: 'icmp', target: rest };
    case 'ws': case 'wss': return { kind: 'websocket', target: url };
    case 'grpc': case 'grpcs': return { kind: 'grpc', target: rest };
    case 'starttls': return { kind: 'smtp', target: rest };
    default: return null;
  }
}

/** A condition in Gatus' text, such as `[BODY].status == pat(*ok*)`; null where it has no counterpart. */
export function conditionOf(text: string): Condition | null {
  const [, subject = '', comparison = '', wanted = ''] = /^\s*(.+?)\s*(==|!=|<=|>=|<|>)\s*(.*?)\s*$/.exec(text) ?? [];
  const source = sourceOf(subject);
  if (source === null) return null;
  if (subject.startsWith('has(')) return read({ source, op: (wanted === 'true') === (comparison === '==') ? 'exists' : 'empty' });
  const op = comparisons[comparison as keyof typeof comparisons];
  const [, kind, inner = ''] = /^(pat|any)\((.*)\)$/.exec(wanted) ?? [];
  if (kind === 'pat') return op === 'eq' ? read({ source, op: 'matches', value: inner }) : null;
  if (kind === 'any') return op === 'eq' ? read({ source, op: 'in', value: inner.split(',').map(one => plain(one.trim())) }) : null;
  if (source === 'tlsDays') return read({ source, op, value: Math.floor((secondsOf(wanted) ?? 0) / 86_400) });
  return read({ source, op, value: plain(wanted) });
}

function sourceOf(subject: string): string | null {
  const [, wrapper, path = ''] = /^(?:(len|has)\()?\[BODY\](.*?)\)?$/.exec(subject) ?? [null, null, null];
  if (path !== null && subject.includes('[BODY]')) {
    const at = path.replace(/^\./, '');
    if (wrapper === 'len') return at === '' ? 'bodyBytes' : `jsonLength:${at}`;
    return at === '' && wrapper !== 'has' ? 'body' : `json:${at}`;
  }
  const fixed: Readonly<Record<string, string>> = { '[STATUS]': 'status', '[RESPONSE_TIME]': 'responseMs', '[IP]': 'ip', '[CONNECTED]': 'connected', '[DNS_RCODE]': 'rcode', '[CERTIFICATE_EXPIRATION]': 'tlsDays' };
  return fixed[subject] ?? null;
}

function plain(text: string): string | number | boolean | null {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text === 'null' ? null : text;
}

function read(condition: z.input<typeof Condition>): Condition | null {
  const parsed = Condition.safeParse(condition);
  return parsed.success ? parsed.data : null;
}
