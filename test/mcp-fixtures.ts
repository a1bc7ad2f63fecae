// The tools, resources and prompts that the official conformance suite looks for, by the names and texts that it expects.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedContent, createMcpHandler, createRequestStateCodec, InMemoryServerEventBus, inputRequired, inputResponse, isLegacyRequest, McpServer, ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult, type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AnswerMessage } from '../src/surfaces/mcp/options.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const states = createRequestStateCodec<{ step: number }>({ key: randomBytes(32) });
const bus = new InMemoryServerEventBus();

/**
 * Answers with the fixtures. The scenarios of 2025 in which the server asks the client need sessions, which our own server
 * has not because it asks nothing: here, and only here, messages of these revisions go to a session each.
 */
export function createFixtureAnswer(): AnswerMessage {
  const modern = createMcpHandler(createFixtureServer, { legacy: 'reject', bus });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (message, exchange) => {
    const request = exchange.request();
    if (!await isLegacyRequest(request, message)) return modern.fetch(request, { parsedBody: message });
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request, { parsedBody: message });
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: id => { sessions.set(id, transport); } });
    await createFixtureServer().connect(transport);
    return transport.handleRequest(request, { parsedBody: message });
  };
}

function createFixtureServer(): McpServer {
  const server = new McpServer({ name: 'fixtures', version: '1.0.0' }, {
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: { listChanged: true }, logging: {}, completions: {} },
    requestState: { verify: states.verify },
  });
  addContents(server);
  addConversations(server);
  addInputRequired(server);
  addResources(server);
  addPrompts(server);
  return server;
}

const capital = inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }], maxTokens: 100 });

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function addContents(server: McpServer): void {
  const gives = (name: string, content: CallToolResult['content']) => server.registerTool(name, { description: `Gives ${name}` }, () => ({ content }));
  gives('test_simple_text', said('This is a simple text response for testing.').content);
  gives('test_image_content', [{ type: 'image', data: PNG, mimeType: 'image/png' }]);
  gives('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);
  gives('test_embedded_resource', [{ type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' } }]);
  gives('test_multiple_content_types', [
    { type: 'text', text: 'Multiple content types test:' }, { type: 'image', data: PNG, mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } },
  ]);
  server.registerTool('test_error_handling', { description: 'Fails' }, () => { throw new Error('This tool intentionally returns an error for testing'); });
}

function addConversations(server: McpServer): void {
  const none = z.object({});
  server.registerTool('test_tool_with_logging', { description: 'Logs', inputSchema: none }, async (_, { mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await sleep(20);
    }
    return said('Tool with logging executed successfully');
  });
  server.registerTool('test_logging_tool', { description: 'Logs where the request wants it', inputSchema: none }, async (_, { mcpReq }) => {
    await mcpReq.log('info', 'A line');
    return said('done');
  });
  server.registerTool('test_tool_with_progress', { description: 'Tells its progress', inputSchema: none }, async (_, { mcpReq }) => {
    const progressToken = tokenOf(mcpReq);
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await sleep(20);
    }
    return said(String(progressToken));
  });
  server.registerTool('test_sampling', { description: 'Asks the model of the client', inputSchema: z.object({ prompt: z.string() }) }, async ({ prompt }, { mcpReq }) => {
    const { content } = await mcpReq.send({ method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 100 } });
    const first = [content].flat()[0];
    return said(`LLM response: ${first?.type === 'text' ? first.text : ''}`);
  });
  const asks = (name: string, message: string | null, properties: Record<string, object>, required: string[] = []) => {
    server.registerTool(name, { description: 'Asks the user', inputSchema: z.object({ message: z.string().optional() }) }, async (args, { mcpReq }) => {
      const { action, content } = await mcpReq.send({ method: 'elicitation/create', params: { message: message ?? args.message!, requestedSchema: { type: 'object', properties, required } } });
      return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
    });
  };
  asks('test_elicitation', null, { response: { type: 'string', description: 'The answer' } }, ['response']);
  asks('test_elicitation_sep1034_defaults', 'Look through the fields', {
    name: { type: 'string', default: 'John Doe' }, age: { type: 'integer', default: 30 }, score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' }, verified: { type: 'boolean', default: true },
  });
  const [options, titled] = [['option1', 'option2', 'option3'], ['value1', 'value2', 'value3'].map(value => ({ const: value, title: `Choice ${value}` }))];
  asks('test_elicitation_sep1330_enums', 'Choose', {
    untitledSingle: { type: 'string', enum: options }, titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
  });
  server.registerTool('test_streaming_elicitation', { description: 'Tells its progress, then asks', inputSchema: none }, async (_, { mcpReq }) => {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: tokenOf(mcpReq), progress: 1 } });
    return inputRequired({ inputRequests: { ok: asking('ok', 'boolean') } });
  });
  server.registerTool('test_missing_capability', { description: 'Asks the model of the client, wants it or not', inputSchema: none }, () => inputRequired({ inputRequests: { capital_question: capital } }));
  server.registerTool('test_trigger_tool_change', { description: 'Says that the tools changed', inputSchema: none }, () => {
    bus.publish({ kind: 'tools_list_changed' });
    return said('done');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Says that the prompts changed', inputSchema: none }, () => {
    bus.publish({ kind: 'prompts_list_changed' });
    return said('done');
  });
  server.registerTool('test_custom_headers', { description: 'Has an argument in a header', inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }) }, ({ region }) => said(region));
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park'], total: 2, hasMore: false } }));
}

