import type { z } from 'zod';
import type { BoundRule } from '../core/findings/rules.ts';
import { bimiCheck } from './bimi/index.ts';
import { blocklistsCheck } from './blocklists/index.ts';
import { caaCheck } from './caa/index.ts';
import type { AllFacts, Check, Depth, RecordCheck } from './check.ts';
import { ciphersCheck } from './ciphers/index.ts';
import { daneCheck } from './dane/index.ts';
import { dkimCheck } from './dkim/index.ts';
import { dmarcCheck } from './dmarc/index.ts';
import { dnssecCheck } from './dnssec/index.ts';
import { domainCheck } from './domain/index.ts';
import { headersCheck } from './headers/index.ts';
import { mtaStsCheck } from './mta-sts/index.ts';
import { mxCheck } from './mx/index.ts';
import { nameserversCheck } from './nameservers/index.ts';
import { registrationCheck } from './registration/index.ts';
import { smtpCheck } from './smtp/index.ts';
import { soaCheck } from './soa/index.ts';
import { spfCheck } from './spf/index.ts';
import { takeoverCheck } from './takeover/index.ts';
import { tlsCheck } from './tls/index.ts';
import { tlsRptCheck } from './tls-rpt/index.ts';
import { webCheck } from './web/index.ts';
import { zoneCheck } from './zone/index.ts';

export type { AllFacts, Depth } from './check.ts';

/** The checks by record, in the order in which a report shows them. Whatever needs to know all checks is derived from this list. */
export const checks = {
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
} satisfies { readonly [Name in keyof AllFacts]: Check<Name> };

type Checks = typeof checks;

/** The subjects of the domain check, as findings name them. */
export type RecordName = keyof Checks;

/** Those of them that have a record in replies: all but `domain`, the name itself. */
export type ShownRecord = { [Name in RecordName]: Checks[Name] extends { shape: z.ZodObject } ? Name : never }[RecordName];

/** Those whose state lists of domains show at a glance. */
export type GlancedRecord = { [Name in ShownRecord]: Checks[Name] extends { isGlanced?: true } ? Name : never }[ShownRecord];

/** The depths whose checks a run of this depth includes. */
type Within<Of extends Depth> = Of extends 'checkup' ? Depth : 'check';

/** The shapes of the records in replies of a depth. */
type ShapesAt<Of extends Depth> = { [Name in ShownRecord as Checks[Name]['depth'] extends Within<Of> ? Name : never]: Checks[Name]['shape'] };

/** The records that only the checkup covers. */
export type CheckupRecord = Exclude<keyof ShapesAt<'checkup'>, keyof ShapesAt<'check'>>;

/** The records in replies of a depth. */
export type RecordsAt<Of extends Depth> = { [Name in keyof ShapesAt<Of>]: z.output<ShapesAt<Of>[Name]> };

/** The check of a subject. */
export function checkOf(record: RecordName): Check {
  return checks[record];
}

/** All subjects, in the order in which a report shows them. */
export const recordNames = Object.keys(checks) as [RecordName, ...RecordName[]];

/** The rules of all checks. */
export const checkRules: readonly BoundRule[] = Object.values(checks).flatMap(({ rules }) => Object.values<BoundRule>(rules));

/** The checks that have a record in replies, by its name. */
export const recordChecks = Object.fromEntries(Object.entries(checks).filter(([, check]) => 'shape' in check)) as unknown as Readonly<Record<ShownRecord, RecordCheck>>;

/** The records that lists of domains show at a glance. */
export const glancedRecords = shownRecords('checkup').filter((record): record is GlancedRecord => recordChecks[record].isGlanced === true);

/** The subjects that a run of this depth covers, in the order in which a report shows them. */
export function recordsAt(depth: Depth): readonly RecordName[] {
  return recordNames.filter(record => depth === 'checkup' || checks[record].depth === 'check');
}

/** Those of them that have a record in the reply. */
export function shownRecords(depth: Depth): readonly ShownRecord[] {
  return recordsAt(depth).filter((record): record is ShownRecord => record in recordChecks);
}

/** The records that only the checkup covers. */
export const checkupRecords = shownRecords('checkup').filter((record): record is CheckupRecord => recordChecks[record].depth === 'checkup') as [CheckupRecord, ...CheckupRecord[]];

/** The shapes of the records in replies of a depth. */
export function shapesAt<Of extends Depth>(depth: Of): ShapesAt<Of> {
  return Object.fromEntries(shownRecords(depth).map(record => [record, recordChecks[record].shape])) as ShapesAt<Of>;
}
