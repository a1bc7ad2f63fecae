import { defineArea } from '../../area.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { emailSecurityOperations } from './operations.ts';

/** What becomes of forged mail in the name of a domain. */
export const emailSecurityArea = defineArea<DomainsServices>()({ id: 'email-security', group: 'domains', topics: {}, operations: emailSecurityOperations });
