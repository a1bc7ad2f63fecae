import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { isWithin } from '../../../../core/domain-name.ts';
import type { Facts } from '../state/observe.ts';
import { likenessTo } from './likeness.ts';
import { scoreOf, type Brand, type Judged } from './score.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 1);
/** How old the brands of the fixture are, in days. */
const ageOfBrand: Readonly<Record<string, number>> = {
  'lumenpay.com': 4200, 'harborbank.co.uk': 7000, 'zentro.de': 4300, 'orchid.io': 2900, 'mytravelhub.com': 2800, 'acme.org': 9500, 'summit-outdoor.com': 3400,
};

const brandOf = (domain: string): Brand => ({ likeness: likenessTo(domain), createdAt: NOW - ageOfBrand[domain]! * DAY_MS, isOwn: host => isWithin(host, domain) });

/** A candidate from a line of the fixture. */
function read(line: string) {
  const [label, kind, brand, name, days, seen] = line.split('\t') as [string, string, string, string, string, string];
  const marks = new Set(seen.split(' '));
  const is = (mark: string, value: string) => (marks.has(mark) ? [value] : []);
  const numberOf = (mark: string) => { const found = [...marks].find(one => one.startsWith(mark) && one.length > 1); return found === undefined ? null : Number(found.slice(1)); };
  const [tlsh, image] = [numberOf('T'), numberOf('I')];
  const facts: Facts = {
    registered: ['registered'], nameservers: [marks.has('n') ? `ns1.${brand}` : 'ns1.host.example'], addresses: is('a', '192.0.0.0/16'), mail: is('m', 'mx.host.example'), senderPolicy: is('p', 'spf'),
    site: [...is('s', 'up'), ...is('t', 'title')], parked: is('k', 'parked'), login: [...is('l', 'asks'), ...is('e', 'elsewhere')], home: is('h', 'home'),
  };
  const candidate: Judged = {
    name, facts, review: 'new', createdAt: days === '-' ? null : NOW - Number(days) * DAY_MS, certifiedAt: marks.has('c') ? NOW - 3 * DAY_MS : null, streamOnly: false,
    similarity: tlsh === null && image === null ? null : { tlsh, image, favicon: marks.has('F') },
  };
  return { label, kind, brand, candidate };
}

const fixture = readFileSync(new URL('golden/ranking.tsv', import.meta.url), 'utf8').trimEnd().split('\n').map(read);
const brands = new Map(Object.keys(ageOfBrand).map(domain => [domain, brandOf(domain)]));
const ranked = fixture.map(one => ({ ...one, score: scoreOf(one.candidate, brands.get(one.brand)!, NOW) })).map(one => ({ ...one, rank: one.score.risk + one.score.threat }));

suite('the order of the queue puts what deceives before what does not', () => {
  const [bad, good] = [ranked.filter(({ label }) => label === 'bad'), ranked.filter(({ label }) => label === 'good')];
  test('the fixture has at least 200 candidates of both kinds', () => assert.ok(ranked.length >= 200 && bad.length >= 80 && good.length >= 80, `${bad.length} and ${good.length}`));
  test('ROC-AUC is at least 0.97', t => {
    const wins = bad.reduce((sum, { rank }) => sum + good.reduce((won, other) => won + (rank > other.rank ? 1 : rank === other.rank ? 0.5 : 0), 0), 0);
    const auc = wins / (bad.length * good.length);
    t.diagnostic(`ROC-AUC ${auc.toFixed(4)} of ${bad.length} bad and ${good.length} good`);
    const worst = good.toSorted((a, b) => b.rank - a.rank).slice(0, 12).map(({ kind, candidate, rank }) => `${rank} ${candidate.name} (${kind})`);
    const missed = bad.toSorted((a, b) => a.rank - b.rank).slice(0, 12).map(({ kind, candidate, rank }) => `${rank} ${candidate.name} (${kind})`);
    assert.ok(auc >= 0.97, `${auc}\nhighest of the good:\n${worst.join('\n')}\nlowest of the bad:\n${missed.join('\n')}`);
  });
  for (const brand of brands.keys()) {
    const clones = ranked.filter(one => one.brand === brand && one.kind === 'live clone');
    if (clones.length === 0) continue;
    test(`the first of ${brand} is a live clone`, () => {
      const first = ranked.filter(one => one.brand === brand).toSorted((a, b) => b.rank - a.rank)[0]!;
      assert.equal(first.kind, 'live clone', first.candidate.name);
    });
  }
  test('every live clone passes itself off as the brand, and nothing good does', () => {
    assert.deepEqual(ranked.filter(({ kind, score }) => kind === 'live clone' && !score.impersonates).map(({ candidate }) => candidate.name), []);
    assert.deepEqual(good.filter(({ score }) => score.impersonates).map(({ candidate, kind }) => `${candidate.name} ${kind}`), []);
  });
});

