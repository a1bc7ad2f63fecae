import type { z } from 'zod';
import type { Caller, Count, Plan, Role, Scope } from './access.ts';
import type { Problem } from './problem.ts';

/** Who may call: anybody, a signed-in person, any valid key or session, or a key of a scope (and sessions by role). */
export type Access = 'public' | 'session' | 'key' | { scope: Exclude<Scope, 'write'> };
/** What a plan grants for a day. */
export type DailyAllowance = 'websiteScans' | 'manualScans';
export type Allowance = DailyAllowance | 'none';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A kind of thing that belongs to an account; null says that this account has none of that id. */
export interface Resource<Services, Loaded> {
  type: string;
  load(services: Services, accountId: string, id: string): Promise<Loaded | null>;
  /** The scopes of which a key needs one for this very thing; to other keys it does not exist. Left out, the operation's access decides. */
  scopesOf?(services: Services, loaded: Loaded): readonly Scope[];
  /** Where it can be named in more than one way: what the operation gets in place of the name that was given. */
  idOf?(loaded: Loaded): string;
  /** What to do where there is none of that name; by default to look its id up. */
  remedy?: string;
}

/** What a change leaves in the audit log. */
export interface AuditNote {
  action: string;
  resource: { type: string; id: string };
  details?: Record<string, string | number | boolean | null | readonly string[]>;
  /** The account whose log it belongs to, where that is not the caller's. */
  accountId?: string;
}

/** What a browser sent along, for the sign-in library; null where there was none. */
export interface Browser {
  /** The header `Cookie`, whole. */
  cookie: string | null;
  origin: string | null;
  userAgent: string | null;
}

/** Sends one event of a stream; `event` is a plain word, `id` is what a client that comes again says it has seen last. */
export type Emit = (event: string, data: unknown, id?: string) => void;

/** What a call knows besides the input. */
export interface Call<Owned = unknown, Prepared = unknown> {
  caller: Caller;
  requestId: string;
  /** Client address, for what must name or limit it; IPv4 or IPv6 text. */
  address: string;
  browser: Browser;
  /** Epoch milliseconds at which the call was judged. */
  now: number;
  /** Fires when the client has gone or the service stops. */
  signal: AbortSignal;
  /** What `owns` names, loaded for this account. */
  owned: Owned;
  /** What `prepare` gave; undefined where the operation has none. */
  prepared: Prepared;
  /** What the reply says besides its body. */
  respond: { status?: number; headers: Record<string, string | string[]> };
  /** Says that nothing was changed, so that the audit log gets no entry. */
  nothingChanged(): void;
  /** Notes a change by name where one call makes several, or somebody else's log is meant. */
  note(entry: AuditNote): void;
  /** Says how a daily allowance stands that the handler itself has spent from; replies tell it. */
  spent(allowance: Count): void;
  /** Sends a part of the result ahead; null unless `streams` is set and the client asked for it. */
  emit: Emit | null;
  /** The id of the last event that the client has of an earlier stream; null where it says none. */
  lastEventId: string | null;
  /** Runs after the change is committed, such as sending an e-mail; a failure is reported to the operator, never to the client. */
  afterwards(work: () => Promise<void>): void;
}

/** A body that is not JSON. */
export interface FileReply {
  contentType: string;
  /** Offered to the browser as the name to save; null to show it. */
  fileName: string | null;
  body: AsyncIterable<string | Uint8Array> | string;
}

/** One thing a caller can do, declared once; every surface is derived from it. */
export interface Operation<
  Services, Input extends z.ZodObject, Output extends z.ZodType, Owns extends Owned<Services>, Prepared = unknown,
  OfMethod extends Method = Method, OfPath extends string = string, Streams extends boolean = boolean,
