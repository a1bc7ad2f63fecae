import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { RunRecord } from '../../areas/platform/runs/index.ts';
import type { Caller } from '../../core/access.ts';
import { findingsInput } from '../../core/findings/wanted.ts';
import { refusalOf } from '../../core/judgement.ts';
import { writes, type AnyOperation } from '../../core/operation.ts';
import type { JsonSchema } from '../openapi/index.ts';
import { inputSchemaOf, outputSchemaOf } from './schemas.ts';

/** An operation as agents see it. */
export interface OperationTool {
  operation: AnyOperation;
  name: string;
  /** Whether it starts a run or shows one, which the call can wait for; null where it does neither. */
  run: 'starts' | 'shows' | null;
  /** Whether the input says how many rows of a list come. */
  paged: boolean;
  /** Whether the input says which findings come; unless asked for all, those that failed or could not be determined. */
  choosesFindings: boolean;
  listed: Tool;
  /** The schema of its reply, made when it is first asked for. */
  outputSchema(): JsonSchema;
}

/** How many rows a list gives where the call does not say. */
export const ROWS = 20;

const DETAIL: JsonSchema = { type: 'string', enum: ['short', 'full'] };
/** A reply with a list of anything but plain words can be long. */
const LONG = /"items":\{(?!"type":"string")/;
const WAIT: JsonSchema = { type: 'boolean', description: 'Wait for the end, up to 50 s' };
const REQUEST_KEY: JsonSchema = { type: 'string', description: 'Makes a retry safe' };

/** Whether agents are offered the operation at all: its reply is JSON, and it is neither withheld, for people only nor a way to sign in. */
export function isTool({ access, kind = 'json', path, agent }: AnyOperation): boolean {
  return kind === 'json' && agent?.withheld === undefined && access !== 'session' && !(access === 'public' && path.startsWith('/api/auth/'));
}

/** The tools that `operations` make, in their order. */
export function toolsOf(operations: readonly AnyOperation[]): OperationTool[] {
  return operations.filter(isTool).map(toolOf);
}

/** The tools that the caller may call by the judgement that every call meets. */
export function allowedTo(caller: Caller, tools: readonly OperationTool[]): OperationTool[] {
  return tools.filter(({ operation }) => refusalOf(operation, caller) === null);
}

function toolOf(operation: AnyOperation): OperationTool {
  const name = operation.id.replaceAll('.', '_');
  const run = runIn(operation);
  const paged = Object.hasOwn(operation.input.shape as object, 'limit') && operation.method === 'GET';
  const choosesFindings = choosesFindingsIn(operation);
  let output: JsonSchema | null = null;
  const outputSchema = () => (output ??= outputSchemaOf(operation.output as z.ZodType));
  const listed = {
    name,
    title: operation.summary,
    description: operation.agent?.description ?? operation.description,
    inputSchema: inputOf(operation, run, run === 'shows' || LONG.test(JSON.stringify(outputSchema()))),
    annotations: annotationsOf(operation),
  } as Tool;
  return { operation, name, run, paged, choosesFindings, listed, outputSchema };
}

function choosesFindingsIn({ input }: AnyOperation): boolean {
  return (input.shape as { findings?: unknown }).findings === findingsInput.findings;
}

/** A reply with the status 202 that is a run tells of one that was started. */
function runIn({ output, status, id }: AnyOperation): OperationTool['run'] {
  if (id === 'runs.show') return 'shows';
  return status === 202 && output instanceof z.ZodObject && output.shape['data'] === RunRecord ? 'starts' : null;
}

function inputOf(operation: AnyOperation, run: OperationTool['run'], long: boolean): JsonSchema {
  const schema = inputSchemaOf(operation.input as z.ZodType);
  const properties = { ...schema.properties };
  if (properties['limit'] && operation.method === 'GET') properties['limit'] = { type: 'integer', maximum: 200, default: ROWS };
  if (properties['cursor']) properties['cursor'] = { type: 'string' };
  if (choosesFindingsIn(operation)) properties['findings'] = { type: 'string', enum: ['failed', 'all'], default: 'failed' };
  if (operation.idempotent) properties['request_key'] = REQUEST_KEY;
  if (run) properties['wait'] = WAIT;
  if (long) properties['detail'] = DETAIL;
  return { ...schema, type: 'object', properties };
}

/** What the method says of the effects, and what the declaration says beyond that. */
function annotationsOf(operation: AnyOperation): NonNullable<Tool['annotations']> {
  const { method, allowance, prepare, outside, agent } = operation;
  const openWorldHint = allowance !== 'none' || prepare !== undefined || outside === true;
  if (!writes(operation)) return { readOnlyHint: true, openWorldHint };
  const destructiveHint = agent?.destructive ?? method !== 'POST';
  return { readOnlyHint: false, destructiveHint, ...(method === 'POST' ? {} : { idempotentHint: true }), openWorldHint };
}
