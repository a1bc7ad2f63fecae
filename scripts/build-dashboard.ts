// Makes the dashboard in web/dist, in a folder named after its sources; does nothing where it is there. Two processes
// never make the same at once: the second waits for the first.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { DASHBOARD_BUILDS, dashboardFolder } from '../src/app/dashboard.ts';

/** Builds that are kept: an older one may still be served by a process that runs. */
const KEPT = 3;
/** Below the service that runs alongside it. */
const PRIORITY = 5;
const POLL_MS = 300;

const folder = dashboardFolder();
if (folder === null) throw new Error('There are no sources of the dashboard here.');
const lock = `${folder}.lock`;
mkdirSync(DASHBOARD_BUILDS, { recursive: true });
while (!existsSync(folder)) {
  if (take()) await make(folder);
  else if (isHeld(lock)) await sleep(POLL_MS);
  else rmSync(lock, { force: true });
}

/** Whether this process is the one that makes it. */
function take(): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Whether the process that took the lock still lives. */
function isHeld(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch {
    return false;
  }
}

async function make(folder: string): Promise<void> {
  setPriority(PRIORITY);
  const draft = `${folder}.${process.pid}`;
  try {
    await build({ configFile: join(import.meta.dirname, '../web/vite.config.ts'), configLoader: 'native', logLevel: 'warn', build: { outDir: draft } });
    renameSync(draft, folder);
    rmSync(`${folder}.failed`, { force: true });
    tidy(folder);
  } catch (error) {
    writeFileSync(`${folder}.failed`, String(error));
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(lock, { force: true });
  }
}

/** Removes what is left of older builds, and of those that died. */
function tidy(newest: string): void {
  const others = readdirSync(DASHBOARD_BUILDS).map(name => join(DASHBOARD_BUILDS, name)).filter(path => path !== newest);
  const locks = others.filter(path => path.endsWith('.lock'));
  const builds = others.filter(path => !locks.includes(path)).toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of [...locks.filter(one => !isHeld(one)), ...builds.slice(KEPT - 1)]) rmSync(path, { recursive: true, force: true });
}
