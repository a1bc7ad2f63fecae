// Asks the registry whether it signed what is installed, and fails for a package whose signature is wrong or missing. A registry without signatures, or
// none that answers, is said and is no failure.
import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = 20_000;

const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures', '--json'], { cwd: new URL('..', import.meta.url), encoding: 'utf8', timeout: TIMEOUT_MS });
const verdict = readVerdict(stdout);
if (verdict === null) {
  console.log(`signatures: not checked, ${status === null ? 'the registry does not answer in time' : 'the registry has no keys'} (${(/^npm error (?!code)(.+)$/m.exec(stderr)?.[1] ?? 'nothing to verify').slice(0, 200)})`);
} else if (verdict.invalid.length + verdict.missing.length > 0) {
  console.log(`signatures: wrong of ${namesOf(verdict.invalid)}; missing of ${namesOf(verdict.missing)}`);
  process.exitCode = 1;
} else {
  console.log('signatures: every package carries the valid signature of the registry');
}

interface Signed {
  name: string;
  version: string;
}

/** What npm found; null where it could verify nothing. */
function readVerdict(text: string): { invalid: Signed[]; missing: Signed[] } | null {
  try {
    const { invalid, missing } = JSON.parse(text) as { invalid?: Signed[]; missing?: Signed[] };
    return invalid && missing ? { invalid, missing } : null;
  } catch {
    return null;
  }
}

function namesOf(packages: readonly Signed[]): string {
  return packages.map(({ name, version }) => `${name}@${version}`).join(', ') || 'none';
}
