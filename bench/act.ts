import { casesIn, runCases, tableOf, tally } from '../src/areas/web/accessibility/act/run.sample.ts';

const CARRIED = new URL('../src/areas/web/accessibility/act/cases/', import.meta.url).pathname;
/** Without a false alarm, as many as the best published automatic tool finds, and one more. */
const AT_LEAST = 168;
const APPROVED = 178;

/** Judges all approved cases of the ACT, or those of DSS_ACT_CASES, and prints what was found by rule. */
export async function bench(): Promise<void> {
  const folder = process.env['DSS_ACT_CASES'] ?? CARRIED;
  const startedMs = performance.now();
  const results = await runCases(folder, casesIn(folder));
  console.log(tableOf(results));
  const { found, asked, mustFail, falseAlarms } = tally(results);
  console.log(`${found} of ${mustFail} found, ${asked} asked, ${falseAlarms} false alarms, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  if (folder === CARRIED && (found < AT_LEAST || falseAlarms > 0 || found + asked < APPROVED)) process.exitCode = 1;
}
