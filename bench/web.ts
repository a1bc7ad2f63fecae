// How long it takes to recognise the libraries of real minified files without their comments.
import { recogniseLibraries } from '../src/areas/threats/exposure/web/libraries/recognise.ts';
import { goldenScripts } from '../src/areas/threats/exposure/web/libraries/golden.sample.ts';

const LIMIT_MEDIAN_MS = 100;
const LIMIT_MS = 2000;
const SHARE = 0.9;

export function bench(): Promise<void> {
  const scripts = goldenScripts();
  const timed = scripts.map(({ name, version, stripped }) => {
    const found = new Set<string>();
    const before = process.cpuUsage();
    recogniseLibraries({ url: 'https://www.example.com/a.js', content: stripped }, components => { for (const one of components) found.add(`${one.name}@${one.version}`); });
    const { user, system } = process.cpuUsage(before);
    return { name, version, right: found.has(`${name}@${version}`), kilobytes: stripped.length / 1000, millis: (user + system) / 1000 };
  });
  for (const { name, version, right, kilobytes, millis } of timed) console.log(`${right ? '✓' : '✗'} ${name} ${version}: ${kilobytes.toFixed(0)} kB, ${millis.toFixed(0)} ms of CPU`);
  const right = timed.filter(one => one.right).length;
  const millis = timed.map(one => one.millis).toSorted((a, b) => a - b);
  const [median, most] = [millis[Math.floor(millis.length / 2)]!, millis.at(-1)!];
  console.log(`${right} of ${timed.length} with their exact version, at least ${SHARE * 100} %: ${right >= SHARE * timed.length ? 'kept' : 'MISSED'}`);
  console.log(`median ${median.toFixed(0)} ms, limit ${LIMIT_MEDIAN_MS} ms; most ${most.toFixed(0)} ms, limit ${LIMIT_MS} ms: ${median < LIMIT_MEDIAN_MS && most < LIMIT_MS ? 'kept' : 'MISSED'}`);
  return Promise.resolve();
}
