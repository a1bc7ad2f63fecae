import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { defineRules } from './rules.ts';
import { Finding } from './shape.ts';
import { fillTemplate } from './template.ts';

const binding = { area: 'exposure', record: 'host', prefix: 'exposure' };
const rules = defineRules(binding, {
  port: { severity: 'high', title: 'Port {port} is open', passTitle: 'No port is open', why: 'Anybody reaches {service}.', fix: { kind: 'network', text: 'Close port {port}.', steps: ['Close {port}.', 'Scan again.'] }, references: [] },
  quiet: { severity: 'low', title: 'Nothing answers', why: 'It may be down.', fix: { kind: 'investigation', text: 'Find out why.' }, references: [] },
});

suite('rules of any area', () => {
  const failed = rules.port.fail(['22/tcp'], { words: { port: '22', service: 'SSH' } });
  test('are bound to area, record and id', () => assert.deepEqual([failed.area, failed.record, failed.id], ['exposure', 'host', 'exposure.port']));
  test('fill in their words in title, reason, fix and steps', () => {
    assert.deepEqual([failed.title, failed.detail, failed.fix], ['Port 22 is open', 'Anybody reaches SSH.', { kind: 'network', text: 'Close port 22.', steps: ['Close 22.', 'Scan again.'] }]);
  });
  test('give findings of the one shape in every state', () => {
    for (const finding of [failed, rules.port.pass(), rules.port.unknown('timeout'), rules.port.notApplicable('no host'), rules.quiet.fail([])]) assert.deepEqual(Finding.parse(finding), finding);
  });
  test('have a fix only where something is wrong', () => assert.deepEqual([rules.port.pass().fix, rules.port.unknown('timeout').fix], [null, null]));
  test('that are advice cannot pass', () => assert.equal('pass' in rules.quiet, false));
});

suite('a template', () => {
  test('keeps a name that has no word', () => assert.equal(fillTemplate('{a} of {b}', { a: '1' }), '1 of {b}'));
  test('takes no word that nobody gave', () => assert.equal(fillTemplate('{constructor}', {}), '{constructor}'));
  test('fills in words as they are', () => assert.equal(fillTemplate('{a}', { a: '$& {b}', b: 'no' }), '$& {b}'));
});
