// What operations about deep SEO need to succeed: a domain of the account; without an audit they say so.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';

const ofDomain = ['intent', 'topics', 'competing', 'graph', 'duplicates', 'templates', 'orphans', 'rendered'];

export const sample: AuthorizationSample = {
  inputs: Object.fromEntries(ofDomain.map(name => [`deepSeo.${name}`, async (_service, _bearer, make) => ({ input: { domainId: await make('domain') } })])),
};
