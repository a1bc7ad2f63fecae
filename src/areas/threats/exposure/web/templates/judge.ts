import type { FetchedPage } from '../page.ts';
import { evaluateDsl, isTrue, type Variables } from './dsl/evaluate.ts';
import type { Extractor, Matcher, TemplateRequest } from './template.ts';

/** What a template says of the replies to one of its requests. */
export interface Judgement {
  isMatch: boolean;
  /** Which text matched, as it stands in the reply. */
  match: string;
  /** What its extractors took out, by their name; without a name by their number. */
  extracted: Readonly<Record<string, string>>;
}

const NOTHING: Judgement = { isMatch: false, match: '', extracted: {} };

/** Judges `pages`: one reply, or those of all paths in their order where the request wants them together. Patterns of strangers run here: call it where it can be stopped. */
export function judge(request: TemplateRequest, pages: readonly FetchedPage[]): Judgement {
  if (pages.length === 0) return NOTHING;
  const parts = (name: string) => partOf(pages, name);
  const extracted: Record<string, string> = {};
  const variables: Variables = name => (Object.hasOwn(extracted, name) ? extracted[name] : parts(name));
  const texts: string[] = [];
  for (const [index, extractor] of request.extractors.entries()) {
    const value = extract(extractor, variables);
    if (value !== null) extracted[extractor.name ?? `${index + 1}`] = value;
  }
  const results = request.matchers.map(matcher => matches(matcher, variables, texts) !== matcher.negative);
  const isMatch = results.length === 0 ? Object.keys(extracted).length > 0 : request.matchersCondition === 'and' ? results.every(Boolean) : results.some(Boolean);
  return isMatch ? { isMatch, match: [...texts, ...Object.values(extracted)].slice(0, 8).join(' … '), extracted } : NOTHING;
}

function matches(matcher: Matcher, variables: Variables, texts: string[]): boolean {
  const whole = String(variables(matcher.part) ?? '');
  const hold = <T>(list: readonly T[], test: (one: T) => boolean): boolean => (matcher.condition === 'and' ? list.every(test) : list.some(test));
  switch (matcher.type) {
    case 'status':
      return matcher.numbers.includes(Number(variables('status_code')));
    case 'size':
      return matcher.numbers.includes(Buffer.byteLength(whole));
    case 'dsl':
      return hold(matcher.expressions, one => isTrue(evaluateDsl(one, variables)));
    case 'word': {
      const among = matcher.ignoresCase ? whole.toLowerCase() : whole;
      return hold(matcher.words, word => noted(texts, among.includes(matcher.ignoresCase ? word.toLowerCase() : word) ? word : undefined));
    }
    case 'regex':
      return hold(matcher.expressions, ({ source, flags }) => noted(texts, new RegExp(source, flags).exec(whole)?.[0]));
  }
}

function noted(texts: string[], text: string | undefined): boolean {
  if (text) texts.push(text);
  return text !== undefined;
}

function extract(extractor: Extractor, variables: Variables): string | null {
  if (extractor.type === 'dsl') return extractor.expressions.map(one => evaluateDsl(one, variables)).filter(value => value !== undefined).map(String)[0] ?? null;
  const whole = String(variables(extractor.part) ?? '');
  for (const { source, flags } of extractor.expressions) {
    const value = new RegExp(source, flags).exec(whole)?.[extractor.group];
    if (value) return value.slice(0, 256);
  }
  return null;
}

/** A part of a reply by the name that templates have for it; `body_2` is that of the second path. */
function partOf(pages: readonly FetchedPage[], name: string): string | number | undefined {
  const [, base = name, number] = /^([a-z_]+?)_(\d{1,2})$/.exec(name) ?? [];
  const page = pages[number === undefined ? pages.length - 1 : Number(number) - 1];
  if (!page) return undefined;
  switch (base) {
    case 'body': return page.body;
    case 'header':
    case 'all_headers': return headerText(page);
    case 'response':
    case 'all':
    case 'raw': return `${headerText(page)}\r\n\r\n${page.body}`;
    case 'status_code': return page.status;
    case 'content_length': return page.size;
    default: return page.headers[base.replaceAll('_', '-')];
  }
}

function headerText({ status, headers }: FetchedPage): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => value.split('\n').map(one => `${titled(name)}: ${one}`));
  return [`HTTP/1.1 ${status}`, ...lines].join('\r\n');
}

/** Go writes names of headers so, and templates expect it. */
function titled(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, start => start.toUpperCase());
}
