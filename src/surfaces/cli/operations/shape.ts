import { z } from 'zod';
import { writes, type AnyOperation } from '../../../core/operation.ts';
import { pathMembers } from '../../../core/operation.ts';
import { schemaOf, type Components, type JsonSchema } from '../../openapi/schemas.ts';
import { kebab, wordsOf } from './words.ts';

/** How the text of a flag becomes a value. */
export type FlagKind = 'text' | 'number' | 'switch' | 'list' | 'json' | 'jsonList';

/** One member of an operation's input on the command line. */
export interface Flag {
  member: string;
  /** Without the dashes, such as `least-severity`. */
  name: string;
  kind: FlagKind;
  /** Whether `--no-…` gives null; of a switch it gives false. */
  nullable: boolean;
  choices: readonly string[];
  /** One line for people, with the default. */
  description: string;
}

/** An operation as a command. */
export interface CommandShape {
  /** Such as `notifications`, `channels`, `create`. */
  words: readonly string[];
  operation: AnyOperation;
  /** Members of the path, in its order. */
  args: readonly Flag[];
  /** The one further member that is needed, where it is a plain text: it may be given without its flag. */
  subject: Flag | null;
  flags: readonly Flag[];
  /** The reply is a page of a list, which `--all` can go through. */
  pages: boolean;
}

/** Whether the operation is a command: what browsers do with the sign-in library is none. */
export function isCommand({ kind, access }: AnyOperation): boolean {
  return kind !== 'native' && access !== 'session';
}

/** The command of `operation`. */
export function shapeOf(operation: AnyOperation): CommandShape {
  const components: Components = {};
  const { properties = {}, required = [] } = schemaOf(operation.input, 'input', operation.id, components);
  const inPath = pathMembers(operation.path);
  const flagFor = (member: string) => flagOf(member, properties[member] ?? {}, components, writes(operation));
  const rest = Object.keys(properties).filter(name => !inPath.includes(name));
  const flags = rest.map(flagFor);
  const needed = flags.filter(({ member }) => required.includes(member));
  return {
    words: wordsOf(operation.id),
    operation,
    args: inPath.map(flagFor),
    subject: needed.length === 1 && needed[0]!.kind === 'text' ? needed[0]! : null,
    flags,
    pages: !writes(operation) && rest.includes('cursor') && isPage(operation.output as z.ZodType),
  };
}

/** Some replies have a cursor and rows that stand among other things. */
function isPage(output: z.ZodType): boolean {
  return output instanceof z.ZodObject && output.shape['data'] instanceof z.ZodArray;
}

function flagOf(member: string, schema: JsonSchema, components: Components, inBody: boolean): Flag {
  const { schemas, nullable } = alternativesOf(schema, components);
  const [only = {}] = schemas;
  const choices = schemas.length === 1 ? choicesOf(only) : [];
  const isSwitch = only.type === 'boolean' || (!inBody && choices.join() === 'true,false');
  const kind = schemas.length !== 1 ? 'json' : isSwitch ? 'switch' : kindOf(only, components, inBody);
  const said = schema.description ?? only.description ?? itemsOf(only, components)?.description;
  const description = [said, kind === 'json' || kind === 'jsonList' ? '(JSON)' : '', defaultOf(schema)].filter(Boolean).join(' ');
  return { member, name: kebab(member), kind, nullable: nullable && inBody, choices: isSwitch ? [] : choices, description };
}

/** What the schema may be, references followed, null apart. */
function alternativesOf(schema: JsonSchema, components: Components): { schemas: JsonSchema[]; nullable: boolean } {
  const all = (schema.anyOf ?? [schema]).map(one => followed(one, components)).flatMap(oneTypeEach);
  const schemas = all.filter(({ type }) => type !== 'null');
  return { schemas, nullable: schemas.length < all.length };
}

/** `type` may be a list (JSON Schema, validation §6.1.1). */
function oneTypeEach(schema: JsonSchema): JsonSchema[] {
  return Array.isArray(schema.type) ? schema.type.map(type => ({ ...schema, type })) : [schema];
}

function followed(schema: JsonSchema, components: Components): JsonSchema {
  return schema.$ref ? components[schema.$ref.split('/').at(-1)!] ?? {} : schema;
}

function itemsOf(schema: JsonSchema, components: Components): JsonSchema | null {
  return schema.items ? followed(schema.items, components) : null;
}

function kindOf(schema: JsonSchema, components: Components, inBody: boolean): FlagKind {
  switch (schema.type) {
    case 'string': return 'text';
    case 'integer':
    case 'number': return inBody ? 'number' : 'text';
    case 'array': return itemsOf(schema, components)?.type === 'string' ? 'list' : 'jsonList';
    default: return inBody ? 'json' : 'text';
  }
}

function choicesOf({ enum: values = [], items }: JsonSchema): string[] {
  return (items?.enum ?? values).map(String);
}

/** What counts where nothing is given, in words; '' where that is nothing too. */
function defaultOf({ default: byDefault }: JsonSchema): string {
  if (byDefault === undefined || byDefault === null || (Array.isArray(byDefault) && byDefault.length === 0)) return '';
  return `(default: ${typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault)})`;
}