suite('the figures', () => {
  const base: Judged = { name: 'lumenpay-login.com', facts: { registered: ['registered'] }, review: 'new', createdAt: null, certifiedAt: null, similarity: null, streamOnly: false };
  const of = (change: Partial<Judged>) => scoreOf({ ...base, ...change }, brands.get('lumenpay.com')!, NOW);

  test('are the sum of the reasons, cut to 0 and 100', () => {
    for (const { score: { risk, threat, reasons } } of ranked) {
      for (const [side, sum] of [['risk', risk], ['threat', threat]] as const) {
        assert.equal(Math.max(0, Math.min(100, reasons.reduce((all, reason) => all + reason[side], 0))), sum);
      }
    }
  });
  test('keep apart what a name could be used for and what it is used for', () => {
    const idle = of({ createdAt: NOW - DAY_MS });
    assert.ok(idle.risk > 30 && idle.threat === 0, JSON.stringify(idle));
  });

  const held: [says: string, change: Partial<Judged>, cap: string, most: number][] = [
    ['older than the brand', { createdAt: NOW - 5000 * DAY_MS, facts: { registered: ['registered'], mail: ['mx.x.example'], site: ['up', 'title'], login: ['asks'], addresses: ['192.0.0.0/16'] } }, 'cap.olderThanBrand', 10],
    ['parked', { createdAt: NOW, facts: { registered: ['registered'], mail: ['mx.x.example'], site: ['up'], parked: ['parked'], addresses: ['192.0.0.0/16'] } }, 'cap.parked', 25],
    ['called harmless', { review: 'benign' }, 'cap.benign', 0],
    ['called owned', { review: 'owned' }, 'cap.owned', 0],
    ['served by nameservers of the account', { facts: { registered: ['registered'], nameservers: ['ns1.lumenpay.com'] } }, 'cap.owned', 0],
    ['leading home without mail', { facts: { registered: ['registered'], mail: [], site: ['up'], home: ['home'] } }, 'cap.owned', 0],
    ['not registered', { facts: { registered: [] } }, 'cap.unregistered', 15],
  ];
  for (const [says, change, cap, most] of held) {
    test(`of a name that is ${says} are at most ${most}, and say why`, () => {
      const { risk, threat, reasons, impersonates } = of(change);
      assert.ok(risk <= most && threat <= Math.min(most, 10), `${risk} ${threat}`);
      assert.ok(reasons.some(({ id }) => id === cap), JSON.stringify(reasons));
      assert.equal(impersonates, false);
    });
  }
  test('do not call a name owned that leads home and takes mail elsewhere, or whose mail is not known', () => {
    for (const mail of [['mx.forger.example'], undefined]) {
      const { reasons } = of({ facts: { registered: ['registered'], ...(mail ? { mail } : {}), site: ['up'], home: ['home'] } });
      assert.ok(!reasons.some(({ id }) => id === 'cap.owned'));
    }
  });
  test('do not fall when a lookup of the page or the registry fails', () => {
    const known = of({ facts: { registered: ['registered'], addresses: ['192.0.0.0/16'] } });
    assert.ok(known.risk >= of({}).risk);
  });
});
