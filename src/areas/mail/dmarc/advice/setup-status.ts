import type { DmarcFacts } from '../../../../checks/dmarc/index.ts';
import { isDmarc, isMeantAsDmarc, parseDmarc, type DmarcRecord } from '../../../../checks/dmarc/parse.ts';
import { isOnTrial } from '../../../../checks/dmarc/policies.ts';
import { isHeldBack, merged, obsoleteTags, paste, withoutObsolete, withTag } from '../../../../checks/dmarc/rewrite.ts';
import { found } from '../../../../checks/lookups.ts';
import { isUsable, parseTlsRpt, recordName as tlsRptName } from '../../../../checks/tls-rpt/parse.ts';
import { english } from '../../../../core/language.ts';
import type { Lookup } from '../../../../core/lookup.ts';
import type { z } from 'zod';
import type { SetupStatusReply, setupChecks, setupStates } from '../answers/shapes.ts';

type Status = z.output<typeof SetupStatusReply>['data'];
type Check = Status['checks'][number];
type CheckId = (typeof setupChecks)[number];
type State = (typeof setupStates)[number];
type Fix = Status['next'];

/** What the set-up of reporting for a domain is judged by; times in epoch milliseconds. */
export interface SetupFacts {
  domain: string;
  now: number;
  owned: boolean;
  dmarc: DmarcFacts;
  tlsRpt: Lookup<readonly string[]>;
  mtaSts: Lookup<readonly string[]>;
  /** The address of the account for reports, and the earlier ones that still work; null where this service takes no mail. */
  addresses: readonly [current: string, ...former: string[]] | null;
  /** Since when the record has been as it is, as far as scans of the domain show; null where they do not. */
  recordSince: number | null;
  firstReportAt: number | null;
  lastReportAt: number | null;
  reporters: number;
}

const HOUR_MS = 3_600_000;
/** Reporters send once a day, and some take two to begin. */
const FIRST_REPORT_MS = 72 * HOUR_MS;
const STALE_MS = 72 * HOUR_MS;
const STOPPED = 'No report has come for three days. Check that rua still names the address, and that mail reaches it.';
/** Where this service has no address for reports, or none yet. */
const OWN_ADDRESS = 'an address whose mail reaches this service: a mailbox that it reads, or the address that it gives out for reports';

/** How far the set-up of reporting has come, each part of it, and the next step. Pure. */
export function judgeSetup(facts: SetupFacts): Status {
  const at = governing(facts.dmarc);
  const checks = [
    ownership(facts), recordCheck(facts, at), policyCheck(facts, at), obsoleteCheck(at), ruaCheck(facts, at), external(facts), rufCheck(at), reports(facts), tlsRpt(facts), mtaSts(facts),
  ];
  const state = stateOf(facts, at, checks);
  return {
    domain: facts.domain, state, next: nextStep(state, facts, checks), reportAddress: facts.addresses?.[0] ?? null, checks,
    policy: facts.dmarc.policy && at ? { p: facts.dmarc.policy.domain, inherited: at.name !== facts.domain, foundAt: `_dmarc.${at.name}` } : null,
    firstReportAt: isoOf(facts.firstReportAt), lastReportAt: isoOf(facts.lastReportAt), reporters: facts.reporters,
  };
}

interface Governing {
  name: string;
  record: DmarcRecord;
}

/** The record that governs the domain, and the name that holds it. */
function governing({ walk, domain }: DmarcFacts): Governing | null {
  const read = walk.flatMap(({ name, lookup }) => {
    const texts = found(lookup).filter(isDmarc);
    const record = texts.length === 1 ? parseDmarc(texts[0]!) : null;
    return record ? [{ name, record }] : [];
  });
  return read.find(({ name }) => name === domain) ?? read.at(-1) ?? null;
}

