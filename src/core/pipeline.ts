import type { Account, Caller, Count, Credential, KnownCaller, Scope } from './access.ts';
import { known } from './access.ts';
import { invalid, inWords, refuseNul } from './invalid-input.ts';
import { planOfOperation, roleAndScope, secondFactor, sessionOnly, write } from './judgement.ts';
import type { AnyOperation, AuditNote, Browser, DailyAllowance, Emit, FileReply, Resource } from './operation.ts';
import { pathMembers, writes } from './operation.ts';
import { OpenCall } from './open-call.ts';
import { Problem, type ProblemCode } from './problem.ts';
import { withoutSecrets } from './without-secrets.ts';
import { partsWhile, stillAllowed, watch } from './while-allowed.ts';

/** A request as every surface hands it over; the route is already judged. */
export interface Request {
  operation: AnyOperation;
  credential: Credential;
  requestId: string;
  /** Client address, IPv4 or IPv6 text. */
  address: string;
  browser: Browser;
  /** Reads the input from the wire, bounded; throws `Problem` for size, type and syntax. */
  read(): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** From the header `Idempotency-Key`; the member `request_key` of the input goes before it. */
  requestKey: string | null;
  signal: AbortSignal;
  /** Set where the client asked for parts of the result as they land. */
  emit: Emit | null;
  /** From the header `Last-Event-ID`. */
  lastEventId?: string | null;
  /** Set where the call came inside a message whose sender was admitted: it is neither authenticated nor counted again. */
  admitted?: Admitted;
}

/** The sender of a message that carries calls, and how its hourly limit stands. */
export interface Admitted {
  caller: KnownCaller;
  count: Count;
}

/** What a surface sends back. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  /** JSON, or a `FileReply` where the operation is of kind `file`. */
  body: unknown;
  /** How the caller's hourly limit stands; null where the call was not counted. */
  count: Count | null;
  /** How the daily allowance stands that the call has spent from; null where it spent from none. */
  allowance: Count | null;
  replayed: boolean;
}

/** A reply as it is remembered. */
export interface RememberedReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: unknown;
}

/** A place kept for the reply of a request key, until it is filled or given up. */
export interface Reservation {
  owner: string;
  requestKey: string;
  token: string;
}

/** What the pipeline asks of the areas and the store; `Services` is what handlers work with. */
export interface Ports<Services> {
  now(): number;
  services: Services;
  /** The services as calls of `account` get them, null for visitors: they reach the outside through the door that is open to it. */
  servicesOf(services: Services, account: Account | null): Services;
  /** Who calls; throws `Problem` 401. Reads the database every time. May count the call with the same question where `counted` is given, and says so. */
  authenticate(credential: Credential, now: number, counted?: (count: Count) => void): Promise<KnownCaller> | KnownCaller;
  /** Counts the call against its hourly limit and says how that stands now. */
  count(operation: AnyOperation, caller: Caller, now: number): Promise<Count> | Count;
  /** Spends one of the allowance, asked for from the client address, and says how it stands; `used` above `max` means that nothing was spent. */
  spend(allowance: DailyAllowance, caller: KnownCaller, address: string, now: number): Promise<Count>;
  refund(allowance: DailyAllowance, caller: KnownCaller, now: number): Promise<void>;
  /** Keeps a place for a reply, or gives the one remembered; waits while another call with the same key runs. */
  keep(owner: string, requestKey: string, operation: AnyOperation, input: unknown, now: number): Promise<Reservation | RememberedReply | 'mismatch'>;
  giveUp(reservation: Reservation): Promise<void>;
  /** Runs `work` in one transaction; what it throws undoes everything. */
  transaction<T>(work: (tx: Transaction<Services>) => Promise<T>): Promise<T>;
  /** A finished call, for usage and the log; `caller` is null where nobody was counted, `code` where it was not refused. Never fails. */
  finished(request: Pick<Request, 'operation' | 'requestId' | 'address'>, caller: Caller | null, outcome: { status: number; code: ProblemCode | null; now: number }): void;
  /** What a caller hears of a failure of the database or its disk, which may pass; null for a fault of ours. */
  explain(error: unknown): string | null;
  /** A fault of ours or work afterwards that failed; never fails. */
  report(error: unknown, requestId: string): void;
}

/** One transaction: the services that work inside it, and what must be committed with the change. */
export interface Transaction<Services> {
  services: Services;
  audit(caller: Caller, call: { requestId: string; address: string; now: number }, note: AuditNote): Promise<void>;
  remember(reservation: Reservation, reply: RememberedReply): Promise<void>;
}

