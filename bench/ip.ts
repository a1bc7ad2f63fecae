import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { composeCheck, type Outside } from '../src/app/compose.ts';
import { composeOrigins } from '../src/app/origins.ts';
import { schema } from '../src/app/registry.ts';
import { openIpTargets, SampleOutside } from '../src/areas/threats/ip-targets/scan.sample.ts';
import { addTarget } from '../src/areas/threats/ip-targets/store/targets.ts';
import { systemClock } from '../src/core/clock.ts';
import { openStore } from '../src/store/index.ts';
import type { QuestionTrace } from '../src/wire/dns/snapshot.ts';
import type { IpLabSays, IpLabTask } from './ip-lab.ts';

const TARGETS = 1000;
/** As many as a service has by itself. */
const WORKERS = 8;
/** An operator's own lists, so that all of them work. */
const zones = Array.from({ length: 12 }, (_, list) => `list${list}.bench-lists.net`);
const addresses = Array.from({ length: TARGETS }, (_, at) => `45.55.${at >> 8}.${at & 255}`);
/** Of each list one target in so many is listed, and then its text is asked for. */
const LISTED_EVERY = 50;
/** For each target a PTR record, the address of its name, its network and each list; besides, two test points a list, the texts of listings and the name of the one network. */
const QUESTIONS = TARGETS * (3 + zones.length) + 2 * zones.length + zones.length * (TARGETS / LISTED_EVERY) + 1;

/** Prints what it takes to look up names, networks and lists of 1,000 IP targets over the lab, and whether anything was asked twice. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-ip-'));
  const lab = new Worker(new URL('ip-lab.ts', import.meta.url), { workerData: { addresses, zones, listedEvery: LISTED_EVERY } satisfies IpLabTask });
  try {
    const [{ resolver }] = await once(lab, 'message') as [Extract<IpLabSays, { resolver: object }>];
    const outside: Outside = { dnsServers: [resolver], dnsRoots: [], trustAnchors: [], rdapBootstrap: null, whoisServer: null, allow: [], ca: null, route: () => null };
    const store = await openStore({ dataDir, url: null, clock: systemClock, schema });
    const put: string[] = [];
    const onTrace = (trace: readonly QuestionTrace[]) => void put.push(...trace.map(({ name, type }) => `${name} ${type}`));
    const { open, openTarget } = composeCheck({ ...outside, blocklists: { zones, spamhausKey: null } }, { onTrace });
    const area = await openIpTargets(store, new SampleOutside(), {
      open, openTarget, listChoice: { zones, accepted: [], hasSpamhausKey: false }, origins: composeOrigins({ DSS_ASN_ZONE: 'asn.cymru.com', DSS_RPKI_URL: null }, outside),
    });
    await area.addDomain('bench-mail.net');
    const ids = addresses.map((_, at) => `ipt_bench${String(at).padStart(4, '0')}`);
    await store.transaction(async tx => {
      for (const [at, address] of addresses.entries()) {
        await addTarget(tx, {
          id: ids[at]!, account_id: area.account.id, target: address, label: null, profile: 'quick', domain_id: null, contact: null, confirmed_by: null, confirmed_at: null, state: 'proven', proven_at: 1, checked_at: 1, scanned_at: null, due_at: null, ports_due_at: null, missed: null, created_at: 1,
        }, new Map([[address, { state: 'proven', method: 'ptr', by: 'bench-mail.net', cause: null, at: 1 }]]));
      }
    });
    for (const id of ids) await area.start({ id, ports: false });
    await seenBy(lab);
    const [startedMs, cpu] = [performance.now(), process.threadCpuUsage()];
    await Promise.all(Array.from({ length: WORKERS }, () => workOff(area.work)));
    const { user, system } = process.threadCpuUsage(cpu);
    const [seconds, cpuMs] = [(performance.now() - startedMs) / 1000, (user + system) / 1000];
    const seen = await seenBy(lab);
    const different = new Set(seen).size;
    const twice = put.length - new Set(put).size;
    const isGood = twice === 0 && different === QUESTIONS;
    console.log(`${isGood ? '✓' : '✗'} ${TARGETS} targets × ${zones.length} lists: ${different} questions of ${QUESTIONS}, ${twice} asked twice, ${seen.length - different} sent again because no answer came in time; `
      + `${seconds.toFixed(1)} s with the resolver on the same machine, ${(cpuMs / TARGETS).toFixed(1)} ms of CPU a target`);
    if (!isGood) process.exitCode = 1;
    await store.close();
  } finally {
    lab.postMessage('stop', []);
    await lab.terminate();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Takes one run after the other until none waits. */
async function workOff(work: (signal?: AbortSignal, most?: number) => Promise<number>): Promise<void> {
  while (await work(undefined, 1) > 0);
}

async function seenBy(lab: Worker): Promise<readonly string[]> {
  const answer = once(lab, 'message');
  lab.postMessage('seen', []);
  const [{ questions }] = await answer as [Extract<IpLabSays, { questions: object }>];
  return questions;
}
