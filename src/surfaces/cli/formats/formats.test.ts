import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { Ajv } from 'ajv';
import type { Severity } from '../../../core/finding.ts';
import { renderGithub } from './github.ts';
import { renderJunit } from './junit.ts';
import { checked, finding, outcomes } from './results.sample.ts';
import { renderSarif } from './sarif.ts';

const options = (failOn: Severity | null = null) => ({ version: '1.2.3', failOn });

suite('workflow commands of GitHub', () => {
  const levels = (failOn: Severity | null) => renderGithub(outcomes, options(failOn)).split('\n').map(line => /^::(\w+) /.exec(line)?.[1]);

  test('are one a line, whatever the words of a foreign record hold', () => {
    const lines = renderGithub(outcomes, options()).split('\n');
    assert.equal(lines.length, 6);
    for (const line of lines) assert.match(line, /^::(error|warning|notice) title=[^:,\r]+::[^\r]+$/);
  });
  test('escape what the runner would read', () => {
    const [first] = renderGithub(outcomes, options()).split('\n');
    assert.equal(first, '::error title=a.example%3A Too many lookups%3A 14%2C at most 10::Receivers stop.%0ASeen: a <b> & "c"\\x0d\\x0a100%25 ::error::\\x07\\x00%0AFix: Remove some.%0APublish: a.example TXT v=spf1 -all%0Aspf.lookups');
  });
  test('are errors from high up, or from what --fail-on names; a failed lookup is a warning', () => {
    assert.deepEqual(levels(null), ['error', 'warning', 'notice', 'warning', 'warning', 'error']);
    assert.deepEqual(levels('medium'), ['error', 'error', 'notice', 'warning', 'warning', 'error']);
    assert.deepEqual(levels('critical'), ['warning', 'warning', 'notice', 'warning', 'warning', 'error']);
  });
  test('are none where all is well', () => assert.equal(renderGithub([checked('a.example', [finding({ state: 'pass' })])], options()), ''));
});

suite('SARIF', () => {
  const document = (failOn: Severity | null = null) => JSON.parse(renderSarif(outcomes, options(failOn))) as Sarif;

  test('has what SARIF 2.1.0 and code scanning ask for', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(required);
    assert.equal(validate(document()), true, JSON.stringify(validate.errors));
  });
  test('has a result for each failed finding, at the level of its severity', () => {
    const [{ results, tool: { driver: { rules } } }] = document().runs;
    assert.deepEqual(results.map(({ ruleId, level }) => [ruleId, level]), [['spf.lookups', 'error'], ['dmarc.p', 'warning'], ['bimi.missing', 'note']]);
    for (const { ruleId, ruleIndex } of results) assert.equal(rules[ruleIndex]!.id, ruleId);
    assert.equal(rules[0]!.properties['security-severity'], '8.0');
  });
  test('gives a failed lookup as a notification of the run, never as a result', () => {
    const [{ invocations: [{ executionSuccessful, toolExecutionNotifications: notes }], tool: { driver: { rules } } }] = document().runs;
    assert.equal(executionSuccessful, false);
    assert.deepEqual(notes.map(({ level, descriptor, associatedRule }) => [level, descriptor?.id ?? associatedRule?.id]), [['error', 'invalid_domain'], ['warning', 'dkim.none.found'], ['warning', 'caa.missing']]);
    for (const { associatedRule } of notes) if (associatedRule) assert.equal(rules[associatedRule.index]!.id, associatedRule.id);
  });
  test('gives the same fault of the same domain the same fingerprint, and no other', () => {
    const prints = (domain: string) => (JSON.parse(renderSarif([checked(domain, [finding(), finding({ id: 'dmarc.p' })])], options())) as Sarif).runs[0].results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
    assert.deepEqual(prints('a.example'), prints('a.example'));
    assert.equal(new Set([...prints('a.example'), ...prints('b.example')]).size, 4);
  });
});

