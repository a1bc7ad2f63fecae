import { parse as parseYaml } from 'yaml';
import { dslFunctions } from '../../src/areas/threats/exposure/web/templates/dsl/functions.ts';
import { goldenTemplates } from '../../src/areas/threats/exposure/web/templates/golden.sample.ts';
import { parseTemplate } from '../../src/areas/threats/exposure/web/templates/parse.ts';
import { tagsRefused } from '../../src/areas/threats/exposure/web/templates/refusal.ts';
import type { ParsedTemplate } from '../../src/areas/threats/exposure/web/templates/template.ts';
import { page, table } from './markdown.ts';

interface Written {
  type?: string;
  part?: string;
  dsl?: readonly string[];
  internal?: boolean;
  negative?: boolean;
  [key: string]: unknown;
}
interface WrittenRequest {
  matchers?: readonly Written[];
  extractors?: readonly Written[];
  [key: string]: unknown;
}

/** What templates are written with, and what becomes of those of the sample that the tests keep. */
export function templatesPage(): string {
  const sample = [...goldenTemplates().values()].map(yaml => ({ features: featuresOf(parseYaml(yaml) as { http: WrittenRequest[] }), parsed: parseTemplate(yaml) }));
  const outcomes = Map.groupBy(sample, ({ parsed }) => parsed.outcome);
  const count = (outcome: ParsedTemplate['outcome']) => outcomes.get(outcome)?.length ?? 0;
  const features = [...new Set(sample.flatMap(one => [...one.features]))].toSorted();
  return page(
    '# Templates of the community',
    '',
    'Scans of websites run the safe part of the templates in `DSS_TEMPLATES` ([how](../how-to/exposure-web.md)). This is what becomes of a sample of',
    `${sample.length} templates of nuclei-templates that ask by GET alone: ${count('runnable')} are run, ${count('refused')} are refused, and ${count('notRun')} are not run because they need something that is not there.`,
    '',
    '## What they are written with',
    table(['Feature', 'Templates', 'Run', 'Refused', 'Not run'], features.map(feature => {
      const having = sample.filter(one => one.features.has(feature));
      const of = (outcome: ParsedTemplate['outcome']) => String(having.filter(({ parsed }) => parsed.outcome === outcome).length);
      return [`\`${feature}\``, String(having.length), of('runnable'), of('refused'), of('notRun')];
    })),
    '',
    'Everything else is not run, and the log names it: other methods, bodies, raw requests, payloads, flows, variables, other protocols, other headers.',
    `Expressions may call ${Object.keys(dslFunctions).map(name => `\`${name}\``).join(', ')}.`,
    '',
    '## Why the others are not run',
    table(['Reason', 'Outcome', 'Templates'], reasonsIn(sample.map(({ parsed }) => parsed))),
    '',
    '## Always refused',
    `- by tag: ${[...tagsRefused].map(tag => `\`${tag}\``).join(', ')};`,
    '- by a path or the value of a header, also encoded once or several times: traversal, shell syntax, template syntax, another target.',
  );
}

function featuresOf({ http }: { http: readonly WrittenRequest[] }): Set<string> {
  return new Set(http.flatMap(({ matchers = [], extractors = [], ...request }) => [
    ...Object.keys(request).map(key => (key === 'method' ? `method: ${String(request[key])}` : key)),
    ...matchers.flatMap(matcher => [`matcher: ${matcher.type}`, ...partsOf(matcher), ...(matcher.negative ? ['matcher: negative'] : [])]),
    ...extractors.flatMap(extractor => [`extractor: ${extractor.type}`, ...partsOf(extractor), ...(extractor.internal ? ['extractor: internal'] : [])]),
  ]));
}

function partsOf({ part, dsl = [] }: Written): string[] {
  return [...(part === undefined ? [] : [`part: ${part}`]), ...dsl.flatMap(text => (text.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/\b[a-z]\w*(?=\s*\()/g) ?? []).map(name => `dsl: ${name}()`))];
}

function reasonsIn(parsed: readonly ParsedTemplate[]): string[][] {
  const named = parsed.flatMap(one => (one.outcome === 'runnable' ? [] : (one.outcome === 'refused' ? one.reasons : one.features).map(reason => ({ reason, outcome: one.outcome }))));
  return [...Map.groupBy(named, ({ reason }) => reason)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([reason, all]) => [reason, all[0]!.outcome === 'refused' ? 'refused' : 'not run', String(all.length)]);
}
