// Installs the dependencies when they are missing or older than the lock file, so that one command is enough in a
// fresh clone. Plain JavaScript: it runs on whatever Node.js the machine has.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const lock = new URL('../package-lock.json', import.meta.url);
const installed = new URL('../node_modules/.package-lock.json', import.meta.url);
const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;

if (!fresh) {
  process.stderr.write('Installing dependencies (once) …\n');
  const npm = spawnSync('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exitCode = npm.status ?? 1;
}
