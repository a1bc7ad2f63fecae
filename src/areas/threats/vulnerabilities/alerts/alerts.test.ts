import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { NewMatch } from '../store/matches.ts';
import { noticeOf } from './alerts.ts';
import { inEnglish } from './sentences.ts';

const CVE = 'CVE-2021-41773';
const raised = [{ component: { host: 'www.example.org', version: '2.4.49' }, product: 'apache-httpd', match: { cve: CVE, priority: 'act', fixedIn: '2.4.50', confidence: 'confirmed' } }] as unknown as NewMatch[];
const body = (title: string | null) => noticeOf(inEnglish, { name: 'example.org' }, raised, new Map([[CVE, { title }]])).body;

suite('a notification of a vulnerability says what it is, and then what to do', () => {
  const what = `${CVE} in apache-httpd 2.4.49 at www.example.org`, then = 'Update apache-httpd to 2.4.50 or later now: it is being exploited.';
  test('without a title', () => assert.equal(body(null), `${what}. ${then}`));
  test('with a title', () => assert.equal(body('Path traversal'), `${what}: Path traversal. ${then}`));
  test('with a title that its authors ended with a full stop', () => assert.equal(body('Path traversal in 2.4.49.'), `${what}: Path traversal in 2.4.49. ${then}`));
});
