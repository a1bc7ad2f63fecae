// A domain with lookalikes of every kind, kept as sweeps keep them.
import type { Details } from '../../src/areas/threats/lookalikes/details.ts';
import { bitsOf } from '../../src/areas/threats/lookalikes/state/words.ts';
import { nothing, type Observation } from '../../src/areas/threats/lookalikes/state/observe.ts';
import { loadBrand } from '../../src/areas/threats/lookalikes/store/brand.ts';
import { keep, type Learnt } from '../../src/areas/threats/lookalikes/store/keep.ts';
import { keepStates, readWatch } from '../../src/areas/threats/lookalikes/store/watch.ts';
import type { TestAccount } from '../service.ts';
import { ask, scanAgain, runEnded, type Site } from './service.ts';
import { allTables } from '../tables.ts';

const BRAND = 'harborbank.example';
const [HOUR_MS, DAY_MS, YEAR_MS] = [3_600_000, 86_400_000, 365 * 86_400_000];
/** Two scans this far apart confirm each other. */
const TWICE_MS = 120_000;

interface Story {
  name: string;
  kind: string;
  /** How long ago it was first seen, and its age. */
  ago: number;
  age: number;
  first: Observation;
  /** What came later, and how long ago. */
  later?: readonly (readonly [ago: number, seen: Observation])[];
  web?: Pick<NonNullable<Details['web']>, 'title' | 'url' | 'leadsTo'>;
  similarity?: Learnt['similarity'];
}

const up: Observation = { ...nothing, registered: ['registered'], nameservers: ['ns1.hosting-two.example'], addresses: ['203.0.113.40'], site: ['up'] };
const down: Observation = { ...up, addresses: [], site: [] };
const deceives: Observation = { ...up, site: ['up', 'title'], login: ['asks', 'elsewhere'], mail: ['mx.hosting-two.example'] };

const stories: readonly Story[] = [
  {
    name: 'harborbank-login.example', kind: 'combo', ago: 9 * DAY_MS, age: 10 * DAY_MS, first: up, later: [[3 * DAY_MS, { ...up, mail: ['mx.hosting-two.example'] }], [5 * HOUR_MS, deceives]],
    web: { title: 'Harborbank: sign in', url: 'https://harborbank-login.example/', leadsTo: null }, similarity: { tlsh: 21, image: 4, favicon: true },
  },
  { name: new URL('http://h\u0430rborbank.example').hostname, kind: 'letter-shape', ago: 2 * DAY_MS, age: 4 * DAY_MS, first: { ...down, mail: ['mx.hosting-two.example'], senderPolicy: ['spf'] } },
  { name: 'harb0rbank.example', kind: 'shape', ago: 20 * DAY_MS, age: 40 * DAY_MS, first: down, later: [[DAY_MS, { ...down, mail: ['mx1.hosting-two.example', 'mx2.hosting-two.example'] }]] },
  { name: 'harborbanks.example', kind: 'plural', ago: 30 * DAY_MS, age: 6 * YEAR_MS, first: { ...up, parked: ['parked'] }, web: { title: 'harborbanks.example', url: 'https://harborbanks.example/', leadsTo: 'sedo.example' } },
  { name: 'harborbank.net', kind: 'suffix-swap', ago: 30 * DAY_MS, age: 9 * YEAR_MS, first: up, web: { title: 'Harbor & Bank, carpenters', url: 'https://harborbank.net/', leadsTo: null } },
  { name: 'harborbank-online.example', kind: 'combo', ago: 30 * DAY_MS, age: 3 * YEAR_MS, first: { ...up, home: ['home'] }, web: { title: null, url: 'https://harborbank.example/', leadsTo: BRAND } },
  { name: 'my-harborbank.example', kind: 'combo', ago: 26 * DAY_MS, age: 28 * DAY_MS, first: deceives, later: [[2 * DAY_MS, down]], web: { title: 'Harborbank', url: 'https://my-harborbank.example/', leadsTo: null } },
];

/** What the scans of one of them found, each seen twice. */
function scansOf({ name, kind, ago, age, first, later = [], web, similarity }: Story, now: number): { at: number; learnt: Learnt }[] {
  const named = { kind, sources: bitsOf(['permutation']), wasFree: ago < 10 * DAY_MS };
  const registry = { askedAt: now - ago, registration: { createdAt: now - age, expiresAt: now + YEAR_MS, registrar: 'Registrar Two Ltd.' } };
  const details = web ? { details: { addresses: first.addresses ?? [], web: { ...web, status: 200, at: now - ago } } } : {};
  const scans: { at: number; learnt: Learnt }[] = [
    { at: now - ago, learnt: { name, named, seen: first, registry, ...details } },
    ...later.map(([ago, seen], index) => ({ at: now - ago, learnt: { name, seen, ...(similarity && index === later.length - 1 ? { similarity } : {}) } })),
  ];
  return scans.flatMap(({ at, learnt }) => [{ at, learnt }, { at: at + TWICE_MS, learnt }]);
}

/** Adds the domain, scanned and with its lookalikes, some of them reviewed and one on the watchlist; gives its id. No sweep comes in between. */
export async function addImitated(site: Site, account: TestAccount): Promise<string> {
  const { store, service: { services } } = site.service;
  const now = Date.now();
  const { body } = await ask(site, account, 'POST', '/api/domains', { name: BRAND, scan: false });
  const { id } = body['data'] as { id: string };
  const later = { due_at: now + 2 * DAY_MS, hot_at: null, daily_at: now + 2 * DAY_MS, weekly_at: now + 6 * DAY_MS };
  await store.transaction(async tx => keepStates(tx, { ...await readWatch(tx, account.id, id, BRAND, now), ...later, swept_at: now - 3 * HOUR_MS }));
  await scanAgain(site, account, id);
  const judge = (name: string, review: string, note?: string) => ask(site, account, 'POST', `/api/domains/${id}/lookalikes/${name}/review`, { review, ...(note === undefined ? {} : { note }) });
  await store.transaction(async tx => {
    const brand = (await loadBrand(tx, id))!;
    for (const { at, learnt } of stories.flatMap(story => scansOf(story, now)).toSorted((a, b) => a.at - b.at)) await keep(tx, services, brand, [learnt], at);
    // What does harm is checked within the hour.
    await allTables(tx).updateTable('lookalike_watch').set(later).where('domain_id', '=', id).execute();
  });
  const { body: { data: capture } } = await ask(site, account, 'POST', `/api/domains/${id}/lookalike-evidence`, { name: 'harborbank-login.example' });
  await judge('harborbank.net', 'benign', 'Carpenters, there since before the bank was on the net');
  await judge('my-harborbank.example', 'takedownSent', 'Asked its registrar on the phone, too');
  await ask(site, account, 'POST', '/api/watchlist', { domain: id, name: 'harborbank-careers.example', note: 'Named in an e-mail to an applicant' });
  await runEnded(site, account, (capture as { id: string }).id);
  return id;
}
