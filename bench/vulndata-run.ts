// Builds the index in a process of its own, as `dss vulndata update` does, for bench/vulndata.ts: its processor time and memory are reported as JSON.
import { schema } from '../src/app/registry.ts';
import { collectGarbage } from '../src/app/start-garbage.ts';
import { generatedAdvisories } from '../src/areas/threats/vulnerabilities/data/generated.sample.ts';
import { indexStream } from '../src/areas/threats/vulnerabilities/data/index-records.ts';
import { systemClock } from '../src/core/clock.ts';
import { openStore } from '../src/store/index.ts';

const MIB = 1024;
const [dataDir = '', records] = process.argv.slice(2);
const store = await openStore({ dataDir, url: null, clock: systemClock, schema });
collectGarbage();
const base = process.memoryUsage.rss() / MIB / MIB;
const before = process.cpuUsage();
const found = await indexStream(work => store.transaction(work), generatedAdvisories(Number(records)));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ found, cpuMs: (user + system) / 1000, baseMiB: base, peakMiB: process.resourceUsage().maxRSS / MIB }));
await store.close();
