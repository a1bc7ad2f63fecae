import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AuditChoices, settle } from '../settings.ts';
import { standardPlans } from '../../../platform/account/index.ts';
import { addressesOf } from './addresses.ts';
import { mostPages } from './most-pages.ts';
import { isOwn } from './scope.ts';

const NOW = Date.UTC(2026, 10, 28);
const settingsOf = (choices: object) => settle(AuditChoices.parse(choices), { domain: 'shop.example', domainId: 'dom_1', plan: 'pro', plans: standardPlans, proven: true });

suite('an address that a page names', () => {
  test('is judged for traps where it is one of the site, and nowhere else', () => {
    const read = addressesOf(settingsOf({}), NOW);
    assert.deepEqual(['https://shop.example/calendar/2199/01', 'https://other.example/calendar/2199/01', 'https://shop.example/a'].map(url => [read(url)?.scope, read(url)?.trap]), [['site', 'calendar'], ['other', null], ['site', null]]);
  });
  test('is judged by the bounds of its own audit, however many are read in turns', () => {
    const audits = Array.from({ length: 5 }, (_, at) => settingsOf({ exclude: [`/${at}`] }));
    for (let round = 0; round < 2; round++) {
      for (const [at, settings] of audits.entries()) assert.deepEqual(audits.map((_, path) => addressesOf(settings, NOW)(`https://shop.example/${path}`)?.scope), audits.map((_, path) => (path === at ? 'excluded' : 'site')));
    }
  });
  test('is own where the proof covers its host, and beyond 500 pages it is taken there alone', () => {
    const urls = ['https://shop.example/', 'https://www.shop.example/', 'https://blog.shop.example/', 'https://shop.example:8443/', 'https://other.example/'];
    const cases: [says: string, bounds: object, own: boolean[]][] = [
      ['the DNS', { proven: true, ownHosts: 'all' }, [true, true, true, false, false]], ['a file', { proven: true, ownHosts: ['shop.example'] }, [true, false, false, false, false]],
      ['two files', { proven: true, ownHosts: ['shop.example', 'www.shop.example'] }, [true, true, false, false, false]], ['nothing', { proven: false }, [false, false, false, false, false]],
    ];
    for (const [says, bounds, own] of cases) {
      const settings = { ...settingsOf({ subdomains: true, maxPages: 9000 }), ...bounds };
      assert.deepEqual(urls.map(url => isOwn(url, settings)), own, says);
      assert.deepEqual(urls.map(mostPages(settings)), own.map(is => (is ? 9000 : 500)), says);
    }
  });
  test('is none to be fetched where it ends the session of the audit', () => {
    const scopes = (signOut?: string[]) => ['/logout', '/bye', '/a'].map(path => addressesOf({ ...settingsOf({}), signOut }, NOW)(`https://shop.example${path}`)?.scope);
    assert.deepEqual([scopes(), scopes([]), scopes(['/bye'])], [['site', 'site', 'site'], ['excluded', 'site', 'site'], ['excluded', 'excluded', 'site']]);
  });
});
