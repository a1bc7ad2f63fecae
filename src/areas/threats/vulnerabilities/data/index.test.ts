import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { canonicalJson, type Json } from '../../../../core/canonical-json.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { entriesOf, type Entry } from '../matching/judge.ts';
import type { Advisory } from '../records/advisory.ts';
import { parseCve5 } from '../records/cve5.ts';
import { parseKev } from '../records/kev.ts';
import { parseNvd } from '../records/nvd.ts';
import { parseOsv } from '../records/osv.ts';
import { coverProducts, indexAdvisories, indexExploited, indexScores, indexStream } from './index-records.ts';
import { judgeComponents } from '../judging/judge-components.ts';
import type { FoundComponent } from '../judging/found-component.ts';
import { distributionIn } from '../names/distributions.ts';
import { addSources, reviseIndex } from '../store/sources.ts';
import { createKnowledge } from './knowledge.ts';
import { knowledgeOf, threatsOf } from './read-index.ts';

const text = (name: string): string => readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8');
const records = (name: string, parse: (value: unknown) => Advisory | null): Advisory[] => text(name).trimEnd().split('\n').map(line => parse(JSON.parse(line))!);
const everything = [...records('cve5.jsonl', parseCve5), ...records('osv.jsonl', parseOsv), ...records('nvd.jsonl', parseNvd)];

onEachDatabase('the index of vulnerabilities', open => {
  test('knows of each product what all records together say', async () => {
    const store = await open();
    assert.equal(await indexStream(work => store.transaction(work), everything), everything.length);
    for (const product of ['apache-httpd', 'exim', 'openssh', 'php', 'redis', 'drupal', 'postgresql']) {
      const order = (entries: readonly Entry[]): string[] => entries.map(({ ids, source, affected }) => canonicalJson([ids, source, { ...affected, name: affected.name.package }] as unknown as Json)).toSorted();
      assert.deepEqual(order((await knowledgeOf(store.db, product)).entries), order(entriesOf(product, everything)), product);
    }
  });
  test('a record that is read again replaces what it said, and one that is denied silences all sources', async () => {
    const store = await open();
    const exim = everything.find(({ source, id }) => source === 'nvd' && id === 'CVE-2019-10149')!;
    const index = (...advisories: Advisory[]) => store.transaction(tx => indexAdvisories(tx, advisories));
    await index(exim);
    await index({ ...exim, affected: exim.affected.slice(0, 1) });
    assert.equal((await knowledgeOf(store.db, 'exim')).entries.length, 1);
    await index({ ...exim, source: 'cve', state: 'disputed' });
    assert.deepEqual((await knowledgeOf(store.db, 'exim')).entries, []);
    await index({ ...exim, source: 'cve', affected: [] });
    assert.equal((await knowledgeOf(store.db, 'exim')).entries.length, 1);
    await index({ ...exim, state: 'withdrawn' });
    assert.deepEqual((await knowledgeOf(store.db, 'exim')).entries, []);
  });
  test('what is kept in memory is read again when the index has changed', async () => {
    const store = await open();
    const exim = everything.find(({ source, id }) => source === 'nvd' && id === 'CVE-2019-10149')!;
    const knowledge = createKnowledge();
    const entries = async () => (await knowledge.at(store.db)).entriesOf('exim');
    const index = (advisory: Advisory) => store.transaction(async tx => {
      await indexAdvisories(tx, [advisory]);
      await reviseIndex(tx, 'nvd');
    });
    await store.transaction(tx => addSources(tx, 1));
    await index(exim);
    const first = await entries();
    assert.equal(await entries(), first);
    await index({ ...exim, affected: exim.affected.slice(0, 1) });
    assert.equal((await entries()).length, 1);
  });
  test('a listed package is judged where a source was read whole for its product and its release', async () => {
    const store = await open();
    await store.transaction(tx => coverProducts(tx, 'osv', ['openssh', 'Rocky Linux:9', 'Debian:12']));
    const known = await createKnowledge().at(store.db);
    const listed = (of: string, source: string, version: string): FoundComponent => {
      const distribution = distributionIn(of)!;
      return { host: 'h', location: source, name: source, from: 'packages', seenAt: 1, cpes: [], version: null, package: null, distribution, distributionPackage: { distribution, source, version } };
    };
    const seen: FoundComponent = { ...listed('Debian:11', 'openssh', '1:8.4p1-5'), from: 'scan' };
    const all = [listed('Rocky Linux:9', 'openssh', '0:8.7p1-38.el9'), listed('Rocky Linux', 'openssh', '0:8.7p1-38.el9'), listed('Debian:12', 'openssh', '1:9.2p1-2'), listed('Rocky Linux:8', 'openssh', '0:8.0p1-19.el8'), listed('Debian:99', 'openssh', '1:9.2p1-2'), listed('Rocky Linux:9', 'nginx', '2:1.20.1-16.el9'), seen];
    assert.deepEqual((await judgeComponents(all, known)).map(({ isJudged }) => isJudged), [true, true, true, false, false, false, true]);
  });
  test('memory has an end: products read first make way for others', async () => {
    const store = await open();
    await indexStream(work => store.transaction(work), everything);
    const knowledge = createKnowledge(100);
    const first = await (await knowledge.at(store.db)).entriesOf('exim');
    assert.equal(await (await knowledge.at(store.db)).entriesOf('exim'), first);
    for (const product of ['apache-httpd', 'php', 'openssl', 'redis']) await (await knowledge.at(store.db)).entriesOf(product);
    assert.notEqual(await (await knowledge.at(store.db)).entriesOf('exim'), first);
  });
  test('what makes a vulnerability urgent is found by its id, and a catalogue replaces the one before', async () => {
    const store = await open();
    const { entries } = parseKev(JSON.parse(text('kev.json')))!;
    await store.transaction(async tx => {
      await indexExploited(tx, 'cisa', entries);
      await indexScores(tx, [{ cve: entries[0]!.cve, score: 0.25, percentile: 0.9 }]);
      await indexScores(tx, [{ cve: entries[0]!.cve, score: 0.5, percentile: 0.95 }]);
    });
    const { cve } = entries[0]!;
    const known = (await threatsOf(store.db, [cve, 'CVE-1999-0001'])).get(cve)!;
    assert.deepEqual([known.knownExploited, known.epss], [[entries[0]], { cve, score: 0.5, percentile: 0.95 }]);
    await store.transaction(tx => indexExploited(tx, 'cisa', []));
    assert.deepEqual((await threatsOf(store.db, [cve])).get(cve)!.knownExploited, []);
  });
});
