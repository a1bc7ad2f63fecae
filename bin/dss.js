#!/usr/bin/env node
// Runs the command line on Node.js 24 or newer. A checkout has the sources, which run as they are; a package has the program made of them.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;
const sources = new URL('../src/main.ts', import.meta.url);
const main = existsSync(sources) ? sources : new URL('../dist/program/main.js', import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  // Compiled code is kept between starts: half the time to the first answer.
  module.enableCompileCache();
  const { main: run } = await import(main.href);
  await run();
} else {
  // A checkout brings its own.
  const own = new URL('../node_modules/node/bin/node', import.meta.url);
  if (!existsSync(own)) {
    const instead = main === sources ? 'npm ci in the project folder, which brings its own' : `npx --yes node@${OLDEST} ${[fileURLToPath(import.meta.url), ...process.argv.slice(2)].join(' ')}`;
    process.stderr.write(`dss needs Node.js ${OLDEST} or newer; this is ${process.versions.node}. Run: ${instead}\n`);
    process.exit(1);
  }
  const child = spawn(fileURLToPath(own), [fileURLToPath(main), ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 130 : code ?? 1;
  });
}
