import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CARRIED, REPORT, reportOf, reportPage } from '../src/areas/web/accessibility/act/report.sample.ts';
import { casesIn, runCases, tableOf, tally } from '../src/areas/web/accessibility/act/run.sample.ts';

/** Without a false alarm, as many as the best published automatic tool finds, and one more. */
const AT_LEAST = 168;
const APPROVED = 178;
const NEEDLESS = 0.1;
const MOST_SECONDS = 360;

/** Judges all approved cases of the ACT, and writes the report on them, or those of DSS_ACT_CASES; prints what was found by rule. */
export async function bench(): Promise<void> {
  const folder = process.env['DSS_ACT_CASES'] ?? CARRIED;
  const startedMs = performance.now();
  const results = await runCases(folder, casesIn(folder));
  console.log(tableOf(results));
  const { found, asked, mustFail, falseAlarms, mustNotFail, needless } = tally(results);
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`${found} of ${mustFail} found, ${asked} asked, ${falseAlarms} false alarms, ${needless} of ${mustNotFail} asked needlessly, ${seconds.toFixed(0)} s, at most ${MOST_SECONDS}`);
  if (folder !== CARRIED) return;
  mkdirSync(dirname(REPORT.json), { recursive: true });
  writeFileSync(REPORT.json, reportOf(results));
  writeFileSync(REPORT.page, reportPage(results));
  if (found < AT_LEAST || falseAlarms > 0 || found + asked < APPROVED || needless > NEEDLESS * mustNotFail || seconds > MOST_SECONDS) process.exitCode = 1;
}
