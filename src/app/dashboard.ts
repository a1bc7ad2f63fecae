import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dashboard } from '../surfaces/http/index.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Each build has a folder of its own, named after what it was made of; next to it may lie why a build failed. */
export const DASHBOARD_BUILDS = join(ROOT, 'web/dist');
/** What a published program comes with. */
const PUBLISHED = join(ROOT, 'dist/dashboard');
const SOURCES = ['web/**/*.*', 'src/surfaces/client/*.ts', 'src/core/language.ts', 'package-lock.json'];
const SCRIPT = join(ROOT, 'scripts/build-dashboard.ts');
const VITE = join(ROOT, 'node_modules/vite/package.json');

/** Where the build of the sources as they are now belongs; null where there are no sources, as in a package. */
export function dashboardFolder(): string | null {
  if (!existsSync(join(ROOT, 'web/index.html'))) return null;
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['web/dist/**', 'web/generated/**', '**/*.test.*', '**/*.md'] }).toSorted();
  for (const file of files) hash.update(file).update('\0').update(readFileSync(join(ROOT, file))).update('\0');
  return join(DASHBOARD_BUILDS, hash.digest('hex').slice(0, 16));
}

/** The dashboard of a running service. */
export interface OpenDashboard extends Dashboard {
  /** Finds the build of these sources; where it is missing makes it in the background, and shows an older one meanwhile. */
  find(): void;
  stop(): void;
}

const UNMADE = 'It could not be made. Run npm run build, which shows why.';
const NO_TOOLS = 'The tools that make it are not installed. Run npm ci without --omit=dev, then npm run build.';
const LEFT_OUT = 'This installation came without it. Install a whole release, or use the image.';

/** The dashboard of this process; `warn` hears why there is none, or not the newest. */
export function openDashboard(warn: (line: string) => void): OpenDashboard {
  let folder: string | null = null;
  let trouble: string | null = null;
  let child: ChildProcess | null = null;
  const fail = (reason: string): void => {
    trouble = reason;
    warn(`The dashboard ${folder === null ? 'is missing' : 'is of an older version'}. ${reason}`);
  };
  const make = (wanted: string): void => {
    child = spawn(process.execPath, [SCRIPT], { stdio: 'ignore' });
    child.once('error', () => fail(UNMADE));
    child.once('exit', code => {
      if (code === 0 && existsSync(wanted)) folder = wanted;
      else if (code !== null) fail(UNMADE);
    });
  };
  return {
    folder: () => folder,
    get trouble() { return trouble; },
    find() {
      const wanted = dashboardFolder();
      const complete = wanted ?? PUBLISHED;
      folder = existsSync(complete) ? complete : newestBuild();
      if (folder === complete) return;
      if (wanted === null) fail(LEFT_OUT);
      else if (!existsSync(VITE)) fail(NO_TOOLS);
      else if (existsSync(`${wanted}.failed`)) fail(UNMADE);
      else make(wanted);
    },
    stop: () => void child?.kill(),
  };
}

/** The build of these sources, made now where it is missing. Throws with what the build printed. */
export async function ensureDashboard(): Promise<string> {
  const wanted = dashboardFolder();
  if (wanted === null) throw new Error('There are no sources of the dashboard here.');
  if (existsSync(wanted)) return wanted;
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { printed += chunk.toString(); });
  const code = await new Promise(resolve => { child.once('close', resolve); });
  if (code !== 0) throw new Error(`The dashboard could not be made:\n${printed}`);
  return wanted;
}

function newestBuild(): string | null {
  if (!existsSync(DASHBOARD_BUILDS)) return null;
  const folders = readdirSync(DASHBOARD_BUILDS).filter(name => /^[0-9a-f]{16}$/.test(name)).map(name => join(DASHBOARD_BUILDS, name));
  return folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? null;
}
