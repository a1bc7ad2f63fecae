import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker } from '../src/app/compose.ts';

const MAX_QUESTIONS = 60;
const MAX_ROUND_TRIPS = 6;
const DELAY_MS = 50;
/** What a busy machine may add; the bench measures on a quiet one. */
const NOISE_MS = 1000;
const ROUNDS = 3;

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

/** What the resolver of the lab saw of one check. */
async function questionsOf(domain: string): Promise<{ key: string; atMs: number }[]> {
  lab.takeSeen();
  await composeChecker(outsideOfLab(lab))(domain);
  return lab.takeSeen().filter(({ at }) => at === 'resolver').map(({ name, type, transport, atMs }) => ({ key: `${name.toLowerCase()} ${type} ${transport}`, atMs }));
}

suite('a check asks its resolver at most 60 questions, none twice but for a truncated answer', () => {
  for (const domain of ['healthy.example', 'm365.example', 'newsletter.example', 'news.inherits.example', 'spf-too-many-lookups.example', 'hostile-spf-tree.example', 'hostile-many-records.example']) {
    test(domain, async () => {
      // A machine that stands still for a second makes the resolver ask again: a round without that shows what a check needs.
      let keys: string[] = [];
      for (let round = 0; round < ROUNDS && (round === 0 || new Set(keys).size < keys.length); round++) keys = (await questionsOf(domain)).map(({ key }) => key);
      assert.ok(keys.length > 10 && keys.length <= MAX_QUESTIONS, String(keys.length));
      assert.deepEqual(keys.filter((key, at) => keys.indexOf(key) !== at), []);
    });
  }
});

test(`a healthy domain needs at most ${MAX_ROUND_TRIPS} answers one after the other`, async () => {
  lab.setDelayMs(DELAY_MS);
  const times = (await questionsOf('healthy.example')).map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  lab.setDelayMs(0);
  let waves = 0;
  let answeredMs = -Infinity;
  for (const atMs of times) {
    if (atMs < answeredMs) continue;
    waves++;
    answeredMs = atMs + DELAY_MS;
  }
  assert.ok(waves >= 2 && waves <= MAX_ROUND_TRIPS, String(waves));
});

test('one silent nameserver costs at most 1.5 s, and is named', async () => {
  const check = composeChecker(outsideOfLab(lab));
  await check('healthy.example');
  const startedMs = performance.now();
  const { findings } = await check('ns-silent.example');
  assert.ok(performance.now() - startedMs < 1500 + NOISE_MS);
  assert.match(findings.find(({ id }) => id === 'ns.unreachable')!.title, /^ns2\.lab-dns\.net does not answer/);
});
