export { recogniseService } from './recognise.ts';
export { recogniseDatagramService } from './recognise-datagram.ts';
export { judgeService } from './judge.ts';
export { serviceRules } from './rules.ts';
export type { DistributionPackage, Recognition, RecognitionLimits, RecognitionTarget, Service, ServiceEvidence, ServiceSeen } from './service.ts';
