// Requests made up for every operation, on the whole service.
import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import fc from 'fast-check';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { operations } from '../src/app/registry.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import type { Bearer } from './authorization-credentials.ts';
import { getReady } from './authorization-inputs.ts';
import type { Ready } from './authorization-sample.ts';
import { firstShotsAt, shotsAt, write, type Shot } from './properties-shots.ts';
import { onDatabaseServed, type TestAccount, type TestReply, type TestService } from './service.ts';

const SEED = Number(process.env['DSS_TEST_SEED'] ?? 20_260_826);
/** To each operation on each database, to which they differ: about 15,000 in all. */
const REQUESTS = Number(process.env['DSS_TEST_REQUESTS'] ?? 20);
/** Of them, those in which a member has another type. */
const OTHER_TYPES = REQUESTS / 2;
const MOST_MS = 10_000;
const AT_ONCE = 8;

/** Makes a suite that sends requests to each operation of a service on `dialect`. */
export function holdToTheDocument(dialect: 'sqlite' | 'postgresql'): void {
  const half = dialect === 'sqlite' ? 0 : 1;
  const seed = SEED + half;
  let lab: Lab;
  before(async () => { lab = await startLab(); });
  after(() => lab.stop());

  onDatabaseServed(dialect, `whatever is sent, the reply is one that is declared (seed ${seed})`, { lab: () => lab, quickPasswords: true }, service => {
    let operator: TestAccount;
    let [sent, taken] = [0, 0];
    before(async () => { operator = await service().account({ plan: 'enterprise', operator: true }); });

    const hold = async (operation: AnyOperation) => {
      const shootOne = shootAt(operation, service(), operator);
      const shoot = async (shot: Shot) => {
        const reply = await shootOne(shot);
        sent++;
        if (reply.status < 400) taken++;
        return reply;
      };
      const [success, ...others] = firstShotsAt(operation);
      const { status, text } = await shoot(success);
      assert.ok(status < 400, `the input that is made to succeed: ${status} ${text}`);
      const property = fc.asyncProperty(shotsAt(operation), async shot => void await shoot(shot));
      const examples = others.filter((_, at) => at % 2 === half).slice(0, OTHER_TYPES).map((shot): [Shot] => [shot]);
      await fc.assert(property, { seed, numRuns: REQUESTS, examples, includeErrorInReport: true });
    };
    void suite(`${REQUESTS} requests each`, { concurrency: AT_ONCE }, () => {
      for (const operation of operations) if (operation.id !== MAKES_OPERATORS) void test(operation.id, () => hold(operation));
    });
    void test(`${MAKES_OPERATORS}, which changes who runs the service`, () => hold(operations.find(({ id }) => id === MAKES_OPERATORS)!));
    void test('these were many, and not all were refused', () => {
      assert.ok(sent > REQUESTS * 0.95 * operations.length, `${sent} requests`);
      assert.ok(taken > sent / 10, `${taken} of ${sent} succeeded`);
    });
  });
}

const MAKES_OPERATORS = 'auth.operator';

/** Sends shots at `operation` in the name of somebody who may do everything, and judges the replies. */
function shootAt(operation: AnyOperation, service: TestService, operator: TestAccount): (shot: Shot) => Promise<TestReply> {
  let bearer: Bearer | null = null;
  let own: Ready | null = null;
  return async shot => {
    if (bearer === null || shot.base === null) [bearer, own] = [await newBearer(service, operation, operator), null];
    if (shot.base === null || (shot.real && operation.owns)) own ??= await getReady(operation, service, bearer);
    const ready: Ready = shot.base === null ? own! : { input: own?.input ?? {} };
    const { path, options } = write(operation, shot, ready.input);
    const signedIn = operation.access !== 'public' || shot.signedIn;
    const cookie = [signedIn ? ready.session ?? bearer.options.cookie : undefined, ready.cookie].filter(one => one !== undefined).join('; ');
    const reply = await service.request(operation.method, path, { ...options, ...(cookie === '' ? {} : { cookie }) });
    judge(operation, reply, service.openapi);
    // A change that went through, or a lock, may have ended what the session can do.
    if (reply.status === 429 || (reply.status < 400 && operation.method !== 'GET')) bearer = null;
    return reply;
  };
}

/** Somebody who may do everything. */
async function newBearer(service: TestService, { access, operator: forOperator }: AnyOperation, operator: TestAccount): Promise<Bearer> {
  const administers = forOperator === true || (typeof access === 'object' && access.scope === 'admin');
  const account = administers ? operator : await service.account({ plan: 'enterprise' });
  return { options: { cookie: account.owner.cookie }, account, person: account.owner, signedIn: true };
}

/** Before any operation is asked, or in the place of its reply: nothing new, no such path, wrong method, too long. */
const EDGE = new Set([304, 400, 404, 405, 414, 431]);

function judge({ id, path, method, kind }: AnyOperation, { status, headers, body, text, ms }: TestReply, { paths }: TestService['openapi']): void {
  const shown = `${status} ${text.slice(0, 500)}`;
  assert.ok(status < 500, shown);
  assert.ok(status in paths[path]![method.toLowerCase()]!.responses || EDGE.has(status), `not declared: ${shown}`);
  assert.ok(ms < MOST_MS, `${Math.round(ms)} ms: ${shown}`);
  assert.equal(headers['x-injected'], undefined);
  assert.ok(!JSON.stringify(headers['set-cookie'] ?? '').includes('injected'));
  if (status >= 400) assert.equal(body['status'], status, shown);
  if (kind !== 'native') assert.notEqual(status, 401, shown);
  if (!id.startsWith('auth.two_factor.')) assert.notEqual(status, 429, shown);
}
