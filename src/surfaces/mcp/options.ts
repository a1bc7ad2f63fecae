import type { Admitted, Ports } from '../../core/pipeline.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

/** What the MCP server over HTTP is made of. */
export interface McpEndpointOptions {
  operations: readonly AnyOperation[];
  ports: Ports<object>;
  /** Public origin, without a slash at the end. */
  baseUrl: string;
  version: string;
  /** Folder of the documentation, Markdown. */
  docsFolder: string;
}

/** Answers one message of an admitted sender. */
export type AnswerMessage = (message: Record<string, unknown>, exchange: Exchange, admitted: Admitted) => Promise<Response>;
