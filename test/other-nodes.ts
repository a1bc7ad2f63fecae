import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Other versions of Node.js, as the registry has them: tests of what they run, or refuse to run, need a real one. */
const releases = { 20: '20.20.2', 22: '22.23.3' } as const;

/** A Node.js of that major version: one that this machine has, else from the registry for as long as the tests run; null with neither. */
export function nodeOf(major: keyof typeof releases): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'node'));
  const present = folders.find(node => existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.startsWith(`v${major}.`));
  return present ?? download(releases[major]);
}

function download(version: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'dss-node-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { status } = spawnSync('npm', ['install', '--silent', '--prefer-offline', '--ignore-scripts', '--prefix', folder, `other-node@npm:node-${process.platform}-${process.arch}@${version}`], { stdio: 'ignore' });
  return status === 0 ? join(folder, 'node_modules/other-node/bin/node') : null;
}
