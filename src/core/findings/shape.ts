import { z } from 'zod';
import { findingStates, severities } from '../finding.ts';
import { fixKindNames } from './fix-kinds.ts';

/** A record of the zone, to be published as it stands. */
const FixRecord = z.object({
  name: z.string(), type: z.string(), value: z.string(),
  template: z.literal(true).optional().describe('The value has names in it that you have to choose'),
}).meta({ id: 'DnsRecord' });

/** A file of a web host, to be served as it stands. */
const FixFile = z.object({ url: z.string(), content: z.string() }).meta({ id: 'WebFile' });

/** What to do about a finding, as replies have it. */
export const Fix = z.object({
  kind: z.enum(fixKindNames).describe('Where the work is done'),
  text: z.string(),
  steps: z.array(z.string()).optional().describe('The same step by step, where it takes several'),
  record: FixRecord.optional(),
  file: FixFile.optional().describe('A file to serve at this address'),
  portalUrl: z.string().optional(),
}).meta({ id: 'Fix' });

/** A finding as replies have it; an area narrows `area` and `record` and adds what it alone knows. */
export const Finding = z.object({
  id: z.string(),
  area: z.string(),
  record: z.string().describe('The subject within the area'),
  severity: z.enum(severities),
  state: z.enum(findingStates),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.string()),
  fix: Fix.nullable(),
  references: z.array(z.object({ title: z.string(), url: z.string() })),
  firstSeenAt: z.string().optional().describe('When it was first seen, where the area remembers that'),
}).meta({ id: 'Finding' });
