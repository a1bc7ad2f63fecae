// The reporter of a test process: writes what the runner counts and prints to descriptor 3, one JSON object a line, so that what tests print themselves cannot be taken for it.
import { readFileSync, writeSync } from 'node:fs';

const RUNNER = 3;

export default async function* report(events) {
  let before = 0;
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.level === 'info') write({ type, message: data.message });
    else if (type !== 'test:pass' && type !== 'test:fail') continue;
    else if (data.nesting > 0) write(endOfTest(type, data));
    else {
      const seconds = processorSeconds();
      // A file fails by itself where it cannot be loaded, or by its own hooks.
      write({ type: 'file', error: data.details.error?.failureType === 'subtestsFailed' ? undefined : textOf(causeOf(data)), seconds: seconds - before });
      before = seconds;
    }
  }
  yield '';
}

function endOfTest(type, data) {
  const cause = causeOf(data);
  return { type, name: data.name, suite: data.details.type === 'suite', skipped: data.skip ?? data.todo, error: textOf(cause), asserted: cause instanceof Error && cause.code === 'ERR_ASSERTION' };
}

function causeOf({ details: { error } }) {
  return error?.cause ?? error;
}

function textOf(cause) {
  return cause instanceof Error ? cause.stack ?? cause.message : cause === undefined ? undefined : String(cause);
}

function write(event) {
  writeSync(RUNNER, `${JSON.stringify(event)}\n`);
}

/** What this process and the programs it started that have ended used so far. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

/** In seconds; 0 where the system does not say so (proc_pid_stat(5), fields 16 and 17). */
function childrenSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
