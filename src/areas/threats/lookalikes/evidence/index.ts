export type { EvidenceContext } from './context.ts';
export { createEvidenceKey } from './manifest.ts';
export { evidenceOperations } from './operations.ts';
export { createPackages } from './packages.ts';
export { lookalikeCapture } from './run.ts';
export { evidenceOf } from './store.ts';
export { evidenceJobs, evidenceSweeping } from './sweep.ts';
export { packageLimits, unzip } from './unzip.ts';
export { verifyPackage, type Files } from './verify.ts';
