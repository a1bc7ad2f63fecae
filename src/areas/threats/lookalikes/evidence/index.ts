export type { EvidenceServices } from './services.ts';
export { createEvidenceKey } from './manifest.ts';
export { evidenceOperations } from './operations.ts';
export { createPackages } from './packages.ts';
export { doLookalikeCapture, lookalikeCapture } from './run.ts';
export { evidenceOf } from './store.ts';
export { evidenceSweeping, sweepEvidence } from './sweep.ts';
export { packageLimits, unzip } from './unzip.ts';
export { verifyPackage, type Files } from './verify.ts';
