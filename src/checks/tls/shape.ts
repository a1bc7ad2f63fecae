import { z } from 'zod';
import { Issues, Status } from '../shape.ts';

/** `records.tls` in replies. */
export const TlsShape = z.looseObject({
  status: Status,
  issues: Issues,
  host: z.string().nullable(),
  addresses: z.array(z.string()).describe('Of the host, IPv4 and IPv6'),
  protocol: z.string().nullable(),
  trusted: z.boolean().nullable().describe('Whether browsers take the certificate'),
  certificate: z.looseObject({
    subject: z.string(),
    issuer: z.string(),
    serialNumber: z.string(),
    notBefore: z.string().nullable(),
    notAfter: z.string().nullable(),
  }).nullable(),
}).meta({ id: 'TlsRecord' });
