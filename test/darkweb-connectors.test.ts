// What each connector makes of every reply that its source can give: the same table for all six.
import assert from 'node:assert/strict';
import test, { after, before, beforeEach, suite } from 'node:test';
import { emptyDarkWeb, startDarkWeb, type DarkWebFault, type DarkWebServer, type LabBreach } from '../lab/services/dark-web.ts';
import { createAsking } from '../src/areas/threats/darkweb/asking.ts';
import { Unanswered, type Answer } from '../src/areas/threats/darkweb/connectors/connector.ts';
import { connectors } from '../src/areas/threats/darkweb/connectors/index.ts';
import { acceptTerms, factsOfSource, sourcesOf, stateOfSource } from '../src/areas/threats/darkweb/store/sources.ts';
import { systemClock } from '../src/core/clock.ts';
import { darkwebSources, type DarkwebSource } from '../src/core/outside/darkweb.ts';
import type { Store } from '../src/store/index.ts';
import { darkwebOf } from './darkweb.sample.ts';
import { makeSqlite, type TestDatabase } from './databases.ts';
import { allTables } from './tables.ts';

const DOMAIN = 'contract.example';

let lab: DarkWebServer;
let database: TestDatabase;
let store: Store;
before(async () => {
  lab = await startDarkWeb();
  database = makeSqlite();
  store = await database.open(systemClock);
});
after(async () => {
  await store.close();
  await database.remove();
  await lab.stop();
});

const breach = (Name: string, AddedDate = '2026-01-01T00:00:00Z'): LabBreach =>
  ({ Name, Title: Name, BreachDate: '2025-03-01', AddedDate, ModifiedDate: AddedDate, DataClasses: ['Passwords'], IsVerified: true, IsSensitive: false, IsStealerLog: false });

/** What each source knows of the domain, and what is to come of it: kinds with titles, counts and local parts. */
const normal: Readonly<Record<DarkwebSource, { fill(): void; expected: readonly (readonly [kind: string, title: string, count: number | null, localParts: readonly string[]])[] }>> = {
  hibp: {
    fill: () => {
      lab.data.hibp.breaches = [breach('Alpha')];
      lab.data.hibp.breached[DOMAIN] = { Anna: ['Alpha'], 'bad alias': ['Alpha'] };
      lab.data.hibp.stealers[DOMAIN] = { bo: ['site.example'] };
      lab.data.hibp.customers[DOMAIN] = ['x@elsewhere.example'];
    },
    expected: [['breach', 'Alpha', null, ['anna']], ['stealerEmployee', 'Stealer logs', null, ['bo']], ['stealerCustomer', 'Stealer logs', 1, []]],
  },
  hudsonRock: {
    fill: () => { lab.data.hudsonRock[DOMAIN] = { employees: 2, users: 5, last_employee_compromised: '2026-02-03T00:00:00.000Z' }; },
    expected: [['stealerEmployee', 'Infected computers', 2, []], ['stealerCustomer', 'Infected computers', 5, []]],
  },
  ransomwareLive: {
    fill: () => { lab.data.ransomwareLive = [{ victim: 'Contract', group: 'lockers', discovered: '2026-02-03 00:00:00', domain: `https://www.${DOMAIN}/` }, { victim: 'Another', group: 'lockers', domain: 'another.example' }, ['no object']]; },
    expected: [['ransomClaim', 'lockers', null, []]],
  },
  leakCheck: {
    fill: () => { lab.data.leakCheck[DOMAIN] = [{ email: `anna@${DOMAIN}`, password: 'x', source: { name: 'Beta.com', breach_date: '2024-05' }, fields: ['password'] }, { email: 'x@elsewhere.example', source: { name: 'Beta.com' }, fields: [] }, { email: `bo@sub.${DOMAIN}`, source: { name: 'Beta.com' }, fields: [] }]; },
    expected: [['breach', 'Beta.com', null, ['anna']]],
  },
  intelX: {
    fill: () => { lab.data.intelX[DOMAIN] = [{ bucketh: 'Leaks » Public', date: '2026-01-05T00:00:00Z', name: `anna@${DOMAIN}.txt` }, { bucketh: 'Leaks » Public', date: '2026-01-04T00:00:00Z' }]; },
    expected: [['leak', 'Leaks » Public', 2, []]],
  },
  dehashed: {
    fill: () => { lab.data.dehashed[DOMAIN] = [{ id: '1', email: [`anna@${DOMAIN}`, 'x@elsewhere.example'], password: ['x'], database_name: 'Gamma' }]; },
    expected: [['breach', 'Gamma', null, ['anna']]],
  },
};

