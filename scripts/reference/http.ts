import { operations, topics } from '../../src/app/registry.ts';
import { roleOf, topicOf, writes, type AnyOperation } from '../../src/core/operation.ts';
import { page, table } from './markdown.ts';

/** Every operation, by area. */
export function httpPage(): string {
  const areas = Object.entries(Object.groupBy(operations, ({ id }) => topicOf(id)));
  return page(
    '# HTTP operations',
    '',
    `The ${operations.length} operations of the service. A running service shows the same with all fields and examples at \`/docs/api\`,`,
    'and as OpenAPI 3.1 at `/openapi.json`.',
    '',
    'Keys go into the header `Authorization: Bearer svc_…`. Refusals: [errors](errors.md). Where each route is written:',
    '[routes](../routes.md). Every call counts against the counter in the last column, and with an allowance against the hour as',
    'well: [limits](limits.md).',
    ...areas.flatMap(([area, members = []]) => ['', `## ${area}`, '', ...(topics[area] ? [topics[area], ''] : []), operationTable(members)]),
  );
}

function operationTable(members: readonly AnyOperation[]): string {
  return table(['Operation', 'What it does', 'Who', 'Plan', 'Counts against'], members.map(operation => [
    addresses(operation), `${operation.summary}. ${operation.description}`, whoMay(operation), operation.plan ?? 'any', counter(operation),
  ]));
}

function addresses({ method, path, aliases = [] }: AnyOperation): string {
  return [`\`${method} ${path}\``, ...aliases.map(alias => `older: \`${alias}\``)].join('<br>');
}

function whoMay(operation: AnyOperation): string {
  const { access } = operation;
  if (access === 'public') return 'anybody';
  const person = `a signed-in ${roleOf(operation)}`;
  if (access === 'session') return person;
  if (access !== 'key' && access.scope === 'admin') return 'a key with `admin`, or an administrator of the service';
  const key = access === 'key' ? 'any key' : `a key with \`${access.scope}\``;
  const writing = writes(operation) ? `${access === 'key' ? ' with' : ' and'} \`write\`` : '';
  return `${key}${writing}, or ${person}`;
}

const ownLimits: Readonly<Record<NonNullable<AnyOperation['limit']>, string>> = { sign_in: 'sign-in', push: 'push', shared_reports: 'shared reports', status_pages: 'status pages' };

function counter({ allowance, access, limit }: AnyOperation): string {
  if (allowance !== 'none') return allowance === 'websiteScans' ? 'website scans' : 'manual scans';
  if (access !== 'public') return 'hour';
  return limit === undefined ? 'public address' : ownLimits[limit];
}
