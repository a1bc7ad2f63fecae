export { randomLabel } from './look.ts';
export { subdomainsOperations } from './operations.ts';
export { rememberNamesSeen, subdomainDiscovery } from './run.ts';
export { namesOf, someKnownNames } from './store.ts';
