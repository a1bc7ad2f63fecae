import type { VulnerabilityData } from '../../../core/outside/vulnerability-data.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import type { Knowledge } from './data/knowledge.ts';

/** What the operations, jobs and schedules of this area work with. */
export interface VulnerabilitiesServices extends DomainsServices {
  vulnerabilityData: VulnerabilityData;
  vulnerabilityKnowledge: Knowledge;
}
