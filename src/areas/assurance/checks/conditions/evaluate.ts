import type { EndpointSight } from '../../../../core/outside/endpoint-probes.ts';
import { conditionText, type Condition } from './condition.ts';
import { fitsPattern } from './pattern.ts';
import { readJson, valueAt } from './json-path.ts';

/** Whether a condition holds, with what was observed. */
export interface Judged {
  condition: string;
  holds: boolean;
  /** At most 200 characters. */
  observed: string;
}

const MAX_OBSERVED = 200;
const DAY_MS = 86_400_000;

/** Judges each condition by what was seen at `now`. Pure. What was not observed fits nothing but `empty` and the negations. */
export function evaluate(conditions: readonly Condition[], sight: EndpointSight, now: number): Judged[] {
  let json: ReturnType<typeof readJson> | undefined;
  const body = () => (json ??= readJson(sight.body));
  return conditions.map(condition => {
    const observed = observe(condition.source, sight, now, body);
    return { condition: conditionText(condition), holds: holds(condition, observed), observed: shown(observed) };
  });
}

/** Undefined where there is no such thing; an array stands for any of its members. */
function observe(source: string, sight: EndpointSight, now: number, json: () => ReturnType<typeof readJson>): unknown {
  const [kind, rest = ''] = splitOnce(source);
  switch (kind) {
    case 'status': return sight.status ?? undefined;
    case 'responseMs': return Math.round(sight.phases.totalMs);
    case 'body': return sight.body;
    case 'bodyBytes': return sight.bodyBytes;
    case 'tlsDays': return sight.tlsExpiresAt === null ? undefined : Math.floor((sight.tlsExpiresAt - now) / DAY_MS);
    case 'dnsAnswer': return sight.answers;
    case 'rcode': return sight.rcode ?? undefined;
    case 'ip': return sight.address ?? undefined;
    case 'connected': return sight.failure === null;
    case 'header': {
      const values = sight.headers.filter(([name]) => name === rest.toLowerCase()).map(([, value]) => value);
      return values.length === 0 ? undefined : values;
    }
    case 'json': return json().ok ? valueAt((json() as { value: unknown }).value, rest) : undefined;
    case 'jsonLength': {
      const value = json().ok ? valueAt((json() as { value: unknown }).value, rest) : undefined;
      return typeof value === 'string' || Array.isArray(value) ? value.length : value !== null && typeof value === 'object' ? Object.keys(value).length : undefined;
    }
    default: return undefined;
  }
}

function splitOnce(source: string): [string, string?] {
  const colon = source.indexOf(':');
  return colon === -1 ? [source] : [source.slice(0, colon), source.slice(colon + 1)];
}

function holds({ op, value }: Condition, observed: unknown): boolean {
  const any = Array.isArray(observed) ? observed : [observed];
  switch (op) {
    case 'exists': return observed !== undefined && !(Array.isArray(observed) && observed.length === 0);
    case 'empty': return observed === undefined || observed === null || observed === '' || (Array.isArray(observed) && observed.length === 0);
    case 'ne': return any.every(one => !same(one, value));
    case 'notContains': return any.every(one => !contains(one, value));
    case 'eq': return any.some(one => same(one, value)) || (Array.isArray(observed) && observed.length === 0 && value === '');
    case 'in': return Array.isArray(value) && any.some(one => value.some(other => same(one, other)));
    case 'contains': return any.some(one => contains(one, value));
    case 'matches': return any.some(one => one !== undefined && typeof value === 'string' && fitsPattern(value, text(one)));
    case 'lt': case 'lte': case 'gt': case 'gte': return any.some(one => compares(op, one, value));
  }
}

function same(observed: unknown, value: unknown): boolean {
  if (observed === undefined || (observed !== null && typeof observed === 'object')) return false;
  return observed === value || (value !== null && text(observed) === text(value));
}

function contains(observed: unknown, value: unknown): boolean {
  return observed !== undefined && text(observed).includes(text(value));
}

function compares(op: 'lt' | 'lte' | 'gt' | 'gte', observed: unknown, value: unknown): boolean {
  if (observed === undefined || observed === null || observed === '' || value === null || value === '') return false;
  const [left, right] = [Number(observed), Number(value)];
  switch (op) {
    case 'lt': return left < right;
    case 'lte': return left <= right;
    case 'gt': return left > right;
    case 'gte': return left >= right;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value) ?? '';
}

function shown(observed: unknown): string {
  return observed === undefined ? 'nothing' : text(observed).slice(0, MAX_OBSERVED);
}
