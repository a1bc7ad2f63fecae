import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { ClientGone, perform, type Admitted, type Ports } from '../../core/pipeline.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CallOperation } from './call-tool.ts';
import { createDocuments } from './documents.ts';
import type { AnswerMessage, McpEndpointOptions } from './options.ts';
import { readSelection } from './selection.ts';
import { createMcpServer } from './server.ts';
import { toolsOf } from './tools.ts';

/** Answers with a server made for the one message, so that any process can answer the next. */
export function createAnswer({ operations, ports, version, docsFolder }: McpEndpointOptions): AnswerMessage {
  const tools = toolsOf(operations);
  const documents = createDocuments(docsFolder);
  return async (message, exchange, admitted) => {
    if (message['method'] === 'subscriptions/listen') return notFound(message['id']);
    const selection = readSelection(exchange.url.searchParams, exchange.headers, tools);
    const call = createCall(exchange, admitted, ports);
    const handler = createMcpHandler(() => createMcpServer({ operations, tools, caller: admitted.caller, selection, version, documents, call }));
    return handler.fetch(exchange.request(), { parsedBody: message });
  };
}

/** Nothing that a client lists ever changes under it, so a stream of changes would only be held open. */
function notFound(id: unknown): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'This server has no changes to report.' };
  return Response.json({ jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null, error }, { status: 404 });
}

/** Takes calls through the pipeline in the name of the admitted sender. */
function createCall({ credential, requestId, address, browser }: Pick<Exchange, 'credential' | 'requestId' | 'address' | 'browser'>, admitted: Admitted, ports: Ports<object>): CallOperation {
  return async (operation, input, { signal, emit }) => {
    const { status, body } = await perform({
      operation, credential, requestId, address, browser, admitted, requestKey: null, signal: goneWith(signal), emit,
      read: () => (operation.method === 'GET' ? asInQuery(input) : input),
    }, ports);
    return { ok: status < 400, body };
  };
}

/** A signal whose reason says that it is nobody's fault. */
function goneWith(signal: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => gone.abort(new ClientGone());
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return gone.signal;
}

/** A query is made of text, and so is what operations expect that are asked by one. */
function asInQuery(input: Record<string, unknown>): Record<string, unknown> {
  const text = (value: unknown): unknown => (Array.isArray(value) ? value.map(text) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null).map(([name, value]) => [name, text(value)]));
}