suite('JUnit', () => {
  test('is well-formed, whatever the words of a foreign record hold', () => {
    for (const hostile of ['\ud800', '\ufffe', ']]>', '<!--', '&amp;', '\u0001']) {
      assert.equal(faultOfXml(renderJunit([...outcomes, checked('b.example', [finding({ title: hostile, evidence: [hostile] })])], options())), null);
    }
  });
  test('has a case for each finding, and counts them', () => {
    const xml = renderJunit(outcomes, options());
    assert.match(xml, /<testsuites name="dss check" tests="8" failures="2" errors="2" skipped="2">/);
    assert.match(xml, /<testsuite name="a\.example" tests="7" failures="2" errors="1" skipped="2" timestamp="2026-01-02T03:04:05\.678Z" time="1\.234">/);
    assert.equal(xml.match(/<testcase /g)!.length, 8);
  });
  const cases: [id: string, inner: RegExp][] = [
    ['spf.lookups', /^<failure type="high" /],
    ['dmarc.p', /^<failure type="medium" /],
    ['bimi.missing', /^<system-out>info: No BIMI/],
    ['mx.missing', /^$/],
    ['dane.missing', /^<skipped message="Does not apply"/],
    ['dkim.none.found', /^<error type="unknown" message="Could not be determined: SERVFAIL"/],
    ['caa.missing', /^<skipped message="Could not be determined: timeout"/],
  ];
  for (const [id, inner] of cases) test(`${id}: ${inner.source}`, () => assert.match(caseOf(renderJunit(outcomes, options()), id), inner));
  test('fails from --fail-on up: milder faults pass and are told', () => {
    assert.match(caseOf(renderJunit(outcomes, options('high')), 'dmarc.p'), /^<system-out>medium: The policy is &quot;none&quot;/);
    assert.match(caseOf(renderJunit(outcomes, options('info')), 'bimi.missing'), /^<failure type="info"/);
  });
});

function caseOf(xml: string, id: string): string {
  return new RegExp(`name="${id}: [^"]*"(?:/>|>([^]*?)</testcase>)`).exec(xml)![1] ?? '';
}

/** The first place where the text is no well-formed XML; null where it is: tags match, and nothing stands that XML 1.0 does not allow. */
function faultOfXml(xml: string): string | null {
  const open: string[] = [];
  const rest = xml.replace(/^<\?xml [^?]*\?>/, '').replace(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>/g, (_, end: string, name: string, __, alone: string) => {
    if (end === '/') return open.pop() === name ? '' : '<';
    if (alone === '') open.push(name);
    return '';
  });
  const bad = /[<]|&(?!(?:amp|lt|gt|quot);)|\]\]>|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(rest);
  return bad ? rest.slice(bad.index, bad.index + 40) : open[0] ?? null;
}

interface Sarif {
  runs: [{
    tool: { driver: { rules: { id: string; properties: Record<string, string> }[] } };
    invocations: [{ executionSuccessful: boolean; toolExecutionNotifications: { level: string; descriptor?: { id: string }; associatedRule?: { id: string; index: number } }[] }];
    results: { ruleId: string; ruleIndex: number; level: string; partialFingerprints: Record<string, string> }[];
  }];
}

/** What SARIF 2.1.0 requires (§3.13 to §3.58), and what code scanning asks for besides it. */
const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const locations = {
  type: 'array', minItems: 1, items: {
    type: 'object', required: ['physicalLocation'], properties: {
      physicalLocation: {
        type: 'object', required: ['artifactLocation', 'region'], properties: {
          artifactLocation: { type: 'object', required: ['uri'], properties: { uri: { type: 'string', pattern: '^[A-Za-z0-9._~%-]+$' } } },
          region: { type: 'object', required: ['startLine'], properties: { startLine: { type: 'integer', minimum: 1 } } },
        },
      },
      logicalLocations: { type: 'array', items: { type: 'object', required: ['fullyQualifiedName'] } },
    },
  },
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const required = {
  type: 'object', required: ['$schema', 'version', 'runs'], properties: {
    version: { const: '2.1.0' },
    runs: {
      type: 'array', items: {
        type: 'object', required: ['tool', 'results'], properties: {
          tool: {
            type: 'object', required: ['driver'], properties: {
              driver: {
                type: 'object', required: ['name', 'rules'], properties: {
                  name: { type: 'string' }, semanticVersion: { type: 'string' },
                  rules: {
                    type: 'array', uniqueItems: true, items: {
                      type: 'object', required: ['id', 'shortDescription', 'fullDescription', 'help', 'properties'], properties: {
                        id: { type: 'string' }, shortDescription: text, fullDescription: text, help: text, helpUri: { type: 'string', pattern: '^https://' },
                        defaultConfiguration: { type: 'object', properties: { level } },
                        properties: { type: 'object', properties: { tags: { type: 'array', uniqueItems: true }, 'security-severity': { type: 'string', pattern: '^\\d+\\.\\d$' } } },
                      },
                    },
                  },
                },
              },
            },
          },
          invocations: {
            type: 'array', items: {
              type: 'object', required: ['executionSuccessful'], properties: {
                executionSuccessful: { type: 'boolean' },
                toolExecutionNotifications: { type: 'array', items: { type: 'object', required: ['message'], properties: { message: text, level } } },
              },
            },
          },
          results: {
            type: 'array', items: {
              type: 'object', required: ['ruleId', 'message', 'locations', 'partialFingerprints'], properties: {
                ruleId: { type: 'string' }, ruleIndex: { type: 'integer', minimum: 0 }, kind: { enum: ['fail'] }, level, message: text, locations,
              },
            },
          },
        },
      },
    },
  },
};
