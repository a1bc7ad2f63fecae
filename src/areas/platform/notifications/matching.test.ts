import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Severity } from '../../../core/finding.ts';
import type { SubjectLabels } from '../../subject.ts';
import { matches, type Filter } from './matching.ts';

const none: Filter = { domainIds: [], groupIds: [], clientIds: [], tags: [] };
const shop: SubjectLabels = { id: 'dom_1', groupId: 'grp_1', clientId: null, tags: ['shop', 'eu'] };

suite('a rule wants a notification by its kind', () => {
  const cases: [pattern: string, kind: string, wanted: boolean][] = [
    ['*', 'dns.ns.changed', true],
    ['dns.ns.changed', 'dns.ns.changed', true],
    ['dns.ns', 'dns.ns.changed', false],
    ['dns.*', 'dns.ns.changed', true],
    ['dns.*', 'registrar.changed', false],
    ['*.changed', 'dns.ns.changed', true],
    ['*.changed', 'dns.ns.changed.again', false],
    ['dns.*.changed', 'dns.changed', false],
    ['*ns*ns*', 'dns.ns.changed', true],
    ['*ns*ns*ns*', 'dns.ns.changed', false],
    ['a*a', 'a', false],
    ['dns.+', 'dns.ns', false],
  ];
  for (const [pattern, kind, wanted] of cases) {
    test(`${pattern} ${wanted ? 'takes' : 'leaves'} ${kind}`, () => assert.equal(matches({ kinds: ['never', pattern], leastSeverity: 'info', filter: none }, { kind, severity: 'low' }, null), wanted));
  }
});

suite('a rule wants a notification by severity and domain', () => {
  const cases: [says: string, least: Severity, filter: Partial<Filter>, severity: Severity, domain: SubjectLabels | null, wanted: boolean][] = [
    ['as severe as it asks for', 'high', {}, 'high', null, true],
    ['more severe', 'high', {}, 'critical', null, true],
    ['less severe', 'high', {}, 'medium', shop, false],
    ['about one of its domains', 'info', { domainIds: ['dom_0', 'dom_1'] }, 'low', shop, true],
    ['about another domain', 'info', { domainIds: ['dom_0'] }, 'low', shop, false],
    ['about a domain of its group with its tag', 'info', { groupIds: ['grp_1'], tags: ['eu'] }, 'low', shop, true],
    ['about a domain of its group without its tag', 'info', { groupIds: ['grp_1'], tags: ['us'] }, 'low', shop, false],
    ['about a domain that nobody is the client of', 'info', { clientIds: ['cli_1'] }, 'low', shop, false],
    ['about no domain, while it asks for some', 'info', { tags: ['eu'] }, 'critical', null, false],
  ];
  for (const [says, leastSeverity, filter, severity, domain, wanted] of cases) {
    test(`${says}: ${wanted ? 'yes' : 'no'}`, () => assert.equal(matches({ kinds: ['*'], leastSeverity, filter: { ...none, ...filter } }, { kind: 'dns.ns.changed', severity }, domain), wanted));
  }
});
