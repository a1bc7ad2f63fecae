// One reading in a process of its own, for bench/dmarc.ts: its processor time and memory are reported as JSON.
import { readers, refusalOf } from './dmarc-peers.ts';

const MIB = 1024;
const [what = '', ...files] = process.argv.slice(2);
const read = readers[what] && await readers[what]();
// Many files are read once beforehand, so that the code of every reader is compiled.
if (read && files.length > 1) await read(files);
const base = process.resourceUsage().maxRSS / MIB;
const before = process.cpuUsage();
const found = read ? await read(files) : await refusalOf(files[0]!);
const { user, system } = process.cpuUsage(before);
const peak = process.resourceUsage().maxRSS / MIB;
console.log(JSON.stringify({ found, cpuMs: (user + system) / 1000, baseMiB: base, peakMiB: peak }));
