export { runCheckCommand, type Checker, type Terminal } from './check.ts';
export { exitCode, type ExitCode } from './exit-code.ts';
export { runCli, type AppCommand } from './program.ts';
