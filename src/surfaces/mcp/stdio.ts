import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../../core/access.ts';
import type { AnyOperation, FileReply } from '../../core/operation.ts';
import type { OpenClient, Result } from '../client/index.ts';
import type { Called, CallOperation } from './call-tool.ts';
import { createDocuments } from './documents.ts';
import type { Selection } from './selection.ts';
import { createMcpServer } from './server.ts';
import type { OperationTool } from './tools.ts';

/** What the MCP server on standard input and output is made of. */
interface McpStdioOptions {
  operations: readonly AnyOperation[];
  tools: readonly OperationTool[];
  /** Calls the running service. */
  client: OpenClient;
  /** Whose key the client has. */
  caller: Caller;
  selection: Selection;
  version: string;
  /** Folder of the documentation, Markdown. */
  docsFolder: string;
  stdin: Readable;
  stdout: Writable;
  signal: AbortSignal;
  /** Hears of faults; standard output belongs to the protocol. */
  report(error: Error): void;
}

/** Serves until the other side closes its end or `signal` fires. */
export async function serveMcpOnStdio(options: McpStdioOptions): Promise<void> {
  const { stdin, stdout, signal, report } = options;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const documents = createDocuments(options.docsFolder);
  const call = createRemoteCall(options.client);
  const connection = serveStdio(() => createMcpServer({ ...options, documents, call }), { transport: new StdioServerTransport(stdin, stdout), onerror: report });
  stdin.once('end', resolve).once('close', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted || stdin.readableEnded) resolve();
  await ended;
  await connection.close();
}

/** Takes calls to the service over HTTP. */
function createRemoteCall(client: OpenClient): CallOperation {
  return async (operation, input, { signal, emit }) => {
    const route = `${operation.method} ${operation.path}` as const;
    if (operation.kind === 'file') return fileOf(await client.file(route, input, { signal }));
    const result = emit && operation.streams
      ? await client.stream(route, input, { signal, onEvent: (name, data) => emit(name, data) })
      : await client.send(operation, input, { signal });
    return calledOf(result);
  };
}

function calledOf(result: Result<unknown>): Called {
  return result.ok ? { ok: true, body: result.data } : { ok: false, body: { success: false, status: result.status, ...result.problem } };
}

async function fileOf(result: Awaited<ReturnType<OpenClient['file']>>): Promise<Called> {
  if (!result.ok) return calledOf(result);
  const { contentType, fileName, body } = result;
  return { ok: true, body: { contentType, fileName, body: await body.text() } satisfies FileReply };
}
