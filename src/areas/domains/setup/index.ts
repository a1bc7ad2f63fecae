import { defineArea } from '../../area.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { setupOperations } from './operations.ts';

/** The steps from a bare domain to one whose mail is protected. */
export const setupArea = defineArea<DomainsServices>()({ id: 'setup', group: 'domains', topics: {}, operations: setupOperations });
