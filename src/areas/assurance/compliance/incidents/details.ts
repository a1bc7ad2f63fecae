import { z } from 'zod';
import { plainText } from '../../../../core/inputs.ts';

const words = (most: number) => plainText(most, 1);
const moment = z.iso.datetime({ offset: true });
const known = (says: string) => z.boolean().nullable().default(null).describe(`${says}; null while nobody knows`);

/** What is known of an incident besides its head; most duties follow from it. */
export const IncidentDetails = z.object({
  description: words(10_000).nullable().default(null),
  occurredAt: moment.nullable().default(null),
  containedAt: moment.nullable().default(null),
  closedAt: moment.nullable().default(null),
  reportedAt: moment.nullable().default(null).describe('When it was reported to the Department of Defense; from then on images are kept'),
  materialityDeterminedAt: moment.nullable().default(null).describe('When a listed company found it to be material'),
  detection: z.enum(['internal', 'external', 'automated']).nullable().default(null),
  technique: words(500).nullable().default(null),
  outcome: z.enum(['successful', 'failed', 'unknown']).default('unknown'),
  systems: z.array(words(200)).max(100).default([]),
  dataTypes: z.array(words(200)).max(100).default([]),
  states: z.array(z.string().regex(/^[A-Z]{2}$/, 'Give states by two letters, such as NY.')).max(60).default([]).describe('States whose residents are concerned'),
  individualsAffected: z.int().min(0).max(10_000_000_000).nullable().default(null),
  encrypted: known('Whether the data were encrypted, with the key safe'),
  healthData: known('Whether it was protected health information'),
  lowProbability: z.boolean().nullable().default(null).describe('Whether a risk assessment of the four factors of 45 CFR 164.402(2) shows a low probability of compromise'),
  riskAssessment: z.strictObject({
    nature: words(4000).nullable().default(null), recipient: words(4000).nullable().default(null), acquired: words(4000).nullable().default(null), mitigated: words(4000).nullable().default(null),
  }).default({ nature: null, recipient: null, acquired: null, mitigated: null }).describe('The four factors: kind of data, who got it, whether it was acquired or viewed, how far the risk was mitigated'),
  businessAssociate: known('Whether the account is a business associate of the covered entity'),
  coveredDefenseInformation: known('Whether covered defense information or operationally critical support is concerned'),
  contracts: z.array(words(200)).max(100).default([]),
  cageCode: z.string().regex(/^[A-Z0-9]{5}$/, 'A CAGE code has five letters and digits.').nullable().default(null),
  cardData: known('Whether account data of payment cards may be concerned'),
  customerFinancialData: known('Whether it was unencrypted information of customers of a financial institution'),
  taxData: known('Whether it was data of tax clients'),
  personalDataInEurope: known('Whether the GDPR covers the data'),
  listedCompany: known('Whether the account files with the SEC'),
  reporter: words(200).nullable().default(null),
  owner: words(200).nullable().default(null),
  evidence: z.array(z.string().max(60)).max(100).default([]).describe('Ids of files and links that are evidence of it'),
  actions: z.array(z.strictObject({ at: moment, text: words(2000) })).max(500).default([]).describe('What was done, in order'),
});
export type IncidentDetails = z.output<typeof IncidentDetails>;
