import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { severities } from '../../../../../core/finding.ts';
import { UnknownDsl, parseDsl, type DslNode } from './dsl/parse.ts';
import { fromGo } from './expression.ts';
import { refusedTags, refusedText } from './refusal.ts';
import type { Extractor, Matcher, ParsedTemplate, Template, TemplateRequest } from './template.ts';

const MAX_CHARACTERS = 262_144;
const MAX_REDIRECTS = 3;
/** Others would hide who asks, or steer the request to somebody else. */
const headerNames: ReadonlySet<string> = new Set(['accept', 'accept-language']);

const text = z.string().max(8192);
const texts = z.array(text).min(1).max(200);
const condition = z.enum(['and', 'or']).default('or');
const named = { name: text.optional(), internal: z.boolean().default(false) };
const ofPart = { part: z.string().regex(/^[a-z][a-z0-9_]{0,60}$/).default('body'), condition, negative: z.boolean().default(false), ...named };

const matcher = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('word'), words: texts, 'case-insensitive': z.boolean().default(false), ...ofPart }),
  z.strictObject({ type: z.literal('regex'), regex: texts, ...ofPart }),
  z.strictObject({ type: z.literal('status'), status: z.array(z.int()).min(1), ...ofPart }),
  z.strictObject({ type: z.literal('size'), size: z.array(z.int()).min(1), ...ofPart }),
  z.strictObject({ type: z.literal('dsl'), dsl: texts, ...ofPart }),
]);
const extractor = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('regex'), regex: texts, group: z.int().min(0).max(20).default(0), part: ofPart.part, ...named }),
  z.strictObject({ type: z.literal('dsl'), dsl: texts, ...named }),
]);
const request = z.strictObject({
  method: z.enum(['GET', 'HEAD']),
  path: texts.max(30),
  headers: z.record(z.string(), text).default({}),
  'stop-at-first-match': z.boolean().default(false),
  'host-redirects': z.boolean().default(false),
  redirects: z.boolean().default(false),
  'max-redirects': z.int().min(0).default(MAX_REDIRECTS),
  'max-size': z.int().min(1).optional(),
  'matchers-condition': condition,
  matchers: z.array(matcher).max(50).default([]),
  extractors: z.array(extractor).max(50).default([]),
});
const list = z.union([z.array(z.string()), z.string()]).nullish().transform(value => (typeof value === 'string' ? value.split(',') : (value ?? [])).map(one => one.trim().toLowerCase()));
const schema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,120}$/),
  info: z.looseObject({ name: text, severity: z.string().default('info'), tags: list, classification: z.looseObject({ cpe: z.string().nullish(), 'cve-id': list }).nullish() }),
  http: z.array(request).min(1).max(10),
});

/** Reads a template in the form of nuclei. Never throws; what is not known is not run, and is named. */
export function parseTemplate(yaml: string): ParsedTemplate {
  const document = read(yaml);
  const id = idOf(document);
  const tags = tagsOf(document);
  const reasons = [...refusedTags(tags), ...textsSent(document).flatMap(refusedText)];
  if (reasons.length > 0) return { outcome: 'refused', id, reasons: [...new Set(reasons)] };
  const parsed = schema.safeParse(document);
  if (!parsed.success) return { outcome: 'notRun', id, features: featuresOf(parsed.error) };
  const features: string[] = [];
  const template = compile(parsed.data, tags, features);
  return features.length > 0 ? { outcome: 'notRun', id, features: [...new Set(features)] } : { outcome: 'runnable', template };
}

function read(yaml: string): unknown {
  try {
    return yaml.length > MAX_CHARACTERS ? null : parseYaml(yaml, { maxAliasCount: 0, logLevel: 'silent' });
  } catch {
    return null;
  }
}

/** The parts of a document of which nothing is known yet. */
type Unread = { id?: unknown; info?: { tags?: unknown } | null; http?: unknown } | null;

function idOf(document: unknown): string {
  const id = (document as Unread)?.id;
  return typeof id === 'string' ? id.slice(0, 120) : '';
}

function tagsOf(document: unknown): string[] {
  return list.safeParse((document as Unread)?.info?.tags).data ?? [];
}

