import { systemClock } from '../../core/clock.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/exit-code.ts';
import { paintFor, printable, wrap, type Paint } from '../../surfaces/cli/paint.ts';
import { outsideOf, type Outside } from '../compose.ts';
import { ConfigError, type Config } from '../config.ts';
import { lookAtBaseUrl, lookAtBrowser, lookAtDatabase, lookAtFolder, lookAtIpData, lookAtPort, lookAtSecret } from '../doctor/machine.ts';
import { lookAtClockAndRdap, lookAtDnssec, lookAtMail, lookAtPort25, lookAtPort53, lookAtResolvers, lookAtWhois } from '../doctor/network.ts';
import { fail, ok, warn, type Patient, type Verdict } from '../doctor/verdict.ts';
import type { CommandParts } from './index.ts';

/** What `dss doctor` was given. */
export interface DoctorOptions {
  mailDomain: string;
  json: boolean;
}

const COLUMNS = 100;
const LABEL_WIDTH = 14;
const TEXT_COLUMN = 6 + LABEL_WIDTH;
const colours: Record<Verdict['state'], Parameters<Paint>[0]> = { ok: 'green', warn: 'yellow', fail: ['bold', 'red'] };

/** `dss doctor`: looks at all that the service needs; ends with 1 where something is in the way of it. */
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
  const looks = config ? looksAt({ config, outside: outside(config), clock: systemClock, signal, mailDomain }) : [];
  for (const look of looks) [await look].flat().forEach(tell);
  if (signal.aborted) return exitCode.interrupted;
  const count = (state: Verdict['state']) => verdicts.filter(one => one.state === state).length;
  if (json) stdout.write(`${JSON.stringify({ ok: count('fail') === 0, verdicts })}\n`);
  else stdout.write(`\n${verdicts.length} looked at: ${count('fail')} in the way, ${count('warn')} to mend, ${count('ok')} well.\n`);
  return count('fail') > 0 ? exitCode.couldNotRun : exitCode.clean;
}

/** All looks, begun at once; told in this order. */
function looksAt(patient: Patient): (Verdict | Verdict[] | Promise<Verdict | Verdict[]>)[] {
  return [
    lookAtResolvers(patient), lookAtDnssec(patient), lookAtClockAndRdap(patient), lookAtWhois(patient),
    lookAtPort53(patient), lookAtPort25(patient), lookAtMail(patient),
    lookAtFolder(patient), lookAtDatabase(patient), lookAtSecret(patient), lookAtPort(patient), lookAtBaseUrl(patient),
    lookAtBrowser(patient, process.getuid?.() === 0), lookAtIpData(patient),
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
    return { config: null, said: [fail('settings', error.message, 'Correct it; nothing else can be looked at before.'), ...strange] };
  }
}

function render({ state, subject, says, remedy }: Verdict, paint: Paint, columns: number): string {
  const text = (label: string, words: string) =>
    wrap(printable(words), columns - TEXT_COLUMN).map((line, at) => (at === 0 ? label : ' '.repeat(TEXT_COLUMN)) + line);
  const head = `${paint(colours[state], state.padEnd(6))}${subject.padEnd(LABEL_WIDTH)}`;
  const mend = remedy === null ? [] : text(`${' '.repeat(6)}${paint('gray', 'mend'.padEnd(LABEL_WIDTH))}`, remedy);
  return [...text(head, says), ...mend].join('\n');
}
