import type { z } from 'zod';
import type { Me } from '../../areas/platform/account/shapes.ts';
import type { Caller } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { loginOf, loginsFile } from '../../surfaces/cli/logins.ts';
import { tellRefusal } from '../../surfaces/cli/operations/call.ts';
import { createClient } from '../../surfaces/client/index.ts';
import { readToolsets, toolsOf, type Selection } from '../../surfaces/mcp/index.ts';
import { serveMcpOnStdio } from '../../surfaces/mcp/stdio.ts';
import { operations } from '../registry.ts';
import type { CommandParts } from './parts.ts';

/** What `dss mcp` was given. */
export interface McpOptions {
  profile: string | null;
  toolsets: string;
  readOnly: boolean;
  schemas: 'slim' | 'full';
}

const DOCS = new URL('../../../docs/', import.meta.url).pathname;

/** `dss mcp`: an MCP server on standard input and output, which calls a running service with a key. */
export async function runMcp({ profile, toolsets, readOnly, schemas }: McpOptions, { terminal, signal, version, env, home }: CommandParts): Promise<ExitCode> {
  const { stdin, stdout, stderr } = terminal;
  const { url, key } = loginOf(env, loginsFile(env, home), profile ?? (env['DSS_PROFILE'] || null));
  const client = createClient({ baseUrl: url, key: key ?? undefined });
  const me = await client('GET /api/auth/me', {}, { signal });
  if (!me.ok) return tellRefusal(me, terminal, signal);
  const tools = toolsOf(operations);
  let selection: Selection;
  try {
    selection = { toolsets: readToolsets(toolsets, tools), readOnly, outputSchemas: schemas === 'full' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    stderr.write(`${error.message}\n`);
    return exitCode.usage;
  }
  await serveMcpOnStdio({
    operations, tools, client, caller: callerOf((me.data as { data: z.output<typeof Me> }).data), selection, version, docsFolder: DOCS, stdin, stdout, signal,
    report: error => stderr.write(`${error.message}\n`),
  });
  return exitCode.clean;
}

/** Who the service says that the key belongs to; a service that is called without a key lets nobody come this far. */
function callerOf({ account, plan, key }: z.output<typeof Me>): Caller {
  if (key === null) throw new TypeError('The service says that a key is a person.');
  return { kind: 'key', account: { ...account, plan }, keyId: key.id, prefix: key.prefix, scopes: key.scopes, rateLimit: key.rateLimit };
}
