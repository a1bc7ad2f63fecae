import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test, { before, suite } from 'node:test';
import { gauges } from '../src/app/registry.ts';
import { createMetrics } from '../src/surfaces/http/index.ts';

const ALERTS = new URL('../deploy/prometheus/alerts.yaml', import.meta.url).pathname;
const DASHBOARD = new URL('../deploy/grafana/dashboard.json', import.meta.url).pathname;
/** What Prometheus adds to a target by itself. */
const OF_PROMETHEUS: ReadonlySet<string> = new Set(['up']);
/** Words of its query language, and labels. */
const PLAIN = /^(?:sum|max|rate|increase|topk|by|time|le|histogram_quantile|kind|status|operation|outcome|way|use|dns|state|check|account|job|instance)$/;
const noPromtool = spawnSync('/usr/bin/promtool', ['--version']).status !== 0 && 'promtool is not installed (Debian: prometheus)';

let exposition: string;
before(async () => {
  const metrics = await createMetrics({ kinds: ['domainScan'], line: () => Promise.resolve([]), now: () => 0 }, '1.0.0', gauges.map(({ of }) => ({
    of, read: () => Promise.resolve(Object.entries(of).map(([name, { labelNames }]) => ({ name, labels: Object.fromEntries(labelNames.map(label => [label, 'a'])), value: 1 }))),
  })));
  metrics.observe('check.domain', 200, 5);
  metrics.observeCheck('answered', 900);
  metrics.count('dss_dns_questions_total', { outcome: 'found' });
  metrics.count('dss_deliveries_total', { way: 'webhook', outcome: 'taken' });
  metrics.count('dss_report_messages_total', { way: 'smtp', outcome: 'waiting' });
  metrics.count('dss_browser_pages_total', { use: 'pdf', outcome: 'printed' });
  exposition = (await metrics.text(0)).text;
});

/** The series of the service, as an expression names them. */
function namesIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '');
  return [...bare.matchAll(/[a-zA-Z_]\w*/g)].map(([name]) => name).filter(name => !PLAIN.test(name));
}

const rules = readFileSync(ALERTS, 'utf8').matchAll(/^ +expr: (.*)$/gm).map(([, expression]) => expression!).toArray();
const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: { title: string; targets: { expr: string }[] }[] };
const expressions = [...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];

suite('what the dashboard and the alert rules ask for is there', () => {
  test('some of each was read', () => assert.ok(rules.length > 5 && panels.length > 10));
  for (const name of new Set(expressions.flatMap(namesIn))) {
    test(name, () => assert.ok(OF_PROMETHEUS.has(name) || new RegExp(`^${name}[ {]`, 'm').test(exposition), `there is no ${name} in /metrics`));
  }
  test('each figure of the service itself is shown or watched', () => {
    const own = new Set(exposition.matchAll(/^# TYPE (dss_\w+)/gm).map(([, name]) => name!));
    assert.deepEqual([...own].filter(name => !expressions.some(expression => expression.includes(name))), []);
  });
});

suite('promtool accepts', { skip: noPromtool }, () => {
  test('the alert rules', () => assert.match(execFileSync('/usr/bin/promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' }), new RegExp(`${rules.length} rules found`)));
  test('the metrics', () => assert.equal(execFileSync('/usr/bin/promtool', ['check', 'metrics'], { input: exposition, encoding: 'utf8' }), ''));
});