interface CallState<Services> {
  request: Request;
  operation: AnyOperation<Services>;
  ports: Ports<Services>;
  now: number;
  caller: Caller;
  count: Count | null;
  /** The input as it came. */
  given: Record<string, unknown>;
  input: Record<string, unknown>;
  owned: Record<string, unknown>;
  requestKey: string | null;
  /** In place of that of the request while the caller is watched. */
  signal: AbortSignal | null;
  reservation: Reservation | null;
  /** How the allowance stands that was spent for it; null where none was. */
  spent: Count | null;
  reply: Omit<Reply, 'count' | 'allowance'> | null;
}

type Step = (state: CallState<object>) => Promise<void> | void;

/** What every operation passes, on every surface, in the order in which a refusal is judged (the route comes before). */
export const steps: Readonly<Record<string, Step>> = {
  authenticate, sameOrigin, hourlyLimit,
  secondFactor: judging(secondFactor), sessionOnly: judging(sessionOnly), roleAndScope: judging(roleAndScope), write: judging(write), planOfOperation: judging(planOfOperation),
  readInput, judgeInput, ownership, requestKey, allowance, work,
};
const order = Object.values(steps);
/** The steps that a message passes before the calls in it are known. */
const entrance = [authenticate, sameOrigin, hourlyLimit];

const DEPENDENCY_RETRY_SECONDS = 5;

/** Takes one request through all steps. Refusals and faults come back as replies: it never throws. */
export async function perform<Services extends object>(request: Request, ports: Ports<Services>): Promise<Reply> {
  const state = callStateOf(request, ports);
  let reply: Reply;
  let code: ProblemCode | null = null;
  try {
    for (const step of order) {
      const waiting = step(state);
      if (waiting) await waiting;
      if (state.reply) break;
    }
    reply = { ...state.reply!, count: state.count, allowance: state.spent };
  } catch (error) {
    const problem = problemOf(error, ports);
    reply = await refused(problem, error, state);
    ({ code } = problem);
  }
  const recorded = state.count === null || request.admitted ? null : state.caller;
  ports.finished(request, recorded, { status: reply.status, code, now: state.now });
  return reply;
}

/** Authenticates and counts the sender of a message that carries calls, or refuses it; the caller says when it is `finished`. */
export async function admit<Services extends object>(request: Request, ports: Ports<Services>): Promise<Admitted | Reply> {
  const state = callStateOf(request, ports);
  try {
    for (const step of entrance) await step(state);
    return { caller: known(state.caller), count: state.count! };
  } catch (error) {
    const problem = problemOf(error, ports);
    const reply = await refused(problem, error, state);
    ports.finished(request, state.count === null ? null : state.caller, { status: reply.status, code: problem.code, now: state.now });
    return reply;
  }
}

function callStateOf<Services>(request: Request, ports: Ports<Services>): CallState<Services> {
  return {
    request, operation: request.operation, ports, now: ports.now(), caller: { kind: 'anonymous', address: request.address },
    count: null, given: {}, input: {}, owned: {}, requestKey: null, signal: null, reservation: null, spent: null, reply: null,
  };
}

function authenticate(state: CallState<object>): Promise<void> | void {
  const { operation, request, ports, now } = state;
  if (operation.access === 'public') return;
  const found = request.admitted?.caller ?? ports.authenticate(request.credential, now, count => { state.count = count; });
  if (!(found instanceof Promise)) state.caller = found;
  else return found.then(caller => { state.caller = caller; });
}

function sameOrigin({ operation, request: { credential } }: CallState<object>): void {
  if (operation.access === 'public' || credential.kind !== 'cookie' || credential.sameOrigin || !writes(operation)) return;
  throw new Problem('forbidden', 'This request did not come from the pages of the service. Send it with the Origin of the service, or use an API key.');
}

function hourlyLimit(state: CallState<object>): Promise<void> | void {
  const { operation, request, caller, ports, now } = state;
  const judge = (count: Count): void => {
    state.count = count;
    if (count.used > count.max) throw limited(count, now);
  };
  const counted = request.admitted?.count ?? state.count ?? ports.count(operation, caller, now);
  return counted instanceof Promise ? counted.then(judge) : judge(counted);
}

function judging(judge: typeof sessionOnly): Step {
  return state => {
    const problem = judge(state);
    if (problem) throw problem;
  };
}

function readInput(state: CallState<object>): Promise<void> | void {
  const given = state.request.read();
  return given instanceof Promise ? given.then(input => takeInput(state, input)) : takeInput(state, given);
}

