import type { InputOf } from '../../../../api/client.ts';
import type { Check, CheckKind } from '../types.ts';

type Input = InputOf<'POST /api/status/custom-checks'>;
type Condition = NonNullable<Input['conditions']>[number];

/** A condition as it is typed. */
export interface ConditionDraft {
  source: string;
  op: Condition['op'];
  value: string;
}

/** A header as it is typed; `kept` is a secret one whose value stays while none is typed. */
export interface HeaderDraft {
  name: string;
  value: string;
  secret: boolean;
  kept: boolean;
}

/** A check as the form has it: numbers are text until they are sent, empty ones stand for none. */
export interface Draft {
  kind: CheckKind;
  name: string;
  target: string;
  intervalSeconds: string;
  timeoutMs: string;
  method: NonNullable<Input['method']>;
  body: string;
  followRedirects: boolean;
  keyword: string;
  keywordAbsent: boolean;
  recordType: NonNullable<Input['recordType']>;
  service: string;
  tls: boolean;
  graceSeconds: string;
  headers: readonly HeaderDraft[];
  conditions: readonly ConditionDraft[];
  failAfter: string;
  recoverAfter: string;
  degradedMs: string;
  tlsDays: string;
  dependsOn: string | null;
}

export const emptyDraft: Draft = {
  kind: 'http', name: '', target: '', intervalSeconds: '300', timeoutMs: '10000', method: 'GET', body: '', followRedirects: true, keyword: '', keywordAbsent: false, recordType: 'A', service: '', tls: true,
  graceSeconds: '60', headers: [], conditions: [], failAfter: '3', recoverAfter: '2', degradedMs: '', tlsDays: '', dependsOn: null,
};

/** What the form shows of a check that there is. */
export function draftOf(check: Check): Draft {
  const { kind, name, target, method, followRedirects, keywordAbsent, recordType, service, tls, dependsOn } = check;
  return {
    kind, name, target, method, followRedirects, keywordAbsent, recordType, service, tls, dependsOn, body: check.requestBody ?? '', keyword: check.keyword ?? '',
    intervalSeconds: String(check.intervalSeconds), timeoutMs: String(check.timeoutMs), graceSeconds: String(check.graceSeconds), failAfter: String(check.failAfter), recoverAfter: String(check.recoverAfter),
    degradedMs: String(check.degradedMs ?? ''), tlsDays: String(check.tlsDays ?? ''),
    headers: check.headers.map(header => ({ name: header.name, value: header.value ?? '', secret: header.secret, kept: header.secret })),
    conditions: check.conditions.map(({ source, op, value }) => ({ source, op, value: Array.isArray(value) ? value.join(', ') : value === null ? '' : String(value) })),
  };
}

const URLS: ReadonlySet<CheckKind> = new Set(['http', 'keyword', 'json']);

/** Whether the kind sends a request with a method and headers. */
export function isRequest(kind: CheckKind): boolean {
  return URLS.has(kind);
}

/** What is sent; fields that the kind has not stay as they are by default. */
export function inputOf(draft: Draft): Omit<Input, 'kind'> {
  const { kind } = draft;
  return {
    name: draft.name.trim(), target: kind === 'push' ? '' : draft.target.trim(), intervalSeconds: Number(draft.intervalSeconds), timeoutMs: Number(draft.timeoutMs), failAfter: Number(draft.failAfter), recoverAfter: Number(draft.recoverAfter),
    degradedMs: numberOrNull(draft.degradedMs), tlsDays: numberOrNull(draft.tlsDays), dependsOn: draft.dependsOn,
    conditions: draft.conditions.filter(({ source }) => source.trim() !== '').map(({ source, op, value }) => ({ source: source.trim(), op, value: valueOf(op, value) })),
    ...(isRequest(kind) ? { method: draft.method, requestBody: draft.body === '' ? null : draft.body, followRedirects: draft.followRedirects } : {}),
    ...(isRequest(kind) || kind === 'websocket' ? { headers: draft.headers.filter(({ name }) => name.trim() !== '').map(({ name, value, secret, kept }) => ({ name: name.trim(), secret, ...(kept && value === '' ? {} : { value }) })) } : {}),
    ...(kind === 'keyword' ? { keyword: draft.keyword, keywordAbsent: draft.keywordAbsent } : {}),
    ...(kind === 'dns' ? { recordType: draft.recordType } : {}),
    ...(kind === 'grpc' ? { service: draft.service } : {}),
    ...(kind === 'grpc' || kind === 'imap' ? { tls: draft.tls } : {}),
    ...(kind === 'push' ? { graceSeconds: Number(draft.graceSeconds) } : {}),
  };
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** Numbers and booleans as such; several with commas for `in`, none for comparisons without a value. */
function valueOf(op: Condition['op'], text: string): NonNullable<Condition['value']> | null {
  if (op === 'exists' || op === 'empty') return null;
  return op === 'in' ? text.split(',').map(part => scalarOf(part.trim())) : scalarOf(text.trim());
}

function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
