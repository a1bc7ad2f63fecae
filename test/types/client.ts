// Compiled with the project and never run: what the client's types take, and with `@ts-expect-error` what they refuse.
import { ClientProblem, createClient, type Client, type Problem } from '../../src/client.ts';
import { createClient as createOpen } from '../../src/surfaces/client/index.ts';

/** True where each type is assignable to the other. */
type Same<Left, Right> = [Left] extends [Right] ? [Right] extends [Left] ? true : false : false;

export async function whatCallsTake(client: Client): Promise<void> {
  await client('GET /api/auth/me');
  await client('GET /api/domains');
  await client('GET /api/domains', { limit: 20, sort: '-score', worst: 'none' }, { signal: AbortSignal.timeout(1000) });
  await client('GET /api/domains/{id}', { id: 'dom_1' }, { headers: { 'accept-language': 'en' } });
  await client('POST /api/domains', { name: 'example.org', tags: ['shop'] }, { requestKey: 'k' });
  await client('PUT /api/settings', { version: 1, account: { timezone: 'Europe/Berlin' } });
  await client('PATCH /api/clients/{id}', { id: 'cli_1', contactEmail: null });
  await client('POST /api/auth/sign-in/email', { email: 'anna@example.net', password: 'a long and rare phrase' });

  // @ts-expect-error There is no such route.
  await client('GET /api/nothing');
  // @ts-expect-error The route has another method.
  await client('PUT /api/domains/{id}', { id: 'dom_1' });
  // @ts-expect-error An older address is none of the client's.
  await client('GET /api/domain-check.js', { domain: 'example.org' });
  // @ts-expect-error A member is missing, and with it the whole input.
  await client('GET /api/domains/{id}');
  // @ts-expect-error A member is missing.
  await client('POST /api/domains', { tags: [] });
  // @ts-expect-error A member has the wrong type.
  await client('GET /api/domains/{id}', { id: 1 });
  // @ts-expect-error A member of a query has the wrong type.
  await client('GET /api/domains', { limit: 'many' });
  // @ts-expect-error A word is none of those that are taken.
  await client('GET /api/domains', { sort: 'size' });
  // @ts-expect-error A member deep inside has the wrong type.
  await client('POST /api/domains', { name: 'example.org', tags: [1] });
  // @ts-expect-error There is no such member.
  await client('GET /api/domains/{id}', { id: 'dom_1', more: true });
  // @ts-expect-error There is no such setting.
  await client('PUT /api/settings', { version: 1, account: { colour: 'red' } });
  // @ts-expect-error There is no such detail of a group.
  await client('PATCH /api/groups/{id}', { id: 'grp_1', contactEmail: 'office@example.com' });
  // @ts-expect-error A call without input takes none.
  await client('GET /api/auth/me', { verbose: true });
  // @ts-expect-error There is no such option.
  await client('GET /api/domains', {}, { retries: 3 });
  // @ts-expect-error There is no such option of the client.
  createClient({ baseURL: 'https://dss.example.net' });
}

export async function whatCallsGive(client: Client): Promise<void> {
  const result = await client('GET /api/domains/{id}', { id: 'dom_1' });
  // @ts-expect-error Whether there are data must be asked first.
  void result.data;
  if (result.ok) {
    true satisfies Same<typeof result.data.success, true>;
    true satisfies Same<typeof result.data.data.score, number | null>;
    // @ts-expect-error There is no such field.
    void result.data.data.colour;
  }
  const group = await client('GET /api/groups/{id}', { id: 'grp_1' });
  if (group.ok) true satisfies Same<typeof group.data.data.note, string | null>;
  const settings = await client('GET /api/settings');
  if (settings.ok) true satisfies Same<typeof settings.data.data.account.timezone, string>;
  const run = await client.runs.wait('run_1', { onProgress: ({ done, total }) => true satisfies Same<[typeof done, typeof total], [number, number]> });
  if (run.ok) true satisfies Same<typeof run.data.progress, { done: number; total: number; step: string | null }>;
}

export function whatProblemsSay(problem: Problem): void {
  true satisfies Same<typeof problem.detail, string>;
  // @ts-expect-error Not every problem has a limit.
  void problem.limit.max;
  if (problem.code === 'rate_limited') true satisfies Same<typeof problem.limit.resetsAt, string>;
  if (problem.code === 'invalid_request') true satisfies Same<(typeof problem.errors)[number]['message'], string>;
  if (problem.code === 'plan_upgrade_required') true satisfies Same<typeof problem.required_plan, 'free' | 'pro' | 'enterprise'>;
  if (problem.code === 'network') true satisfies Same<typeof problem.requestId, string | null>;
  // @ts-expect-error There is no such code.
  if (problem.code === 'teapot') return;
}

export async function whatSomeCallsCan(client: Client): Promise<void> {
  try {
    for await (const domain of client.each('GET /api/domains', { tag: 'shop' })) true satisfies Same<typeof domain.name, string>;
  } catch (error) {
    if (error instanceof ClientProblem) true satisfies Same<typeof error.problem, Problem>;
  }
  const checked = await client.stream('GET /api/checkup', { domain: 'example.org' }, { onEvent: name => true satisfies Same<typeof name, string> });
  if (checked.ok) true satisfies Same<typeof checked.data.score, number | null>;
  const file = await client.file('GET /api/domains/export');
  if (file.ok) true satisfies Same<typeof file.body, Response>;

  // @ts-expect-error One domain has no pages.
  client.each('GET /api/domains/{id}', { id: 'dom_1' });
  // @ts-expect-error The list of domains is no stream.
  await client.stream('GET /api/domains');
  // @ts-expect-error The list of domains is no file.
  await client.file('GET /api/domains');
  // @ts-expect-error A file is no JSON.
  await client('GET /api/domains/export');
  // @ts-expect-error A stream needs its input too.
  await client.stream('GET /api/checkup', {}, {});
}

/** Surfaces that walk the registry know the routes only when they run. */
export async function whatOpenClientsTake(method: 'GET' | 'POST', path: string): Promise<void> {
  const client = createOpen({ baseUrl: 'http://localhost:3000' });
  const result = await client(`${method} ${path}`, { any: 1 });
  if (result.ok) true satisfies Same<typeof result.data, unknown>;
  for await (const row of client.each(`${method} ${path}`)) true satisfies Same<typeof row, unknown>;
  await client.stream(`${method} ${path}`, {}, { lastEventId: '1' });
  await client.file(`${method} ${path}`);
  await client.send({ method, path }, { any: 1 });
}
