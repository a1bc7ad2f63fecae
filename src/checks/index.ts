import type { BoundRule } from '../core/findings/rules.ts';
import type { BimiFacts } from './bimi/index.ts';
import type { CaaFacts } from './caa/index.ts';
import type { CiphersFacts } from './ciphers/index.ts';
import type { Check } from './check.ts';
import type { DaneFacts } from './dane/index.ts';
import type { DkimFacts } from './dkim/index.ts';
import type { DmarcFacts } from './dmarc/index.ts';
import type { DnssecFacts } from './dnssec/index.ts';
import type { DomainFacts } from './domain/index.ts';
import type { MtaStsFacts } from './mta-sts/index.ts';
import type { MxFacts } from './mx/index.ts';
import type { NameserversFacts } from './nameservers/index.ts';
import type { RegistrationFacts } from './registration/index.ts';
import type { SmtpFacts } from './smtp/index.ts';
import type { SoaFacts } from './soa/index.ts';
import type { SpfFacts } from './spf/index.ts';
import type { TlsFacts } from './tls/index.ts';
import type { TlsRptFacts } from './tls-rpt/index.ts';
import type { HeadersFacts } from './headers/index.ts';
import type { TakeoverFacts } from './takeover/index.ts';
import type { BlocklistsFacts } from './blocklists/index.ts';
import type { WebFacts } from './web/index.ts';
import type { ZoneFacts } from './zone/index.ts';
import { bimiCheck } from './bimi/index.ts';
import { caaCheck } from './caa/index.ts';
import { ciphersCheck } from './ciphers/index.ts';
import { daneCheck } from './dane/index.ts';
import { dkimCheck } from './dkim/index.ts';
import { dmarcCheck } from './dmarc/index.ts';
import { dnssecCheck } from './dnssec/index.ts';
import { domainCheck } from './domain/index.ts';
import { mtaStsCheck } from './mta-sts/index.ts';
import { mxCheck } from './mx/index.ts';
import { nameserversCheck } from './nameservers/index.ts';
import { registrationCheck } from './registration/index.ts';
import { smtpCheck } from './smtp/index.ts';
import { soaCheck } from './soa/index.ts';
import { spfCheck } from './spf/index.ts';
import { tlsCheck } from './tls/index.ts';
import { tlsRptCheck } from './tls-rpt/index.ts';
import { headersCheck } from './headers/index.ts';
import { takeoverCheck } from './takeover/index.ts';
import { blocklistsCheck } from './blocklists/index.ts';
import { webCheck } from './web/index.ts';
import { zoneCheck } from './zone/index.ts';

/** What all checks saw of one domain. */
export interface AllFacts {
  domain: DomainFacts;
  spf: SpfFacts;
  dkim: DkimFacts;
  dmarc: DmarcFacts;
  mx: MxFacts;
  smtp: SmtpFacts;
  nameservers: NameserversFacts;
  soa: SoaFacts;
  zone: ZoneFacts;
  dnssec: DnssecFacts;
  registration: RegistrationFacts;
  caa: CaaFacts;
  mtaSts: MtaStsFacts;
  tlsRpt: TlsRptFacts;
  dane: DaneFacts;
  bimi: BimiFacts;
  tls: TlsFacts;
  web: WebFacts;
  ciphers: CiphersFacts;
  headers: HeadersFacts;
  takeover: TakeoverFacts;
  blocklists: BlocklistsFacts;
}

/** The subjects of the domain check, as `records` and findings name them; `domain` is the name itself. */
export type RecordName = keyof AllFacts;

/** The checks by record, in the order in which a report shows them. */
export const checks: { readonly [Name in keyof AllFacts]: Check<Name> } = {
  domain: domainCheck,
  spf: spfCheck,
  dkim: dkimCheck,
  dmarc: dmarcCheck,
  mx: mxCheck,
  smtp: smtpCheck,
  nameservers: nameserversCheck,
  soa: soaCheck,
  zone: zoneCheck,
  dnssec: dnssecCheck,
  registration: registrationCheck,
  caa: caaCheck,
  mtaSts: mtaStsCheck,
  tlsRpt: tlsRptCheck,
  dane: daneCheck,
  bimi: bimiCheck,
  tls: tlsCheck,
  web: webCheck,
  ciphers: ciphersCheck,
  headers: headersCheck,
  takeover: takeoverCheck,
  blocklists: blocklistsCheck,
};

/** The rules of all checks. */
export const checkRules: readonly BoundRule[] = Object.values(checks).flatMap(({ rules }) => Object.values<BoundRule>(rules));

/** All subjects, in the order in which a report shows them. */
export const recordNames = Object.keys(checks) as [RecordName, ...RecordName[]];