function takeInput(state: CallState<object>, input: Record<string, unknown>): void {
  const { operation, request } = state;
  let given = input;
  if (operation.idempotent) {
    const { request_key: inBody, ...rest } = input;
    if (inBody !== undefined && request.requestKey !== null && inBody !== request.requestKey) throw invalid([{ path: ['request_key'], message: 'It is not the one in the header Idempotency-Key.' }]);
    state.requestKey = readRequestKey(inBody ?? request.requestKey);
    given = rest;
  } else if (request.requestKey !== null || input['request_key'] !== undefined) {
    throw invalid([{ path: ['request_key'], message: 'This call takes no request key, because its reply is not kept. Leave request_key and the header Idempotency-Key out.' }]);
  }
  const parsed = operation.input.safeParse(given, { error: (issue: Parameters<typeof inWords>[0]) => inWords(issue, pathMembers(operation.path)) });
  if (!parsed.success) throw invalid(parsed.error.issues);
  state.given = given;
  state.input = parsed.data;
}

function judgeInput({ operation, caller, given, input, ports }: CallState<object>): void {
  const problem = operation.judge?.(caller, input, ports.services);
  if (problem) throw problem;
  // Not earlier: a domain name with it is refused as such.
  refuseNul(given);
}

function ownership(state: CallState<object>): Promise<void> | void {
  const { operation: { owns }, caller } = state;
  if (owns && caller.kind !== 'anonymous') return loadOwned(state, caller, owns);
}

async function loadOwned({ input, ports, owned }: CallState<object>, caller: KnownCaller, owns: Record<string, Resource<object, unknown>>): Promise<void> {
  for (const [member, resource] of Object.entries(owns)) {
    const named = input[member];
    if (named === undefined || named === null) continue;
    const ids = (Array.isArray(named) ? named : [named]) as string[];
    const loaded = await Promise.all(ids.map(id => resource.load(ports.services, caller.account.id, id)));
    if (loaded.some(one => one === null || !mayKnow(caller, resource.scopesOf?.(ports.services, one)))) throw absent(resource);
    const [things, names] = resource.idOf ? byId(loaded, resource.idOf) : [loaded, ids];
    owned[member] = Array.isArray(named) ? things : things[0];
    input[member] = Array.isArray(named) ? names : names[0];
  }
}

/** The refusal of a name or id that the account has nothing of. */
export function absent({ type, remedy = 'Check the list for its id.' }: Pick<Resource<never, never>, 'type' | 'remedy'>): Problem {
  return new Problem('not_found', `There is no such ${type} on this account. ${remedy}`);
}

/** Each thing once, however often and by whichever name it was given, with its id. */
function byId(loaded: readonly unknown[], idOf: (one: unknown) => string): [things: unknown[], ids: string[]] {
  const found = new Map(loaded.map(one => [idOf(one), one]));
  return [[...found.values()], [...found.keys()]];
}

/** Whether the caller may know of a thing that asks for one of `scopes` of keys. */
function mayKnow(caller: KnownCaller, scopes: readonly Scope[] | undefined): boolean {
  return caller.kind !== 'key' || scopes === undefined || scopes.some(scope => caller.scopes.includes(scope));
}

function requestKey(state: CallState<object>): Promise<void> | void {
  if (state.requestKey !== null) return reserve(state, state.requestKey);
}

async function reserve(state: CallState<object>, key: string): Promise<void> {
  const { operation, caller, input, ports, now } = state;
  const owner = caller.kind === 'anonymous' ? caller.address : caller.account.id;
  const kept = await ports.keep(owner, key, operation, input, now);
  if (kept === 'mismatch') throw new Problem('idempotency_mismatch', 'This request_key was used for another request. Use a fresh one for a new request.');
  if ('token' in kept) state.reservation = kept;
  else state.reply = { ...kept, replayed: true };
}

function allowance(state: CallState<object>): Promise<void> | void {
  const { operation, caller } = state;
  if (operation.allowance !== 'none' && caller.kind !== 'anonymous') return spend(state, operation.allowance, caller);
}

async function spend(state: CallState<object>, allowance: DailyAllowance, caller: KnownCaller): Promise<void> {
  const { ports, request, now } = state;
  const count = await ports.spend(allowance, caller, request.address, now);
  if (count.used > count.max) {
    state.count = { ...count, used: count.max };
    throw limited(state.count, now);
  }
  state.spent = count;
}

/** Whoever streams is judged again as long as the stream is open. */
async function work(state: CallState<object>): Promise<void> {
  const { operation, request, ports, caller } = state;
  if (caller.kind === 'anonymous' || (request.emit === null && operation.kind !== 'file')) return doWork(state);
  const allowed = stillAllowed(operation, caller, () => ports.authenticate(request.credential, ports.now()));
  if (request.emit === null) {
    await doWork(state);
    const { body } = state.reply as { body: FileReply };
    if (typeof body.body !== 'string') state.reply!.body = { ...body, body: partsWhile(allowed, body.body) };
    return;
  }
  const watching = watch(request.signal, allowed);
  state.signal = watching.signal;
  await doWork(state).finally(() => watching.stop());
}