> {
  /** `area.verb` or `area.object.verb`. */
  id: string;
  summary: string;
  /** For people and agents: when to use it and what comes back. */
  description: string;
  method: OfMethod;
  /** With `{name}` for each member of the input that stands in the path. */
  path: OfPath;
  /** Older addresses of the same; their replies say which one is current. */
  aliases?: readonly string[];
  access: Access;
  /** The least role of a person; by default `viewer` for GET and `member` for the rest. */
  role?: Role;
  /** Open to people who have yet to set up the second factor that their account requires: what they need for that, and no more. */
  beforeSecondFactor?: true;
  /** Only for people of the operator's account. */
  operator?: true;
  /** The least plan. */
  plan?: Plan;
  /** What a person's or visitor's calls count against, where it is not the usual hourly limit. */
  limit?: 'sign_in' | 'push' | 'shared_reports' | 'status_pages';
  allowance: Allowance;
  /** Status of success; 200 by default. */
  status?: 200 | 201 | 202;
  /** The path of what a call has made, where it is not found by `data.id` below the operation's own, with `{id}` for that; with status 202, where to see what becomes of it. */
  location?: string;
  /** `json` by default; `native` runs in the sign-in library, in transactions of its own: its replies keep their shape and it is no tool or command. */
  kind?: 'json' | 'file' | 'native';
  /** Of kind `file`: the types of the files that it gives, without parameters. */
  contentTypes?: readonly [string, ...string[]];
  /** Changes only: waits for the outside, and so runs outside a transaction and makes its own; it leaves no audit entry and takes no `request_key`. */
  outside?: true;
  /** Accepts `text/event-stream`: parts as they land, then `result`. */
  streams?: Streams;
  /** The largest body, for files in it; 1 MiB unless it says otherwise. */
  maxBodyBytes?: number;
  /** Accepts `request_key`. */
  idempotent?: boolean;
  /** Members of the reply that are never remembered for a replay, where they are null; `data.url` for one inside another, whose schema must allow it. */
  secrets?: readonly string[];
  /** Members of the input that name things of the account. */
  owns?: Owns;
  /** It can answer 404 although neither its path nor `owns` names anything: something else in the input does. */
  maybeNotFound?: true;
  /** Changes only: what the audit log says, or why it says nothing. */
  audit?: ((change: { caller: Caller; input: z.output<Input>; output: z.output<Output> }) => AuditNote) | { none: string };
  /** A refusal that depends on what is asked for, such as a capability of a higher plan, before anything that it names is looked for. */
  judge?(caller: Caller, input: z.output<Input>, services: Services): Problem | null;
  input: Input;
  output: Output;
  examples: readonly { input: z.input<Input>; says: string }[];
  /** What is different for agents, or cannot be seen from the method. */
  agent?: {
    description?: string;
    /** Whether it takes something away or replaces it; by default DELETE, PUT and PATCH do. */
    destructive?: boolean;
    /** Whether it stands in the default set: what an agent needs for the common jobs. Models choose worse from long lists. */
    everyday?: true;
    /** Whether agents are not offered it at all: its input is a secret that has no business in the context of a model. */
    withheld?: true;
  };
  /** Changes only: runs lookups and probes before the transaction, which must not wait for them; `run` finds the result as `prepared`. */
  prepare?(call: Call<Loads<Owns>>, services: Services, input: z.output<Input>): Promise<Prepared>;
  /** Orchestration only. Changes run in one transaction with their audit entry. */
  run(call: Call<Loads<Owns>, Prepared>, services: Services, input: z.output<Input>): Promise<z.output<Output>>;
}

type Owned<Services> = Record<string, Resource<Services, unknown>>;
type NothingOwned = Readonly<Record<string, never>>;
type Loads<Owns> = { [Name in keyof Owns]: Owns[Name] extends Resource<never, infer Loaded> ? Loaded : never };

/** An operation whose types no longer matter: how surfaces and the pipeline see it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyOperation<Services = any> = Operation<Services, any, any, any, any>;

/** An operation by what callers see of it; for those that are made from a table, where its types cannot be inferred. */
export type OfferedOperation<Services, OfMethod extends Method, OfPath extends string, Input extends z.ZodObject, Output extends z.ZodType> =
  Operation<Services, Input, Output, NothingOwned, unknown, OfMethod, OfPath, false>;

/** `operationIn<Services>()({…})` states an operation of an area and infers the rest from it. */
export function operationIn<Services>() {
  return <
    Input extends z.ZodObject, Output extends z.ZodType, OfMethod extends Method, OfPath extends string,
    Owns extends Owned<Services> = NothingOwned, Prepared = unknown, Streams extends boolean = false,
  >(
    declaration: Operation<Services, Input, Output, Owns, Prepared, OfMethod, OfPath, Streams>,
  ): Operation<Services, Input, Output, Owns, Prepared, OfMethod, OfPath, Streams> => declaration;
}

/** Whether the operation changes something; follows from the method. */
export function writes({ method }: Pick<AnyOperation, 'method'>): boolean {
  return method !== 'GET';
}

/** The least role of a person. */
export function roleOf(operation: Pick<AnyOperation, 'method' | 'role'>): Role {
  return operation.role ?? (writes(operation) ? 'member' : 'viewer');
}

/** The members of the input that stand in `path`. */
export function pathMembers(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}

/** What an operation is about: the first part of its id. */
export function topicOf(operationId: string): string {
  return operationId.split('.', 1)[0]!;
}
