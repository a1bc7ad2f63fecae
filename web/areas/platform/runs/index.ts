// What later areas may use of runs.
export { RunResult } from './run/result.tsx';
export { RunSteps } from './run/run-steps.tsx';
