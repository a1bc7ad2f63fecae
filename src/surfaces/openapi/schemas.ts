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
 * ones move to `components`; `owner` keeps the generated names of two operations apart. Throws where two differ under one name.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', owner: string, components: Components): JsonSchema {
  const { $defs = {}, ...made } = jsonSchemaOf(schema, io, z.globalRegistry);
  const nameOf = (name: string) => (name.startsWith('__schema') ? `${pascalCase(owner)}${name.slice('__schema'.length)}` : name);
  const relink = (text: string) => text.replace(/"#\/\$defs\/([^"]+)"/g, (_whole, name: string) => `"#/components/schemas/${nameOf(name)}"`);
  const linked = (one: unknown) => withTimes(JSON.parse(relink(JSON.stringify(one))) as JsonSchema, io);
  for (const [name, definition] of Object.entries($defs)) addComponent(components, nameOf(name), linked(definition));
  return linked(made);
}

/** Adds a named schema and gives the reference to it; throws `TypeError` where there is another of that name. */
export function addComponent(components: Components, name: string, schema: JsonSchema): { $ref: string } {
  const there = components[name] ??= schema;
  if (JSON.stringify(there) !== JSON.stringify(schema)) throw new TypeError(`Two schemas have the name ${name}: give one of them another id.`);
  return { $ref: `#/components/schemas/${name}` };
}

/** `DomainsGet` for `domains.get`. */
export function pascalCase(operationId: string): string {
  return operationId.split(/[._]/).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The JSON Schema of `schema` in one piece: only what is recursive stands in its `$defs`. */
export function wholeSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return jsonSchemaOf(schema, io, withoutIds);
}

/** What is known of schemas besides their ids. */
const withoutIds = {
  get: (schema: z.ZodType) => {
    const { id: _, ...known } = z.globalRegistry.get(schema) ?? {};
    return known;
  },
} as unknown as typeof z.globalRegistry;

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', metadata: typeof z.globalRegistry): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify, metadata }) as JsonSchema;
  return made;
}

/** Fields of replies that hold a moment, by their names: they are ISO 8601 in UTC. */
const MOMENT = /^(?:at|\w*[a-z]At|timestamp|deleteAfter|\w*Until)$/;
/** Names in DNS at which a record was found, of DMARC and CAA; null where there is none. */
const isName = (name: string, { type }: JsonSchema): boolean => name === 'foundAt' || (name === 'at' && Array.isArray(type));

/** The same with the format of moments, at every depth. */
function withTimes(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  if (io === 'output') {
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      if (MOMENT.test(name) && !isName(name, one)) for (const text of [one, ...one.anyOf ?? []]) if ([text.type].flat().includes('string') && !text['format'] && !text.enum) text['format'] = 'date-time';
    }
  }
  for (const value of Object.values(schema)) if (typeof value === 'object' && value !== null) withTimes(value as JsonSchema, io);
  return schema;
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
