import { z } from 'zod';
import type { AnyOperation } from '../../core/operation.ts';
import { originsOf } from '../../core/origin.ts';
import { admit, problemReply, type Admitted, type Reply } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';
import type { Exchange, ExchangeEndpoint } from '../http/exchange.ts';
import { lasting, type Endpoint } from '../http/endpoint.ts';
import { rateLimitHeaders } from '../http/rate-limit.ts';
import { fault } from '../http/refusal.ts';
import { protectedResourceOf, RESOURCE_PATH, WELL_KNOWN } from './protected-resource.ts';
import type { AnswerMessage, McpEndpointOptions } from './options.ts';

/** Names that no page of an attacker can have. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A message as far as the pipeline judges it before the call in it is known; `write` is judged for each call. */
const messageOperation: AnyOperation = {
  id: 'mcp', summary: 'Send a message to the MCP server', description: 'One message after the Model Context Protocol.', method: 'POST', path: RESOURCE_PATH,
  access: 'key', allowance: 'none', kind: 'native', input: z.looseObject({}), output: z.unknown(), examples: [], run: () => Promise.resolve(null),
};

/** The addresses of the MCP server: `/mcp`, and what clients ask to find out how to sign in. */
export function createMcpEndpoint(options: McpEndpointOptions, answer: AnswerMessage = answerWhenAsked(options)): { exchanges: ExchangeEndpoint[]; endpoints: Endpoint[] } {
  const { ports, baseUrl } = options;
  const origins = new Set(originsOf(baseUrl));
  const hosts = new Set([...LOOPBACK, new URL(baseUrl).hostname]);
  const metadata = lasting('application/json; charset=utf-8', JSON.stringify(protectedResourceOf(baseUrl)));
  return {
    exchanges: [{
      method: 'POST',
      path: RESOURCE_PATH,
      id: messageOperation.id,
      async answer(exchange) {
        const foreign = foreignTo(exchange.headers, hosts, origins);
        if (foreign) return responseOf(problemReply(foreign, exchange.requestId), options);
        const { credential, requestId, address, browser, signal } = exchange;
        const admitted = await admit({ operation: messageOperation, credential, requestId, address, browser, read: () => ({}), requestKey: null, signal, emit: null }, ports);
        if ('status' in admitted) return responseOf(admitted, options);
        return answered(admitted, exchange);
      },
    }],
    endpoints: [WELL_KNOWN, `${WELL_KNOWN}${RESOURCE_PATH}`].map(path => ({ path, open: true, answer: () => metadata })),
  };

  async function answered(admitted: Admitted, exchange: Exchange): Promise<Response> {
    const { requestId, address } = exchange;
    const now = ports.now();
    let response: Response;
    let operation = messageOperation;
    try {
      const message = await exchange.json();
      operation = operationIn(message, options.operations) ?? messageOperation;
      response = await answer(message, exchange, admitted);
    } catch (error) {
      if (!(error instanceof Problem)) ports.report(error, requestId);
      response = responseOf(problemReply(error instanceof Problem ? error : fault(), requestId), options);
    }
    for (const [name, value] of rateLimitHeaders([admitted.count], now)) response.headers.set(name, value);
    ports.finished({ operation, requestId, address }, admitted.caller, { status: response.status, code: null, now });
    return response;
  }
}

/** The library of the protocol is loaded when the first message comes: the start does not wait for it. */
function answerWhenAsked(options: McpEndpointOptions): AnswerMessage {
  let loaded: Promise<AnswerMessage> | null = null;
  return async (...asked) => {
    loaded ??= import('./answer.ts').then(({ createAnswer }) => createAnswer(options));
    return (await loaded)(...asked);
  };
}

/** What the usage is counted under: the operation of the tool that is called. */
function operationIn({ method, params }: Record<string, unknown>, operations: readonly AnyOperation[]): AnyOperation | undefined {
  if (method !== 'tools/call' || params === null || typeof params !== 'object' || !('name' in params)) return undefined;
  return operations.find(({ id }) => id.replaceAll('.', '_') === params.name);
}

/**
 * A page that a name of the attacker leads to this machine sends that name as `Host`, and every page its own `Origin`
 * (DNS rebinding; MCP, streamable HTTP, security warning).
 */
function foreignTo(headers: Headers, hosts: ReadonlySet<string>, origins: ReadonlySet<string>): Problem | null {
  const [host, origin] = [`http://${headers.get('host') ?? ''}`, headers.get('origin')];
  if (!URL.canParse(host) || !hosts.has(new URL(host).hostname)) return new Problem('forbidden', 'The header Host names another service. Use the address of this one, which the operator sets as DSS_BASE_URL.');
  if (origin !== null && !origins.has(origin)) return new Problem('forbidden', 'The request comes from a page of another origin. Call the MCP server from a program.');
  return null;
}

function responseOf({ status, headers, body, count }: Reply, { baseUrl, ports }: McpEndpointOptions): Response {
  const all = new Headers({ ...headers as Record<string, string>, 'content-type': 'application/problem+json' });
  // RFC 9728 §5.1: where a client learns how to be let in.
  if (status === 401) all.set('www-authenticate', `Bearer resource_metadata="${baseUrl}${WELL_KNOWN}${RESOURCE_PATH}"`);
  if (count) for (const [name, value] of rateLimitHeaders([count], ports.now())) all.set(name, value);
  return new Response(JSON.stringify(body), { status, headers: all });
}