/** What each fault is to come to; null: the question is answered after all. */
const faults: Readonly<Record<DarkWebFault, { state: Unanswered['state']; source: string; says: RegExp } | null>> = {
  limited: { state: 'limited', source: 'limited', says: /left alone until/ },
  brieflyLimited: null,
  serverError: { state: 'failing', source: 'failing', says: /503/ },
  truncated: { state: 'failing', source: 'failing', says: /No answer/ },
  slow: { state: 'failing', source: 'failing', says: /timeout/ },
  garbage: { state: 'failing', source: 'failing', says: /no JSON/ },
  otherForm: { state: 'failing', source: 'ok', says: /unknown form/ },
  refusesKey: { state: 'failing', source: 'failing', says: /refuses the key/ },
  refusesPlan: { state: 'notAllowed', source: 'notAsked', says: /does not reach/ },
};

async function read(source: DarkwebSource, revision: string | null = null, timeoutMs = 10_000): Promise<Answer | Unanswered> {
  const services = { db: store.db, store, clock: systemClock, darkweb: darkwebOf(lab, { timeoutMs }) };
  try {
    return await connectors[source].read(createAsking(services, source, { domain: DOMAIN, revision, now: Date.now() }, new AbortController().signal));
  } catch (error) {
    if (error instanceof Unanswered) return error;
    throw error;
  }
}

const incidentsIn = (answer: Answer | Unanswered) => {
  assert.ok(!(answer instanceof Unanswered), 'an answer');
  assert.equal(answer.outcome, 'reported');
  return answer.outcome === 'reported' ? answer.incidents.map(({ kind, title, count, appearances }) => [kind, title, count, appearances.map(({ localPart }) => localPart)]) : [];
};

beforeEach(async () => {
  Object.assign(lab.data, emptyDarkWeb());
  lab.data.hibp.verified = [DOMAIN];
  for (const table of ['darkweb_source', 'darkweb_claim', 'darkweb_breach'] as const) await allTables(store.db).deleteFrom(table).execute();
  for (const source of darkwebSources) {
    lab.setFault(source, null);
    await acceptTerms(store.db, source, 1);
  }
  lab.takeAsked();
});

for (const source of darkwebSources) {
  void suite(source, () => {
    test('a normal reply: kinds, counts and addresses of the domain alone', async () => {
      normal[source].fill();
      assert.deepEqual(incidentsIn(await read(source)), normal[source].expected.map(row => [...row]));
      assert.ok(lab.takeAsked().every(line => !line.includes('@')), 'no address in a URL');
    });

    test('nothing known is an answer without incidents', async () => assert.deepEqual(incidentsIn(await read(source)), []));

    for (const [fault, expected] of Object.entries(faults) as [DarkWebFault, (typeof faults)[DarkWebFault]][]) {
      test(`${fault} is ${expected === null ? 'waited for, and then answered' : expected.state}`, async () => {
        normal[source].fill();
        lab.setFault(source, fault);
        const answer = await read(source, null, fault === 'slow' ? 500 : undefined);
        if (expected === null) return assert.deepEqual(incidentsIn(answer), normal[source].expected.map(row => [...row]));
        assert.ok(answer instanceof Unanswered, JSON.stringify(answer));
        assert.deepEqual([answer.state, stateOfSource((await sourcesOf(store.db)).get(source), true, Date.now())], [expected.state, expected.source]);
        assert.match(answer.message, expected.says);
      });
    }

    test('asked while it wants to be left alone, it gets no question', async () => {
      lab.setFault(source, 'limited');
      await read(source);
      lab.setFault(source, null);
      lab.takeAsked();
      const answer = await read(source);
      assert.ok(answer instanceof Unanswered);
      assert.deepEqual([answer.state, lab.takeAsked()], ['limited', []]);
    });
  });
}

void suite('a domain that Have I Been Pwned has not verified', () => {
  test('is asked for once the TXT record that the answer names is published', async () => {
    normal.hibp.fill();
    lab.data.hibp.verified = [];
    const refused = await read('hibp');
    assert.ok(refused instanceof Unanswered && refused.state === 'notAllowed');
    const record = /Publish the TXT record (hibp-verify=\S+) at contract\.example,/.exec(refused.message)?.[1];
    assert.ok(record !== undefined, refused.message);
    assert.ok(!lab.takeAsked().some(line => line.includes('breacheddomain')), 'nothing is asked about it');
    lab.data.hibp.records[DOMAIN] = ['v=spf1 -all', record];
    assert.deepEqual(incidentsIn(await read('hibp')), normal.hibp.expected.map(row => [...row]));
  });
  test('is named with the page where it is added, where the plan verifies none', async () => {
    lab.data.hibp.verified = [];
    lab.data.hibp.subscription['SubscriptionName'] = 'Core 1';
    const refused = await read('hibp');
    assert.ok(refused instanceof Unanswered && refused.state === 'notAllowed');
    assert.match(refused.message, /DomainSearch/);
    assert.equal(stateOfSource((await sourcesOf(store.db)).get('hibp'), true, Date.now()), 'ok');
  });
  test('stays so while its verification fails', async () => {
    lab.data.hibp.verified = ['another.example'];
    lab.data.hibp.records[DOMAIN] = ['hibp-verify=dweb_another'];
    const refused = await read('hibp');
    assert.ok(refused instanceof Unanswered && refused.state === 'notAllowed');
    assert.deepEqual(lab.data.hibp.verified, ['another.example']);
  });
});

