import type { Caller } from '../../core/access.ts';
import { topicOf, writes } from '../../core/operation.ts';
import { invalid } from '../../core/invalid-input.ts';
import { allowedTo, type OperationTool } from './tools.ts';

/** Which of the tools that the caller may call are wanted, and how. */
export interface Selection {
  /** Names of areas, `default` or `all`. */
  toolsets: readonly string[];
  /** Only tools that change nothing. */
  readOnly: boolean;
  /** Whether each tool tells the schema of its reply. */
  outputSchemas: boolean;
}

/** What the address and the headers ask for, as other servers have it; throws `Problem` 400 for what there is not. */
export function readSelection(query: URLSearchParams, headers: Pick<Headers, 'get'>, tools: readonly OperationTool[]): Selection {
  const schemas = query.get('schemas') ?? 'slim';
  if (schemas !== 'slim' && schemas !== 'full') throw invalid([{ path: ['schemas'], message: 'Give slim or full.' }]);
  return {
    toolsets: readToolsets(query.get('toolsets') ?? headers.get('x-mcp-toolsets') ?? 'default', tools),
    readOnly: readFlag('readonly', query.get('readonly') ?? headers.get('x-mcp-readonly')),
    outputSchemas: schemas === 'full',
  };
}

/** The names in `text`, separated by commas; throws `Problem` 400 for one that there is not. */
export function readToolsets(text: string, tools: readonly OperationTool[]): string[] {
  const known = ['default', 'all', ...new Set(tools.map(({ operation }) => topicOf(operation.id)))];
  const wanted = text.split(',', known.length + 1).map(name => name.trim()).filter(name => name !== '');
  const wrong = wanted.find(name => !known.includes(name));
  if (wrong !== undefined) throw invalid([{ path: ['toolsets'], message: `There is no "${wrong.slice(0, 40)}". There are ${known.join(', ')}.` }]);
  return wanted.length > 0 ? wanted : ['default'];
}

function readFlag(name: string, text: string | null): boolean {
  if (text === null || text === '0' || text === 'false') return false;
  if (text === '' || text === '1' || text === 'true') return true;
  throw invalid([{ path: [name], message: 'Give 1 or 0.' }]);
}

/** The tools that `caller` is offered; anyone who may call no more than the default set has, is offered all of them. */
export function offeredTo(caller: Caller, { toolsets, readOnly }: Selection, tools: readonly OperationTool[]): OperationTool[] {
  const allowed = allowedTo(caller, tools);
  const few = allowed.length <= tools.filter(isEveryday).length;
  const wanted = (tool: OperationTool, name: string) => name === 'all' || (name === 'default' ? few || isEveryday(tool) : topicOf(tool.operation.id) === name);
  return allowed.filter(tool => toolsets.some(name => wanted(tool, name)) && !(readOnly && writes(tool.operation)));
}

/** Whether the tool stands in the default set. */
export function isEveryday({ operation }: OperationTool): boolean {
  return operation.agent?.everyday === true;
}
