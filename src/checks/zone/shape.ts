import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.zone` in replies. */
export const ZoneShape = z.looseObject({
  status: Status,
  issues: Issues,
  zone: z.string(),
  names: z.array(z.object({ name: z.string(), alias: z.string().nullable(), addresses: z.array(z.string()).nullable() }))
    .describe('The domain and its `www`: the alias (CNAME) that stands there, and the IPv4 addresses at its end; null if the lookup failed'),
  ipv6: z.array(z.string()).nullable().describe('The IPv6 addresses of the domain; null if the lookup failed'),
  wildcard: z.boolean().nullable().describe('Whether names that nobody created have an address (wildcard); null if unknown'),
  https: z.boolean().nullable(),
  ech: z.boolean().nullable(),
}).meta({ id: 'ZoneRecord' });
