// A worker thread with a part of the lab for `npm run bench -- ip`: names of many addresses, their networks and lists.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { startLab } from '../lab/index.ts';
import { readWorld } from '../lab/world.ts';

/** What the thread is given. */
export interface IpLabTask {
  addresses: readonly string[];
  zones: readonly string[];
  /** Of each list one address in so many is listed. */
  listedEvery: number;
}

/** What it says first, and what it answers to `seen`: the questions that its resolver got since then. */
export type IpLabSays = { resolver: { address: string; port: number } } | { questions: readonly string[] };

const DOMAIN = 'bench-mail.net';

const { addresses, zones, listedEvery } = workerData as IpLabTask;
const quads = addresses.map(address => address.split('.'));
const records = {
  [DOMAIN]: quads.map(([, , c, d], at) => `h${at} A 45.55.${c}.${d}`),
  '55.45.in-addr.arpa': quads.map(([, , c, d], at) => `${d}.${c} PTR h${at}.${DOMAIN}.`),
  'cymru.com': ['*.55.45.origin.asn TXT "64500 | 45.55.0.0/16 | NL | ripencc | 2019-03-01"', 'AS64500.asn TXT "64500 | NL | ripencc | 2019-03-01 | LAB-HOSTING, NL"'],
  ...Object.fromEntries(zones.map((zone, list) => [zone, ['2.0.0.127 A 127.0.0.2', ...quads.filter((_, at) => (at + list) % listedEvery === 0).map(quad => `${quad.toReversed().join('.')} A 127.0.0.2`)]])),
};
const text = `domains:\n${Object.entries(records).map(([name, lines]) => `  - name: ${name}\n    except: all\n    signed: false\n    ds: none\n    registration: none\n    records: |\n${lines.map(line => `      ${line}\n`).join('')}`).join('')}`;
const servers = { file: 'servers.yaml', text: readFileSync(new URL('../lab/world/servers.yaml', import.meta.url), 'utf8') };
const lab = await startLab({ world: readWorld([servers, { file: 'bench.yaml', text }], Date.now()) });
const say = (said: IpLabSays): void => parentPort!.postMessage(said, []);
parentPort!.on('message', (word: string) => {
  if (word === 'seen') return say({ questions: lab.takeSeen().filter(({ at }) => at === 'resolver').map(({ name, type }) => `${name.toLowerCase()} ${type}`) });
  parentPort!.close();
  return void lab.stop();
});
say({ resolver: lab.resolver });