/** Everything that would be sent to the target, in whatever form it is written, without variables and without the weights of an Accept header. */
function textsSent(document: unknown): string[] {
  const http = (document as Unread)?.http;
  return (Array.isArray(http) ? (http as unknown[]) : []).flatMap(one => {
    const { path, headers } = (one ?? {}) as { path?: unknown; headers?: unknown };
    const values: unknown[] = [path, Object.values(headers ?? {})].flat(2);
    return values.filter(value => typeof value === 'string').map(value => value.replaceAll(/\{\{[A-Za-z_]\w*\}\}/g, '').replaceAll(/;\s?q=[\d.]+/g, ''));
  });
}

function featuresOf(error: z.ZodError): string[] {
  const named = error.issues.flatMap(({ path, code, ...issue }) => {
    const at = path.filter(part => typeof part === 'string').join('.');
    return code === 'unrecognized_keys' ? (issue as unknown as { keys: string[] }).keys.map(key => [at, key].filter(Boolean).join('.')) : [at || 'form'];
  });
  return [...new Set(named)];
}

function compile({ id, info, http }: z.infer<typeof schema>, tags: readonly string[], features: string[]): Template {
  const { classification } = info;
  return {
    id,
    title: info.name,
    severity: severities.find(one => one === info.severity.toLowerCase()) ?? 'info',
    tags,
    cpe: classification?.cpe ?? null,
    cve: (classification?.['cve-id'] ?? []).map(one => one.toUpperCase()),
    requests: http.map(one => compileRequest(one, features)),
  };
}

function compileRequest(given: z.infer<typeof request>, features: string[]): TemplateRequest {
  const follows = given.redirects || given['host-redirects'];
  const matchers = given.matchers.map(one => compileMatcher(one, features));
  for (const name of Object.keys(given.headers)) if (!headerNames.has(name.toLowerCase())) features.push(`header ${name}`);
  if (matchers.length === 0 && given.extractors.length === 0) features.push('no matchers');
  return {
    method: given.method,
    paths: given.path.map(path => pathOf(path, features)),
    headers: given.headers,
    maxRedirects: follows ? Math.min(given['max-redirects'], MAX_REDIRECTS) : 0,
    maxBytes: given['max-size'] ?? null,
    stopAtFirstMatch: given['stop-at-first-match'],
    isJudgedAtOnce: /"(?:name|part)":"[a-z_]+_\d+"/.test(JSON.stringify([matchers, given.extractors])),
    matchersCondition: given['matchers-condition'],
    matchers,
    extractors: given.extractors.map(one => compileExtractor(one, features)),
  };
}

function pathOf(path: string, features: string[]): string {
  const [, rest] = /^\{\{(?:BaseURL|RootURL)\}\}(\S*)$/.exec(path) ?? [];
  if (rest === undefined || rest.includes('{{')) features.push('path with variables');
  return rest === undefined || rest === '' ? '/' : rest.startsWith('/') ? rest : `/${rest}`;
}

function compileMatcher(given: z.infer<typeof matcher>, features: string[]): Matcher {
  const options = { part: given.part, condition: given.condition, negative: given.negative };
  switch (given.type) {
    case 'word': return { type: 'word', ...options, words: given.words, ignoresCase: given['case-insensitive'] };
    case 'regex': return { type: 'regex', ...options, expressions: given.regex.map(one => expressionOf(one, features)) };
    case 'status': return { type: 'status', ...options, numbers: given.status };
    case 'size': return { type: 'size', ...options, numbers: given.size };
    case 'dsl': return { type: 'dsl', ...options, expressions: given.dsl.map(one => dslOf(one, features)) };
  }
}

function compileExtractor(given: z.infer<typeof extractor>, features: string[]): Extractor {
  const options = { name: given.name ?? null, isInternal: given.internal };
  return given.type === 'dsl'
    ? { type: 'dsl', ...options, expressions: given.dsl.map(one => dslOf(one, features)) }
    : { type: 'regex', ...options, part: given.part, group: given.group, expressions: given.regex.map(one => expressionOf(one, features)) };
}

function expressionOf(pattern: string, features: string[]): { source: string; flags: string } {
  const expression = fromGo(pattern);
  if (!expression) features.push('regular expression');
  return expression ?? { source: '(?!)', flags: '' };
}

function dslOf(expression: string, features: string[]): DslNode {
  try {
    return parseDsl(expression);
  } catch (error) {
    if (!(error instanceof UnknownDsl)) throw error;
    features.push(`dsl: ${error.message}`);
    return { kind: 'value', value: false };
  }
}
