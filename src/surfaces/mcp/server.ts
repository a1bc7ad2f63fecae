import { ProtocolError, ProtocolErrorCode, Server, type CacheHint } from '@modelcontextprotocol/server';
import type { Caller } from '../../core/access.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { callTool, OUTSIDE, type CallOperation } from './call-tool.ts';
import type { Documents } from './documents.ts';
import { progressOf } from './progress.ts';
import { promptsFor } from './prompts.ts';
import { Resources } from './resources.ts';
import { offeredTo, type Selection } from './selection.ts';
import type { OperationTool } from './tools.ts';

/** What a server is made of, whatever carries its messages. */
export interface McpParts {
  operations: readonly AnyOperation[];
  /** The tools of `operations`. */
  tools: readonly OperationTool[];
  /** What the caller may call is decided by this; `call` decides again. */
  caller: Caller;
  selection: Selection;
  version: string;
  documents: Documents;
  call: CallOperation;
}

const INSTRUCTIONS = `Checks and watches domains: SPF, DKIM, DMARC, MX, nameservers, registration, DNSSEC, TLS and more, from live DNS.
check_domain checks any domain now; domains_* read and change the inventory of watched domains, each by its name or id; domain_events_* are changes that wait for a decision.
Replies come in a short form that says under "omitted" what it leaves out; detail: "full" gives all. Lists go on with cursor: nextCursor.
What takes long is a run: pass wait: true, or ask runs_show. "unknown" means that a lookup failed, never that something is missing.
Refused calls carry a problem: its detail says what to do.
${OUTSIDE}`;

/** What a client may keep for a while: it is the same as long as the key and the program are. */
const LISTS: CacheHint = { ttlMs: 300_000, cacheScope: 'private' };

/** An MCP server for one caller, of every revision of the protocol that the library knows. */
export function createMcpServer({ operations, tools, caller, selection, version, documents, call }: McpParts): Server {
  const offered = offeredTo(caller, selection, tools);
  const byName = new Map(offered.map(tool => [tool.name, tool]));
  const prompts = promptsFor(new Set(offered.map(({ operation }) => operation.id)));
  const resources = new Resources(operations, caller, documents, call);
  const runs = runOperationsIn(operations);
  const { outputSchemas } = selection;

  const server = new Server({ name: 'domain-security-service', title: 'Domain Security Service', version }, {
    instructions: INSTRUCTIONS,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    cacheHints: { 'tools/list': LISTS, 'prompts/list': LISTS, 'resources/list': LISTS, 'resources/templates/list': LISTS, 'server/discover': LISTS },
  });
  server.setRequestHandler('tools/list', () => ({
    tools: offered.map(({ listed, outputSchema }) => (outputSchemas ? { ...listed, outputSchema: outputSchema() as typeof listed.inputSchema } : listed)),
  }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = byName.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)} for this caller. tools/list has those that there are.`);
    return callTool({ tool, args: params.arguments ?? {}, call, runs, progress: progressOf(ctx), signal: ctx.mcpReq.signal, outputSchemas });
  });
  server.setRequestHandler('resources/list', () => ({ resources: resources.list() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resources.templates() }));
  server.setRequestHandler('resources/read', ({ params }, ctx) => resources.read(params.uri, ctx.mcpReq.signal));
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.list }));
  server.setRequestHandler('prompts/get', ({ params }) => prompts.get(params.name, params.arguments ?? {}));
  return server;
}

function runOperationsIn(operations: readonly AnyOperation[]) {
  const [events, show] = ['runs.events', 'runs.show'].map(id => operations.find(operation => operation.id === id));
  return events && show ? { events, show } : null;
}
