import type { Calls } from '../generated/calls.d.ts';
import { ClientProblem, createClient, type Client, type Result } from '../../src/surfaces/client/index.ts';

type RoutesWith<Method extends string, Wanted> = { [R in keyof Calls]: R extends `${Method} ${string}` ? Calls[R] extends Wanted ? R : never : never }[keyof Calls];
/** Routes that read, and answer with JSON. */
export type ReadRoute = RoutesWith<'GET', { file: false }>;
/** Routes that read, and answer page by page. */
export type ListRoute = RoutesWith<'GET', { pages: true }>;
/** Routes that change something. */
export type WriteRoute = RoutesWith<'POST' | 'PUT' | 'PATCH' | 'DELETE', { file: false }>;
export type InputOf<R extends keyof Calls> = Calls[R]['input'];
export type DataOf<R extends keyof Calls> = Calls[R]['output'];

/** Calls the service that the page comes from, with the session of the browser. Where the pages are only listed there is no browser, and nothing is called. */
export const client: Client<Calls> = createClient<Calls>(typeof location === 'undefined' ? { baseUrl: 'http://localhost' } : {});

/** The reply of a call that succeeded; throws `ClientProblem` for one that failed, which the queries and the error page understand. */
export function dataOf<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw new ClientProblem(result);
}
