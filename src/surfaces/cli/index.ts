export { runCheckCommand, type Checker, type Terminal } from './check.ts';
export { codeOfRefusal, exitCode, type ExitCode } from './exit-code.ts';
export { checkFormats, type CheckFormat } from './formats/format.ts';
export { buildWholeProgram, runCli, type AppCommand } from './program.ts';
