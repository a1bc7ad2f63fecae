// The reporter of a test process: writes what the runner counts and prints to descriptor 3, one JSON object a line, so that what tests print themselves cannot be taken for it.
import { writeSync } from 'node:fs';

const RUNNER = 3;

export default async function* report(events) {
  for await (const { type, data } of events) {
    const line = type === 'test:pass' || type === 'test:fail' ? ended(type, data) : type === 'test:diagnostic' && data.level === 'info' ? { type, message: data.message } : null;
    if (line !== null) writeSync(RUNNER, `${JSON.stringify(line)}\n`);
  }
  yield '';
}

function ended(type, { name, skip, todo, details }) {
  const cause = details.error?.cause ?? details.error;
  return {
    type, name, suite: details.type === 'suite', skipped: skip ?? todo,
    error: cause instanceof Error ? cause.stack ?? cause.message : cause === undefined ? undefined : String(cause),
    asserted: cause instanceof Error && cause.code === 'ERR_ASSERTION',
  };
}
