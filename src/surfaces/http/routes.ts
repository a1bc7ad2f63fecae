import { z } from 'zod';
import type { AnyOperation } from '../../core/operation.ts';
import { isPageAlias, streamPathOf } from '../openapi/index.ts';
import type { OperationRoute } from './operation-call.ts';

/** What a path offers: its methods, and those of them that browsers may use from anywhere. */
export interface Offer {
  methods: readonly string[];
  open: readonly string[];
}

/** Every address of `operation`, the current one first. */
export function routesOf(operation: AnyOperation): (OperationRoute & { path: string })[] {
  const members = Object.entries(operation.input.shape as Record<string, z.ZodType>);
  const lists = new Set(members.filter(([, schema]) => isList(schema)).map(([name]) => name));
  const open = isOpen(operation);
  const addresses = [operation.path, ...(operation.aliases ?? [])].map((path, index) => (
    { path, operation, lists, open, alias: index === 0 ? null : path, page: index > 0 && isPageAlias(path), streamed: false }
  ));
  const streamPath = streamPathOf(operation);
  return streamPath === null ? addresses : [...addresses, { path: streamPath, operation, lists, open, alias: null, page: false, streamed: true }];
}

/** Whether browsers may call it from anywhere: what only people do, and what leads to a session, stays with our own pages. */
function isOpen({ access, kind, path }: AnyOperation): boolean {
  return access !== 'session' && kind !== 'native' && !(access === 'public' && path.startsWith('/api/auth/'));
}

function isList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodPipe) return isList(schema.out as z.ZodType);
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wrapped ? isList(schema.unwrap() as z.ZodType) : schema instanceof z.ZodArray;
}

/** Says what a path offers, for 404, 405 and `OPTIONS`; null where it offers nothing. */
export class Offers {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string>; open: Set<string> }>();

  add(path: string, method: string, open: boolean): void {
    let entry = this.#paths.get(path);
    if (!entry) this.#paths.set(path, entry = { pattern: patternOf(path), methods: new Set(), open: new Set() });
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      entry.methods.add(one);
      if (open) entry.open.add(one);
    }
  }

  /** Whether a path without parameters is just this. */
  isFixed(path: string): boolean {
    return this.#paths.has(path);
  }

  at(path: string): Offer | null {
    const fixed = this.#paths.get(path);
    const matching = fixed ? [fixed] : [...this.#paths.values()].filter(({ pattern }) => pattern.test(path));
    if (matching.length === 0) return null;
    return {
      methods: [...new Set(matching.flatMap(({ methods }) => [...methods]))].concat('OPTIONS'),
      open: [...new Set(matching.flatMap(({ open }) => [...open]))],
    };
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
