import { systemClock } from '../../core/clock.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/exit-code.ts';
import { paintFor, printable, wrap, type Paint } from '../../surfaces/cli/paint.ts';
import { outsideOf, type Outside } from '../compose.ts';
import { ConfigError, type Config } from '../config.ts';
import { checkBaseUrl, checkBrowser, checkDatabase, checkFolder, checkIpData, checkPort, checkSecret } from '../doctor/machine.ts';
import { checkClockAndRdap, checkDnssec, checkMail, checkPort25, checkPort53, checkResolvers, checkWhois } from '../doctor/network.ts';
import { fail, ok, warn, type Patient, type Verdict } from '../doctor/verdict.ts';
import type { CommandParts } from './parts.ts';

/** What `dss doctor` was given. */
export interface DoctorOptions {
  mailDomain: string;
  json: boolean;
}

const COLUMNS = 100;
const LABEL_WIDTH = 14;
const TEXT_COLUMN = 6 + LABEL_WIDTH;
const colours: Record<Verdict['state'], Parameters<Paint>[0]> = { ok: 'green', warn: 'yellow', fail: ['bold', 'red'] };

/** `dss doctor`: checks all that the service needs; ends with 1 where something is blocking. */
export async function runDoctor({ mailDomain, json }: DoctorOptions, parts: CommandParts, outside: (config: Config) => Outside = outsideOf): Promise<ExitCode> {
  const { terminal: { stdout }, signal } = parts;
  const paint = paintFor(stdout);
  const verdicts: Verdict[] = [];
  const tell = (verdict: Verdict) => {
    verdicts.push(verdict);
    if (!json) stdout.write(`${render(verdict, paint, Math.min(stdout.columns ?? COLUMNS, COLUMNS))}\n`);
  };
  const { config, said } = readSettings(parts);
  said.forEach(tell);
  const checks = config ? checksOf({ config, outside: outside(config), clock: systemClock, signal, mailDomain }) : [];
  for (const check of checks) [await check].flat().forEach(tell);
  if (signal.aborted) return exitCode.interrupted;
  const count = (state: Verdict['state']) => verdicts.filter(one => one.state === state).length;
  if (json) stdout.write(`${JSON.stringify({ ok: count('fail') === 0, verdicts })}\n`);
  else stdout.write(`\n${verdicts.length} checked: ${count('fail')} blocking, ${count('warn')} to fix, ${count('ok')} ok.\n`);
  return count('fail') > 0 ? exitCode.couldNotRun : exitCode.clean;
}

/** All checks, begun at once; reported in this order. */
function checksOf(patient: Patient): (Verdict | Verdict[] | Promise<Verdict | Verdict[]>)[] {
  return [
    checkResolvers(patient), checkDnssec(patient), checkClockAndRdap(patient), checkWhois(patient),
    checkPort53(patient), checkPort25(patient), checkMail(patient),
    checkFolder(patient), checkDatabase(patient), checkSecret(patient), checkPort(patient), checkBaseUrl(patient),
    checkBrowser(patient, process.getuid?.() === 0), checkIpData(patient),
  ];
}

function readSettings({ config, unknownSettings }: CommandParts): { config: Config | null; said: Verdict[] } {
  const unknown = unknownSettings();
  const remedy = 'Is it mistyped? docs/reference/configuration.md lists them.';
  const strange = unknown.length > 0 ? [warn('settings', `${unknown.join(', ')}: no setting of this version.`, remedy)] : [];
  try {
    const read = config();
    return { config: read, said: strange.length > 0 ? strange : [ok('settings', 'All settings can be read.')] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, said: [fail('settings', error.message, 'Correct it first; nothing else can be checked before that.'), ...strange] };
  }
}

function render({ state, subject, says, remedy }: Verdict, paint: Paint, columns: number): string {
  const text = (label: string, words: string) =>
    wrap(printable(words), columns - TEXT_COLUMN).map((line, at) => (at === 0 ? label : ' '.repeat(TEXT_COLUMN)) + line);
  const head = `${paint(colours[state], state.padEnd(6))}${subject.padEnd(LABEL_WIDTH)}`;
  const fixes = remedy === null ? [] : text(`${' '.repeat(6)}${paint('gray', 'fix'.padEnd(LABEL_WIDTH))}`, remedy);
  return [...text(head, says), ...fixes].join('\n');
}
