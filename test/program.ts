import { join, resolve } from 'node:path';

/** The program that tests start: of the sources, or the file that DSS_TEST_PROGRAM names, such as `dist/program/main.js`, which starts in half the time. */
export const program = resolve(process.env['DSS_TEST_PROGRAM'] ?? join(import.meta.dirname, '../bin/dss.js'));