function stateOf(facts: SetupFacts, at: Governing | null, checks: readonly Check[]): State {
  const check = (id: CheckId) => checks.find(one => one.id === id)!.state;
  if (check('record') === 'unknown') return 'unknown';
  if (check('record') === 'missing') return 'noRecord';
  if (check('record') === 'error' || at === null) return 'recordInvalid';
  const fresh = facts.lastReportAt !== null && facts.now - facts.lastReportAt <= STALE_MS;
  if (!fresh && at.record.rua.length === 0) return 'ruaMissing';
  if (!fresh && check('rua') === 'warning') return 'ruaElsewhere';
  if (!fresh && check('externalDestinations') === 'error') return 'externalNotAuthorized';
  if (!facts.owned) return 'notOwned';
  if (facts.lastReportAt === null) return facts.recordSince === null || facts.now - facts.recordSince < FIRST_REPORT_MS ? 'waitingFirstReport' : 'noReports';
  if (!fresh) return 'stale';
  return facts.dmarc.policy?.domain === 'reject' && !isOnTrial(at.record) ? 'enforced' : 'receiving';
}

function nextStep(state: State, { domain }: SetupFacts, checks: readonly Check[]): Fix {
  const of = (id: CheckId): Fix => checks.find(one => one.id === id)!.fix ?? { text: 'Ask for the diagnostics of the domain.', record: null };
  switch (state) {
    case 'unknown': return { text: 'The DNS of the domain could not be read. Ask again in a few minutes.', record: null };
    case 'noRecord': case 'recordInvalid': return of('record');
    case 'ruaMissing': case 'ruaElsewhere': return of('rua');
    case 'externalNotAuthorized': return of('externalDestinations');
    case 'notOwned': return of('ownership');
    case 'waitingFirstReport': return { text: 'Nothing to do: the first reports usually come within three days of the record.', record: null };
    case 'noReports': return { text: 'The record has stood for three days, and no report has come. Check that mail reaches the address in rua; for a domain that sends no mail no reports come.', record: null };
    case 'stale': return { text: STOPPED, record: null };
    case 'receiving': return { text: `Reports come in. The summary of ${domain} says when a stricter policy is safe.`, record: null };
    case 'enforced': return { text: 'Nothing to do: reports come in and the strictest policy is in force.', record: null };
  }
}

function check(id: CheckId, state: Check['state'], observed: string | null, expected: string, fix: Fix | null = null): Check {
  return { id, state, observed, expected, fix };
}

function txt(name: string, value: string): NonNullable<Fix['record']> {
  return { name, type: 'TXT', value };
}

function ownership({ owned, domain }: SetupFacts): Check {
  return owned
    ? check('ownership', 'ok', 'proven', 'The domain is proven to be yours')
    : check('ownership', 'missing', null, 'The domain is proven to be yours', {
      text: `Prove that ${domain} is yours. Until then its reports are kept, for 60 days at most, and not shown. The page of the domain shows the record to publish.`, record: null,
    });
}

const RECORD = 'One valid record that begins with v=DMARC1';

function recordCheck({ domain, dmarc, addresses }: SetupFacts, at: Governing | null): Check {
  if (at === null && dmarc.failed) return check('record', 'unknown', dmarc.failed.cause, RECORD);
  const own = dmarc.walk.find(({ name }) => name === domain);
  const texts = own ? found(own.lookup).filter(text => isDmarc(text) || isMeantAsDmarc(text)) : [];
  const name = `_dmarc.${domain}`;
  const first = `v=DMARC1; p=none${addresses ? `; rua=mailto:${addresses[0]}` : ''}`;
  if (texts.length > 1) return check('record', 'error', texts.join('\n'), RECORD, { text: `Keep one DMARC record at ${name} and remove the others: receivers that find several follow none of them.`, record: repairFor(texts, domain) });
  if (texts.length === 1 && parseDmarc(texts[0]!) === null) {
    return check('record', 'error', texts[0]!, RECORD, { text: `Replace the record at ${name}: receivers do not recognise it as a DMARC record.`, record: repairFor(texts, domain) });
  }
  if (at === null) return check('record', 'missing', null, RECORD, {
    text: `Publish a DMARC record at ${name}. With p=none it asks for reports and changes nothing in how mail is delivered.${addresses ? '' : ` Add rua=mailto: with ${OWN_ADDRESS}.`}`, record: txt(name, first),
  });
  const faults = at.record.faults;
  return faults.length === 0
    ? check('record', 'ok', at.record.text, RECORD)
    : check('record', 'error', `${at.record.text}\n${faults.join('\n')}`, RECORD, { text: `Correct the record at _dmarc.${at.name}: ${faults[0]}.`, record: repairFor([at.record.text], at.name) });
}