async function doWork(state: CallState<object>): Promise<void> {
  const { operation, request, ports, caller } = state;
  let call = new OpenCall(state);
  const account = caller.kind === 'anonymous' ? null : caller.account;
  const services = ports.servicesOf(ports.services, account);
  const replyOf = (output: unknown) => {
    const body: unknown = operation.kind === 'file' ? output : operation.output.parse(output);
    const status = call.respond.status ?? operation.status ?? 200;
    const { headers } = call.respond;
    if (status === 201 || operation.location !== undefined) headers['location'] ??= locationOf(operation, output);
    return { status, headers, body };
  };
  if (!writes(operation) || operation.kind === 'native' || operation.outside) {
    state.reply = { ...replyOf(await operation.run(call, services, state.input)), replayed: false };
  } else {
    if (operation.prepare) call.prepared = await operation.prepare(call, services, state.input) as never;
    state.reply = await ports.transaction(async tx => {
      // It may be done again: then nothing is left of the try before.
      call = Object.assign(new OpenCall(state), { prepared: call.prepared });
      const output: unknown = await operation.run(call, ports.servicesOf(tx.services, account), state.input);
      const reply = replyOf(output);
      for (const note of notesOf(state, call, output)) await tx.audit(caller, { ...request, now: state.now }, note);
      if (state.reservation) await tx.remember(state.reservation, { ...reply, body: withoutSecrets(reply.body, operation.secrets ?? []) });
      return { ...reply, replayed: false };
    });
  }
  state.spent ??= call.allowance;
  for (const one of call.later) void one().catch((error: unknown) => ports.report(error, request.requestId));
}

/** Where what was made is found. */
function locationOf({ path, location }: AnyOperation, output: unknown): string {
  return (location ?? `${path}/{id}`).replace('{id}', () => (output as { data: { id: string } }).data.id);
}

function notesOf({ operation, caller, input }: CallState<object>, call: OpenCall, output: unknown): AuditNote[] {
  if (!call.changed) return [];
  if (typeof operation.audit !== 'function') return call.notes;
  return [operation.audit({ caller, input, output }), ...call.notes];
}

/** The reason of a signal that fires because the client has gone: nobody reads the reply, and nothing of it is our fault. */
export class ClientGone extends Error {}

function problemOf(error: unknown, ports: Pick<Ports<never>, 'explain'>): Problem {
  if (error instanceof Problem) return error;
  const explained = ports.explain(error);
  if (explained !== null) return new Problem('dependency_unavailable', explained, {}, DEPENDENCY_RETRY_SECONDS);
  if (error instanceof ClientGone) return new Problem('invalid_request', 'The connection was closed before the reply.', { errors: [] });
  return new Problem('internal_error', 'This is a fault of the service and has been logged. Try again; if it stays, tell the operator the request id.');
}

async function refused(problem: Problem, error: unknown, state: CallState<object>): Promise<Reply> {
  const { ports, request, operation, caller, now } = state;
  try {
    if (problem.code === 'internal_error' || problem.code === 'dependency_unavailable') ports.report(error, request.requestId);
    if (state.reservation) await ports.giveUp(state.reservation);
    // Whoever hangs up has had the work done; a refusal, and a fault of ours, cost nothing.
    if (state.spent && !(error instanceof ClientGone) && caller.kind !== 'anonymous') await ports.refund(operation.allowance as DailyAllowance, caller, now);
  } catch (second) {
    ports.report(second, request.requestId);
  }
  return problemReply(problem, request.requestId, state.count);
}

/** The reply that says `problem`. */
export function problemReply(problem: Problem, requestId: string, count: Count | null = null): Reply {
  const headers: Record<string, string> = {};
  if (problem.status === 401) headers['www-authenticate'] = 'Bearer';
  if (problem.retryAfterSeconds !== null) headers['retry-after'] = String(problem.retryAfterSeconds);
  return { status: problem.status, headers, body: { ...problem.body(), requestId }, count, allowance: null, replayed: false };
}

/** The refusal of a call whose counter is full. */
export function limited(count: Count, now: number): Problem {
  const { name, max, used, windowSeconds, resetsAt } = count;
  const seconds = Math.max(1, Math.ceil((resetsAt - now) / 1000));
  const resets = new Date(resetsAt).toISOString();
  return new Problem('rate_limited', `The limit ${name} of ${max} is used up. It resets at ${resets}.`, { limit: { name, max, used: Math.min(used, max), windowSeconds, resetsAt: resets } }, seconds);
}

function readRequestKey(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && /^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u.test(value)) return value;
  throw invalid([{ path: ['request_key'], message: 'Give 1 to 128 printable characters.' }]);
}
