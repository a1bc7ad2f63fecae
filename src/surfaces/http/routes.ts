import { z } from 'zod';
import type { AnyOperation } from '../../core/operation.ts';
import { isPageAlias, streamPathOf } from '../openapi/index.ts';
import type { Arrival, Received } from './arrival.ts';
import type { OperationRoute } from './operation-call.ts';

/** Answers a request; `params` has what stands in the place of each `{name}` of the path. */
export type Take = (received: Received, params: Arrival['params']) => void;

interface Route {
  /** Whether browsers may use it from anywhere. */
  open: boolean;
  names: readonly string[];
  take: Take;
}

/** What there is at a path: a route for each method, and what stands in the place of names. */
export interface Found {
  routes: ReadonlyMap<string, Route>;
  values: readonly string[];
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

interface Node {
  fixed: Map<string, Node>;
  named: Node | null;
  routes: Map<string, Route> | null;
}

/** All paths of the service, as a tree of their segments. A fixed segment goes before `{name}`, which stands for any that is not empty, whatever the method. */
export class Routes {
  readonly #root = emptyNode();

  /** Adds a route, to GET one for HEAD too; throws where there is one already. */
  add(path: string, method: string, open: boolean, take: Take): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of path.split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        const next = node.fixed.get(segment) ?? emptyNode();
        node.fixed.set(segment, next);
        node = next;
      } else {
        names.push(name);
        node = node.named ??= emptyNode();
      }
    }
    node.routes ??= new Map();
    if (node.routes.has(method)) throw new TypeError(`${method} ${path} has two routes.`);
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) node.routes.set(one, { open, names, take });
  }

  /** What there is at the path of a request target; null for nothing. Throws `URIError` for a percent-encoding that is no UTF-8. */
  at(path: string): Found | null {
    return match(this.#root, path.split('/').map(segment => (segment.includes('%') ? decodeURIComponent(segment) : segment)), 0, []);
  }
}

function emptyNode(): Node {
  return { fixed: new Map(), named: null, routes: null };
}

function match({ fixed, named, routes }: Node, segments: readonly string[], at: number, values: readonly string[]): Found | null {
  if (at === segments.length) return routes && { routes, values };
  const segment = segments[at]!;
  const next = fixed.get(segment);
  const found = next ? match(next, segments, at + 1, values) : null;
  if (found !== null || named === null || segment === '') return found;
  return match(named, segments, at + 1, [...values, segment]);
}
