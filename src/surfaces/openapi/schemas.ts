import { z } from 'zod';

/** A schema in the dialect of OpenAPI 3.1 (JSON Schema 2020-12). */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}

/** The named schemas of a document, filled while its operations are written. */
export type Components = Record<string, JsonSchema>;

/**
 * The JSON Schema of `schema`, as a caller writes it (`input`) or reads it (`output`). Schemas with an id and recursive
 * ones move to `components`; `owner` keeps the generated names of two operations apart.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', owner: string, components: Components): JsonSchema {
  const { $defs = {}, ...made } = wholeSchemaOf(schema, io);
  const nameOf = (name: string) => (name.startsWith('__schema') ? `${owner}.${name.slice('__schema'.length)}` : name);
  const relink = (text: string) => text.replace(/"#\/\$defs\/([^"]+)"/g, (_whole, name: string) => `"#/components/schemas/${nameOf(name)}"`);
  const linked = (one: unknown) => JSON.parse(relink(JSON.stringify(one))) as JsonSchema;
  for (const [name, definition] of Object.entries($defs)) components[nameOf(name)] ??= linked(definition);
  return linked(made);
}

/** The JSON Schema of `schema` in one piece: what is named or recursive stands in its `$defs`. */
export function wholeSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify }) as JsonSchema;
  return made;
}

/** The formats that JSON Schema defines (2020-12 §7.3); their names say all that a pattern would. */
const FORMATS = new Set<unknown>(['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid']);

/** Leaves out what says nothing to a reader: patterns next to formats, formats that only zod knows, bounds of safe integers. */
function simplify({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  delete jsonSchema[FORMATS.has(jsonSchema.format) ? 'pattern' : 'format'];
  // Many validators read patterns without the flag u, and then take `\p{Cc}` literally.
  if (String(jsonSchema.pattern).includes('\\p{')) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.id;
}
