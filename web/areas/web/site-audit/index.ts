// What later areas may use of site audits.
export { UnderWay } from './overview/under-way.tsx';
export { newStep, StepList } from './sign-in/step-list.tsx';
export type { Step } from './types.ts';