function tokenOf({ _meta: { progressToken = 0 } = {} }: ServerContext['mcpReq']): string | number {
  return progressToken;
}

function asking(member: string, type: 'string' | 'boolean', message = 'Please confirm') {
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: { [member]: { type } as { type: 'string' } }, required: [member] } });
}

function capabilitiesOf({ mcpReq }: ServerContext): { sampling?: object; elicitation?: object } {
  return (mcpReq.envelope as Record<string, object> | undefined)?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
}

function addInputRequired(server: McpServer): void {
  const tool = (name: string, run: (ctx: ServerContext) => ReturnType<typeof inputRequired> | CallToolResult | Promise<ReturnType<typeof inputRequired>>) => (
    server.registerTool(name, { description: 'Needs more from the client', inputSchema: z.object({}) }, (_, ctx) => run(ctx))
  );
  const named = (ctx: ServerContext) => acceptedContent(ctx.mcpReq.inputResponses, 'user_name', z.object({ name: z.string() }))?.name;
  const state = (ctx: ServerContext) => ctx.mcpReq.requestState<{ step: number }>();
  const minted = async (step: number, inputRequests: Parameters<typeof inputRequired>[0]['inputRequests']) => inputRequired({ ...(inputRequests ? { inputRequests } : {}), requestState: await states.mint({ step }) });

  tool('test_input_required_result_elicitation', ctx => {
    const name = named(ctx);
    return name === undefined ? inputRequired({ inputRequests: { user_name: asking('name', 'string', 'What is your name?') } }) : said(`Hello, ${name}!`);
  });
  tool('test_input_required_result_sampling', ctx => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'capital_question');
    return answer.kind === 'sampling' ? said(JSON.stringify(answer.result.content)) : inputRequired({ inputRequests: { capital_question: capital } });
  });
  tool('test_input_required_result_list_roots', ctx => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'client_roots');
    return answer.kind === 'roots' ? said(answer.roots.map(({ uri }) => uri).join(', ')) : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    tool(name, ctx => (state(ctx) ? said('state-ok') : minted(1, { confirm: asking('ok', 'boolean') })));
  }
  tool('test_input_required_result_multiple_inputs', ctx => {
    if (state(ctx) && named(ctx) !== undefined) return said('all there');
    return minted(1, { user_name: asking('name', 'string', 'What is your name?'), greeting: capital, client_roots: inputRequired.listRoots() });
  });
  tool('test_input_required_result_multi_round', ctx => {
    const step = state(ctx)?.step ?? 0;
    if (step === 0) return minted(1, { step1: asking('name', 'string', 'Step 1: What is your name?') });
    return step === 1 ? minted(2, { step2: asking('color', 'string', 'Step 2: What is your favorite color?') }) : said('both steps done');
  });
  tool('test_input_required_result_capabilities', ctx => {
    const { sampling, elicitation } = capabilitiesOf(ctx);
    if (ctx.mcpReq.inputResponses) return said('done');
    const inputRequests = { ...(elicitation ? { user_name: asking('name', 'string') } : {}), ...(sampling ? { capital_question: capital } : {}) };
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : said('nothing to ask');
  });
}

function addResources(server: McpServer): void {
  const text = (uri: string, body: string) => server.registerResource(uri.slice('test://'.length), uri, { mimeType: 'text/plain' }, () => ({ contents: [{ uri, mimeType: 'text/plain', text: body }] }));
  text('test://static-text', 'This is the content of the static text resource.');
  text('test://watched-resource', 'Watched resource content');
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) => ({ contents: [{ uri: href, mimeType: 'image/png', blob: PNG }] }));
  server.registerResource('template', new ResourceTemplate('test://template/{id}/data', { list: undefined }), { mimeType: 'application/json' }, ({ href }, { id }) => (
    { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }) }] }
  ));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });
  server.registerPrompt('test_simple_prompt', { description: 'Says one thing' }, () => ({ messages: [user('This is a simple prompt for testing.')] }));
  server.registerPrompt('test_prompt_with_arguments', { description: 'Takes arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) }, ({ arg1, arg2 }) => ({ messages: [user(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }));
  server.registerPrompt('test_prompt_with_embedded_resource', { description: 'Takes arguments', argsSchema: z.object({ resourceUri: z.string() }) }, ({ resourceUri: uri }) => ({
    messages: [{ role: 'user', content: { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } } }, user('Please process the embedded resource above.')],
  }));
  server.registerPrompt('test_prompt_with_image', { description: 'Shows an image' }, () => ({ messages: [{ role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } }, user('Please analyze the image above.')] }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Needs more from the client' }, ctx => {
    const context = acceptedContent(ctx.mcpReq.inputResponses, 'user_context', z.object({ context: z.string() }))?.context;
    if (context === undefined) return inputRequired({ inputRequests: { user_context: asking('context', 'string', 'What context should the prompt use?') } });
    return { messages: [user(`In the context of ${context}`)] };
  });
}
