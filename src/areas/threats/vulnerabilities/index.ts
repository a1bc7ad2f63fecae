import { defineArea } from '../../area.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';

/** Which known vulnerabilities really apply to what was found on hosts. */
export const vulnerabilitiesArea = defineArea<DomainsServices>()({
  id: 'vulnerabilities',
  group: 'threats',
  topics: {},
  operations: [],
});