/** The one record in place of what is published, where it is clear what that was meant to say. */
function repairFor(texts: readonly string[], holder: string): Fix['record'] {
  return paste(`_dmarc.${holder}`, merged(texts, holder)) ?? null;
}

function policyCheck({ dmarc, domain }: SetupFacts, at: Governing | null): Check {
  const expected = 'p=reject, once the reports show that all wanted mail passes';
  if (at === null || !dmarc.policy) return check('policy', dmarc.failed ? 'unknown' : 'missing', null, expected);
  const where = at.name === domain ? '' : `, inherited from ${at.name}`;
  const observed = `p=${dmarc.policy.domain}${at.record.testing ? ' with t=y' : ''}${where}`;
  if (dmarc.policy.domain === 'reject' && !isOnTrial(at.record)) return check('policy', 'ok', observed, expected);
  const fix = { text: `Leave it until the summary of ${domain} says that the next step is safe; the summary has the record for it.`, record: null };
  return check('policy', dmarc.policy.domain === 'none' ? 'warning' : 'pending', observed, expected, fix);
}

function obsoleteCheck(at: Governing | null): Check {
  const tags = at ? obsoleteTags.filter(tag => Object.hasOwn(at.record.tags, tag)) : [];
  const expected = 'No pct, rf or ri: RFC 9989 removed them';
  if (at === null || tags.length === 0) return check('obsoleteTags', 'ok', null, expected);
  const record = paste(`_dmarc.${at.name}`, withoutObsolete(at.record));
  const partly = isHeldBack(at.record) ? ' Without pct older receivers apply the policy to all mail: wait until the reports show that yours passes, or publish the next weaker policy.' : '';
  return check('obsoleteTags', 'warning', tags.map(tag => `${tag}=${at.record.tags[tag]}`).join('; '), expected, { text: `Remove ${tags.join(', ')}: receivers that follow RFC 9989 pass over them.${partly}`, record: record ?? null });
}

function ruaCheck({ addresses, lastReportAt, now }: SetupFacts, at: Governing | null): Check {
  const expected = addresses ? `rua names ${addresses[0]}` : 'rua names an address whose mail reaches this service';
  if (at === null) return check('rua', 'missing', null, expected);
  const { record, name } = at;
  const uris = record.rua.map(({ text }) => text);
  const value = addresses === null ? null : withTag(record, 'rua', [...uris, `mailto:${addresses[0]}`].join(','));
  const fix = value === null ? { text: `Name in the tag rua ${OWN_ADDRESS}.`, record: null } : { text: 'Add the address of this service to the tag rua.', record: paste(`_dmarc.${name}`, value) ?? null };
  if (uris.length === 0) return check('rua', 'missing', null, expected, fix);
  const observed = uris.join(', ');
  const bad = record.rua.find(({ fault }) => fault !== null);
  if (bad) return check('rua', 'error', `${bad.text}: ${bad.fault}`, expected, { text: `Correct this destination in the tag rua, or remove it: ${bad.text}.`, record: null });
  const here = addresses === null || record.rua.some(({ text }) => addresses.some(address => text.toLowerCase().startsWith(`mailto:${address.toLowerCase()}`)));
  // Reports may come by way of a mailbox that the record names.
  const come = lastReportAt !== null && now - lastReportAt <= STALE_MS;
  if (here || come) return check('rua', 'ok', observed, expected);
  return check('rua', 'warning', observed, expected, { ...fix, text: 'Add the address of this service to the tag rua, or have this service read the mailbox that the tag names.' });
}

