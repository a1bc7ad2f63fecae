import { html, type Html } from '../../../core/html.ts';
import { planNames } from '../../../core/access.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import { roleOf, topicOf } from '../../../core/operation.ts';
import { problemCodes } from '../../../core/problem.ts';
import { pathMembers } from '../../../core/operation.ts';
import type { Described, JsonSchema, OpenApi } from '../../openapi/index.ts';
import type { Answer } from '../endpoint.ts';
import { lastingPage } from './layout.ts';

/** How deep the fields of a reply are listed; below that the OpenAPI document tells. */
const MAX_LISTED_DEPTH = 3;

/** The page that tells of every operation, made from what is declared. */
export function referencePage(operations: readonly AnyOperation[], openapi: OpenApi, baseUrl: string, sidebar: Html): Answer {
  const textOf = (topic: string) => openapi.tags.find(({ name }) => name === topic)?.description;
  const areas = Map.groupBy(operations, ({ id }) => topicOf(id));
  return lastingPage('API reference', html`<h1>API reference</h1>
<p>Send <code>Authorization: Bearer svc_…</code> with each request. Replies are JSON with <code>success</code>; refusals are
<code>application/problem+json</code> with a stable <code>code</code> and a <code>detail</code> that says what to do.
The same, for programs: <a href="/openapi.json">openapi.json</a>.</p>
<h2>Areas</h2>
<ul>${[...areas.keys()].map(area => html`<li><a href="#${area}">${area}</a> ${textOf(area)}</li>`)}</ul>
${[...areas].map(([area, members]) => html`<h2 id="${area}">${area}</h2><p>${textOf(area)}</p>
${members.map(operation => operationBlock(operation, openapi, baseUrl))}`)}
${errorTable()}`, sidebar);
}

function operationBlock(operation: AnyOperation, openapi: OpenApi, baseUrl: string): Html {
  const { id, method, path, summary, description, plan, allowance, status = 200, aliases = [] } = operation;
  const described = openapi.paths[path]![method.toLowerCase()]!;
  return html`<h3 id="${id}">${summary}</h3>
<p><code>${method} ${path}</code> <span class="quiet">${id}</span></p>
<p>${description}</p>
<ul><li>Who: ${accessSentence(operation)}</li>
${plan && html`<li>Plan: ${planNames[plan]} or above</li>`}
${allowance !== 'none' && html`<li>Counts against the daily allowance of ${allowance === 'websiteScans' ? 'website scans' : 'manual scans'}</li>`}
${operation.limit === 'sign_in' && html`<li>Attempts are limited per e-mail address and client address</li>`}
${operation.idempotent && html`<li>Takes <code>request_key</code>: the same key with the same request gives the first reply again</li>`}
${operation.streams && html`<li>With <code>Accept: text/event-stream</code> parts come as they land, then <code>result</code></li>`}
${aliases.length > 0 && html`<li>Older addresses: ${aliases.map(alias => html`<code>${alias}</code> `)}</li>`}</ul>
${fieldTable('Input', inputFields(described, openapi))}
${fieldTable(`Reply (${status})`, replyFields(described, openapi, status))}
${operation.examples.map(({ says, input }) => html`<p>${says}:</p><pre tabindex="0"><code>${exampleCall(operation, input as Record<string, unknown>, baseUrl)}</code></pre>`)}
<p class="quiet">Refusals: ${Object.keys(described.responses).filter(code => Number(code) >= 400).join(', ')}</p>`;
}

function accessSentence(operation: AnyOperation): string {
  const { access, method } = operation;
  if (access === 'public') return 'anybody';
  const people = `with the role ${roleOf(operation)} or above`;
  if (access === 'session') return `signed-in people ${people}; no keys`;
  const key = access === 'key' ? 'any key' : `a key with the scope ${access.scope}`;
  const needsWrite = method === 'GET' ? '' : access === 'key' ? ' with write' : ' and write';
  return `${key}${needsWrite}, or a signed-in person ${people}`;
}

interface Field {
  name: string;
  type: string;
  required: boolean;
  text: string;
}

function inputFields({ parameters, requestBody }: Described, openapi: OpenApi): Field[] {
  const body = requestBody?.content['application/json']?.schema;
  return [
    ...parameters.map(({ name, in: where, required, schema, description }) => (
      { name, required, type: `${typeOf(schema)}, ${where}`, text: description ?? '' }
    )),
    ...(body ? fieldsOf(body, openapi, '', MAX_LISTED_DEPTH) : []),
  ];
}

function replyFields({ responses }: Described, openapi: OpenApi, status: number): Field[] {
  const { content = {} } = responses[status] as { content?: Record<string, { schema: JsonSchema }> };
  const schema = content['application/json']?.schema;
  return schema ? fieldsOf(schema, openapi, '', MAX_LISTED_DEPTH) : [];
}

function fieldsOf(schema: JsonSchema, openapi: OpenApi, prefix: string, depthLeft: number): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const whole = resolve(member, openapi);
    const inner = resolve(whole.anyOf?.find(one => one.type !== 'null') ?? whole, openapi);
    const item = inner.items ? resolve(inner.items, openapi) : null;
    const below = item ?? inner;
    return [
      { name: prefix + name, required: required.includes(name), type: typeOf(whole), text: whole.description ?? '' },
      ...(depthLeft > 1 ? fieldsOf(below, openapi, `${prefix}${name}${item ? '[]' : ''}.`, depthLeft - 1) : []),
    ];
  });
}

function resolve(schema: JsonSchema, openapi: OpenApi): JsonSchema {
  return schema.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1)!] ?? schema : schema;
}

function typeOf({ type, enum: choices, const: constant, anyOf, items, format }: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices) return choices.map(choice => JSON.stringify(choice)).join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (items) return `list of ${typeOf(items)}`;
  return [type ?? 'any', format].flat().filter(Boolean).join(' ');
}

function fieldTable(title: string, fields: readonly Field[]): Html | null {
  if (fields.length === 0) return null;
  return html`<details><summary>${title}</summary><div class="table" role="group" aria-label="${title}" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">What it is</th></tr></thead>
<tbody>${fields.map(({ name, type, required, text }) => html`<tr><td><code>${name}</code>${required ? '' : ' (optional)'}</td>
<td>${type}</td><td>${text}</td></tr>`)}</tbody>
</table></div></details>`;
}

function exampleCall({ method, path, access }: AnyOperation, input: Record<string, unknown>, baseUrl: string): string {
  const inPath = pathMembers(path);
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const credential = access === 'public' ? [] : [access === 'session' ? '-b "$COOKIES"' : '-H "Authorization: Bearer $DSS_KEY"'];
  const parts = ['curl', ...(method === 'GET' ? [] : [`-X ${method}`]), ...credential];
  if (method === 'GET') {
    const pairs = Object.entries(rest).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
    const query = new URLSearchParams(pairs).toString();
    return [...parts, `'${baseUrl}${filled}${query ? `?${query}` : ''}'`].join(' ');
  }
  return [...parts, '-H \'Content-Type: application/json\'', `-d '${JSON.stringify(rest).replaceAll("'", "'\\''")}'`, `'${baseUrl}${filled}'`].join(' ');
}

function errorTable(): Html {
  return html`<h2 id="refusals">Refusals</h2><div class="table" role="group" aria-label="Refusals" tabindex="0"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(problemCodes).map(([code, { status, title }]) => html`<tr><td>${status}</td><td><code>${code}</code></td>
<td>${title}</td></tr>`)}</tbody></table></div>`;
}
