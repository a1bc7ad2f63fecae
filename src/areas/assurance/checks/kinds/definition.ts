import { invalid } from '../../../../core/invalid-input.ts';
import type { NewCheck } from '../shapes.ts';
import type { Target } from './kinds.ts';
import { readTarget } from './target.ts';

/** A check as it is defined, with what its target names; values of secret headers stand apart. */
export interface Definition {
  check: NewCheck;
  target: Target;
  /** By the names of headers in lower case. */
  secrets: Readonly<Record<string, string>>;
}

/** What was kept before, where a check is changed. */
export interface Kept {
  host: string;
  secrets: Readonly<Record<string, string>>;
}

type Issue = { path: string[]; message: string };

const HTTP: ReadonlySet<string> = new Set(['http', 'keyword', 'json']);
const ALWAYS_SECRET = /^(?:authorization|proxy-authorization|cookie|.*(?:api-?key|token|secret|password).*)$/i;
/** Those that the request has of its own. */
const RESERVED: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'te', 'trailer', 'expect', 'accept-encoding', 'user-agent']);

/** Reads what a check is to be. Throws `Problem` `invalid_request` that names each field which does not fit its kind. */
export function define(check: NewCheck, kept: Kept | null = null): Definition {
  const target = readTarget(check.kind, check.target);
  if (typeof target === 'string') throw invalid([{ path: ['target'], message: target }]);
  const issues = [...ofKind(check), ...ofTime(check), ...ofHeaders(check, target, kept)];
  if (issues.length > 0) throw invalid(issues);
  const headers = check.headers.map(({ name, value, secret }) => ({ name, value: value ?? '', secret: secret || ALWAYS_SECRET.test(name) }));
  const secrets = Object.fromEntries(headers.filter(({ secret }) => secret).map(({ name, value }) => [name.toLowerCase(), value === '' ? kept?.secrets[name.toLowerCase()] ?? '' : value]));
  return { check: { ...check, headers: headers.map(one => ({ ...one, value: one.secret ? '' : one.value })) }, target, secrets };
}

function ofKind({ kind, keyword, conditions, method, requestBody }: NewCheck): Issue[] {
  const issues: Issue[] = [];
  if (kind === 'keyword' && keyword === null) issues.push({ path: ['keyword'], message: 'Give the text that the page must have.' });
  if (kind === 'json' && !conditions.some(({ source }) => source.startsWith('json'))) issues.push({ path: ['conditions'], message: 'Give a condition on json:<path>, such as {"source":"json:status","op":"eq","value":"ok"}.' });
  if (!HTTP.has(kind) && (method !== 'GET' || requestBody !== null)) issues.push({ path: ['method'], message: 'Only http, keyword and json have a method and a body.' });
  if (requestBody !== null && (method === 'GET' || method === 'HEAD')) issues.push({ path: ['requestBody'], message: 'GET and HEAD have no body: remove it, or choose another method.' });
  return issues;
}

function ofTime({ kind, intervalSeconds, timeoutMs }: NewCheck): Issue[] {
  return kind !== 'push' && timeoutMs > intervalSeconds * 1000 - 1000 ? [{ path: ['timeoutMs'], message: 'It must be at least a second shorter than the interval.' }] : [];
}

/** A secret goes to another host only where it is given again. */
function ofHeaders({ kind, headers }: NewCheck, { host }: Target, kept: Kept | null): Issue[] {
  if (headers.length > 0 && !HTTP.has(kind) && kind !== 'websocket') return [{ path: ['headers'], message: 'This kind sends no headers: remove them.' }];
  return headers.flatMap(({ name, value, secret }, at) => {
    const path = ['headers', String(at)];
    if (RESERVED.has(name.toLowerCase())) return [{ path: [...path, 'name'], message: 'This header is set automatically: remove it.' }];
    if (headers.findIndex(other => other.name.toLowerCase() === name.toLowerCase()) !== at) return [{ path: [...path, 'name'], message: 'This header appears twice: keep one.' }];
    if (value !== undefined && value !== '') return [];
    const isKept = (secret || ALWAYS_SECRET.test(name)) && kept?.host === host && kept.secrets[name.toLowerCase()] !== undefined;
    return isKept ? [] : [{ path: [...path, 'value'], message: 'Give a value. A stored secret is only sent to the host it was entered for.' }];
  });
}