/** RFC 9990 §4: a destination outside of the organizational domain must say that it takes these reports. */
function external({ dmarc }: SetupFacts): Check {
  const expected = 'Each destination of another organization holds a record that begins with v=DMARC1';
  const asked = dmarc.destinations.flatMap(({ permission }) => permission ?? []);
  if (asked.length === 0) return check('externalDestinations', 'ok', 'No destination of another organization', expected);
  const failing = asked.find(({ lookup }) => lookup.outcome === 'failed');
  const refusing = asked.find(({ lookup }) => lookup.outcome !== 'failed' && !found(lookup).some(isDmarc));
  if (refusing) {
    return check('externalDestinations', 'error', `${refusing.name} has no such record`, expected, {
      text: 'Ask the operator of the destination to publish this record, or one for all domains at *._report._dmarc; without it reporters send nothing there.', record: txt(refusing.name, 'v=DMARC1'),
    });
  }
  if (failing) return check('externalDestinations', 'unknown', failing.lookup.outcome === 'failed' ? failing.lookup.cause : null, expected);
  return check('externalDestinations', 'ok', asked.map(({ name }) => name).join(', '), expected);
}

function rufCheck(at: Governing | null): Check {
  const expected = 'Not needed: few reporters send failure reports, which hold personal data';
  return check('ruf', 'ok', at && at.record.ruf.length > 0 ? at.record.ruf.map(({ text }) => text).join(', ') : 'none', expected);
}

function reports({ firstReportAt, lastReportAt, now, reporters }: SetupFacts): Check {
  const expected = 'A report within the last three days';
  if (lastReportAt === null || firstReportAt === null) return check('reports', 'pending', null, expected);
  const observed = `The last one came on ${english.isoDay(lastReportAt)}; ${english.plural(reporters, { one: 'organization', other: 'organizations' })} reported in 30 days`;
  const fresh = now - lastReportAt <= STALE_MS;
  return check('reports', fresh ? 'ok' : 'error', observed, expected, fresh ? null : { text: STOPPED, record: null });
}

function tlsRpt({ tlsRpt: lookup, domain, addresses }: SetupFacts): Check {
  const [expected, name] = ['One record that begins with v=TLSRPTv1 and names a destination', tlsRptName(domain)];
  if (lookup.outcome === 'failed') return check('tlsRpt', 'unknown', lookup.cause, expected);
  const records = found(lookup).filter(text => parseTlsRpt(text) !== null);
  const publish = addresses ? txt(name, `v=TLSRPTv1; rua=mailto:${addresses[0]}`) : null;
  if (records.length === 0) return check('tlsRpt', 'missing', null, expected, {
    text: `Publish a record at ${name}, to hear when other servers could not deliver to you with encryption.${publish ? '' : ` It begins with v=TLSRPTv1; rua=mailto: and names ${OWN_ADDRESS}.`}`, record: publish,
  });
  const usable = records.length === 1 && parseTlsRpt(records[0]!)!.rua.some(isUsable);
  return check('tlsRpt', usable ? 'ok' : 'error', records.join('\n'), expected, usable ? null : { text: `Keep one record at ${name} that begins with v=TLSRPTv1 and names a destination, and remove the others.`, record: publish });
}

function mtaSts({ mtaSts: lookup, domain }: SetupFacts): Check {
  const expected = 'A record that begins with v=STSv1';
  if (lookup.outcome === 'failed') return check('mtaSts', 'unknown', lookup.cause, expected);
  const record = found(lookup).find(text => text.startsWith('v=STSv1'));
  return record === undefined
    ? check('mtaSts', 'missing', null, expected, { text: `Follow the set-up steps of ${domain} for MTA-STS, so that mail to it is delivered with encryption. Reports come without it, too.`, record: null })
    : check('mtaSts', 'ok', record, expected);
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
