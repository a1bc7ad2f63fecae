import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The program that tests start: of the sources, or the file that DSS_TEST_PROGRAM names; `npm test` sets it to the one that it installed from the tarball. */
export const program = resolve(process.env['DSS_TEST_PROGRAM'] ?? join(import.meta.dirname, '../bin/dss.js'));

const sources = resolve(program, '../../src/main.ts');
/** Its module, which runs commands. */
export const main = existsSync(sources) ? sources : resolve(program, '../../dist/program/main.js');
