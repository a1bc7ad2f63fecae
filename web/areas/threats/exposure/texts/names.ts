import { defineTexts } from '../../../../language/index.ts';

/** What the area and its runs are called. */
export const names = defineTexts('threats/exposure/names', () => ({
  tab: 'Exposure',
  components: 'Components',
  componentsAlso: 'ports hosts services versions exposure sbom',
  scan: 'Scan of hosts',
  stages: {
    resolve: 'Finding hosts', ports: 'Testing ports', services: 'Recognising services', tls: 'Probing TLS', http: 'Opening first pages', web: 'Probing websites', components: 'Listing components', match: 'Matching vulnerabilities',
  },
}));
