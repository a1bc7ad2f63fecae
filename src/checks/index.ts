import type { BimiFacts } from './bimi/index.ts';
import type { CaaFacts } from './caa/index.ts';
import type { Check } from './check.ts';
import type { DkimFacts } from './dkim/index.ts';
import type { DmarcFacts } from './dmarc/index.ts';
import type { DomainFacts } from './domain/index.ts';
import type { MtaStsFacts } from './mta-sts/index.ts';
import type { MxFacts } from './mx/index.ts';
import type { NameserversFacts } from './nameservers/index.ts';
import type { RegistrationFacts } from './registration/index.ts';
import type { SpfFacts } from './spf/index.ts';
import type { TlsRptFacts } from './tls-rpt/index.ts';
import { bimiCheck } from './bimi/index.ts';
import { caaCheck } from './caa/index.ts';
import { dkimCheck } from './dkim/index.ts';
import { dmarcCheck } from './dmarc/index.ts';
import { domainCheck } from './domain/index.ts';
import { mtaStsCheck } from './mta-sts/index.ts';
import { mxCheck } from './mx/index.ts';
import { nameserversCheck } from './nameservers/index.ts';
import { registrationCheck } from './registration/index.ts';
import { spfCheck } from './spf/index.ts';
import { tlsRptCheck } from './tls-rpt/index.ts';

/** What all checks saw of one domain. */
export interface AllFacts {
  domain: DomainFacts;
  spf: SpfFacts;
  dkim: DkimFacts;
  dmarc: DmarcFacts;
  mx: MxFacts;
  nameservers: NameserversFacts;
  registration: RegistrationFacts;
  caa: CaaFacts;
  mtaSts: MtaStsFacts;
  tlsRpt: TlsRptFacts;
  bimi: BimiFacts;
}

/** The checks by record, in the order in which a report shows them. */
export const checks: { readonly [Name in keyof AllFacts]: Check<Name> } = {
  domain: domainCheck,
  spf: spfCheck,
  dkim: dkimCheck,
  dmarc: dmarcCheck,
  mx: mxCheck,
  nameservers: nameserversCheck,
  registration: registrationCheck,
  caa: caaCheck,
  mtaSts: mtaStsCheck,
  tlsRpt: tlsRptCheck,
  bimi: bimiCheck,
};
