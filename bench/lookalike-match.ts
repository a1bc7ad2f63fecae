// How many names a second the matcher of streams holds against 1,000 brands, on one core.
import { createMatcher } from '../src/areas/threats/lookalikes/match/index.ts';

const BRANDS = 1000;
const NAMES = 200_000;
const ROUNDS = 5;
const LIMIT_A_SECOND = 200_000;

const syllables = 'ba be bo ca co da de di el en er fa fi ga go ha in ka la le li lo ma me mi mo na ne ni no on or pa pe po ra re ri ro sa se si so ta te ti to tu un va ve vi wa we xi yo za'.split(' ');
const hosts = ['', '', 'www.', 'www.', 'mail.', 'autodiscover.', 'cpanel.', 'api.staging.', 'shop-3.eu.', 'k8s-prod-77.cluster.'];
const suffixes = ['com', 'com', 'com', 'net', 'org', 'de', 'co.uk', 'io', 'shop', 'com.br'];

/** Names as logs of certificates have them; one in two hundred is made of a brand. */
export function bench(): Promise<void> {
  let state = 1;
  const random = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) % below;
  const pick = (from: readonly string[]) => from[random(from.length)]!;
  const word = () => Array.from({ length: 2 + random(4) }, () => pick(syllables)).join('');
  const brands = Array.from({ length: BRANDS }, (_, at) => ({ id: String(at), domain: `${word()}${word().slice(0, 4)}.com`, owner: String(at) }));
  const names = Array.from({ length: NAMES }, (_, at) => {
    const label = at % 200 === 0 ? `${brands[random(BRANDS)]!.domain.slice(0, -4)}-login` : random(4) === 0 ? `${word()}-${word()}` : word();
    return `${pick(hosts)}${label}.${pick(suffixes)}`;
  });
  const built = process.cpuUsage();
  const match = createMatcher(brands);
  console.log(`matcher of ${BRANDS} brands built in ${millis(built).toFixed(0)} ms of CPU`);
  let [best, found] = [Infinity, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = process.cpuUsage();
    found = names.reduce((sum, name) => sum + match(name).length, 0);
    best = Math.min(best, millis(begun));
  }
  const rate = NAMES / (best / 1000);
  console.log(`${Math.round(rate / 1000)} k names a second of CPU, ${found} finds in ${NAMES} names; limit ${LIMIT_A_SECOND / 1000} k: ${rate >= LIMIT_A_SECOND ? 'kept' : 'MISSED'}`);
  return Promise.resolve();
}

function millis(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