void suite('Have I Been Pwned by the flags of the subscription', () => {
  test('without stealer logs they are not asked for; once they are included, the domain is asked for again', async () => {
    normal.hibp.fill();
    lab.data.hibp.subscription['IncludesStealerLogs'] = false;
    const first = await read('hibp');
    assert.deepEqual(incidentsIn(first), [['breach', 'Alpha', null, ['anna']]]);
    assert.ok(!lab.takeAsked().some(line => line.includes('stealerlogs')));
    const revision = (first as Answer & { outcome: 'reported' }).revision;
    assert.deepEqual(await read('hibp', revision), { outcome: 'unchanged' });
    lab.data.hibp.subscription['IncludesStealerLogs'] = true;
    const facts = await factsOfSource(store.db, 'hibp') as object;
    await allTables(store.db).updateTable('darkweb_source').set({ facts: JSON.stringify({ ...facts, subscribedAt: 0 }) }).where('id', '=', 'hibp').execute();
    assert.equal(incidentsIn(await read('hibp', revision)).length, 3);
  });

  test('a subdomain of a verified domain is asked for where the subscription verifies these by itself', async () => {
    lab.data.hibp.verified = ['example'];
    assert.ok(await read('hibp') instanceof Unanswered);
    Object.assign(lab.data.hibp.subscription, { IncludesAutoSubdomainVerification: true });
    await allTables(store.db).updateTable('darkweb_source').set({ facts: '{}' }).execute();
    const answer = await read('hibp');
    assert.ok(answer instanceof Unanswered);
    assert.match(answer.message, /does not reach/, 'the lab knows only the parent, and the question was put');
    assert.ok(lab.takeAsked().some(line => line.endsWith(`breacheddomain/${DOMAIN}`)));
  });

  test('the catalogue is read again only when the newest breach is another', async () => {
    normal.hibp.fill();
    await read('hibp');
    await read('hibp');
    assert.equal(lab.takeAsked().filter(line => line.endsWith('/breaches')).length, 1);
    lab.data.hibp.breaches.push(breach('Beta', '2026-02-01T00:00:00Z'));
    await read('hibp');
    assert.equal(lab.takeAsked().filter(line => line.endsWith('/breaches')).length, 1);
  });

  test('every question has a user agent and a key; without them the lab refuses as the real one does', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${lab.url}haveibeenpwned.com/api/v3/subscription/status`, { headers }).then(({ status }) => status);
    assert.deepEqual([await ask({ 'user-agent': '' }), await ask({})], [403, 401]);
    await read('hibp');
    assert.deepEqual(lab.takeAsked().filter(line => / 40[13] /.test(line)).length, 2, 'those of the test alone');
  });
});

test('the list of claims is read once for all domains', async () => {
  normal.ransomwareLive.fill();
  await read('ransomwareLive');
  await read('ransomwareLive');
  assert.deepEqual(lab.takeAsked(), ['GET 200 api.ransomware.live/v2/recentvictims']);
});

test('a source that gives less than it knows says so', async () => {
  const people = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `p${at}@${DOMAIN}`, source: { name: 'Beta.com' }, fields: [], database_name: 'Gamma' }));
  const cutOf = async (source: DarkwebSource): Promise<string | null | undefined> => {
    const answer = await read(source);
    return answer instanceof Unanswered || answer.outcome === 'unchanged' ? undefined : answer.cut;
  };
  for (const [source, given] of [['leakCheck', 3000], ['dehashed', 10_000]] as const) {
    lab.data[source][DOMAIN] = people(given);
    assert.equal(await cutOf(source), null);
    lab.data[source][DOMAIN] = people(given + 1);
    assert.match((await cutOf(source))!, new RegExp(`knows ${given + 1} records and gives ${given} `));
  }
});

test('LeakCheck is asked page by page, as far as it lets', async () => {
  lab.data.leakCheck[DOMAIN] = Array.from({ length: 1500 }, (_, at) => ({ email: `p${at}@${DOMAIN}`, source: { name: 'Beta.com' }, fields: [] }));
  assert.equal((incidentsIn(await read('leakCheck'))[0]![3] as string[]).length, 1500);
  assert.equal(lab.takeAsked().length, 2);
});
