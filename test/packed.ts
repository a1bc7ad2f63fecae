import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = new URL('..', import.meta.url).pathname;
const NAME = 'domain-security-service';

/** The package, and the program in it as its users have it. */
export interface Packed {
  tarball: string;
  /** The file that is `dss` where the package is installed. */
  program: string;
}

/** The package of this run: made by whoever runs the tests, or now, for a file that runs alone. */
export function packed(): Packed {
  const folder = process.env['DSS_TEST_PACKED'];
  if (folder !== undefined) return packedIn(folder);
  const own = mkdtempSync(join(tmpdir(), 'dss-packed-'));
  process.on('exit', () => rmSync(own, { recursive: true, force: true }));
  return packInto(own);
}

/** Packs the project and installs the tarball, without a registry, into a project that has nothing else, both below `folder`. */
export function packInto(folder: string): Packed {
  const user = join(folder, 'user');
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, 'package.json'), '{ "private": true }\n');
  npm(['pack', '--silent', '--pack-destination', folder], project);
  npm(['install', '--silent', '--offline', packedIn(folder).tarball], user);
  return packedIn(folder);
}

function packedIn(folder: string): Packed {
  const tarball = readdirSync(folder).find(name => name.endsWith('.tgz'));
  return { tarball: join(folder, tarball!), program: join(folder, 'user/node_modules', NAME, 'bin/dss.js') };
}

/** Says what it says only where it fails; warnings of the build go on. */
function npm(args: readonly string[], cwd: string): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
