import { parseBimi } from '../../../checks/bimi/parse.ts';
import { parseDmarc, isDmarc, type DmarcRecord } from '../../../checks/dmarc/parse.ts';
import { clip, MAX_SHOWN } from '../../../checks/evidence.ts';
import { found } from '../../../checks/lookups.ts';
import { isSts, parseStsId, recordName as stsName } from '../../../checks/mta-sts/parse.ts';
import { isSpf, parseSpf } from '../../../checks/spf/parse.ts';
import { parseTlsRpt, recordName as tlsRptName } from '../../../checks/tls-rpt/parse.ts';
import type { Dns, RecordData } from '../../../core/lookup.ts';
import type { CheckResult } from '../check/index.ts';
import type { SetupStep } from './setup.ts';
import type { StepId } from './steps.ts';

/** What one nameserver has of a step; `has` is null where it did not tell. */
export interface LiveAnswer {
  nameserver: string;
  address: string | null;
  has: boolean | null;
  records: string[];
  cause: string | null;
}

export type LiveStep = SetupStep & {
  /** What each nameserver says now; null where the step is not open, or is not done in the DNS. */
  live: LiveAnswer[] | null;
};

/** What a step is seen by at one server. */
interface Sign {
  name: string;
  type: 'TXT' | 'CAA';
  /** Whether these records show a change for the better since the last scan. */
  has(texts: readonly string[]): boolean;
}

const MAX_SERVERS = 6;

/** Asks the nameservers themselves for the records of the steps that are open, each once: how far a change has come. */
export async function checkSteps(steps: readonly SetupStep[], result: CheckResult, dns: Pick<Dns, 'lookup' | 'ask'>): Promise<LiveStep[]> {
  const names = result.records.nameservers.nameservers.map(({ nameserver }) => nameserver).slice(0, MAX_SERVERS);
  const servers = Promise.all(names.map(async name => ({ name, address: await addressOf(name, dns) })));
  return Promise.all(steps.map(async step => {
    const sign = step.state === 'todo' ? signOf(step.id, result) : null;
    if (sign === null) return { ...step, live: null };
    const live = await Promise.all((await servers).map(server => ask(server, sign, dns)));
    return live.some(({ has }) => has) ? { ...step, state: 'pendingDns' as const, note: noteOn(live), live } : { ...step, live };
  }));
}

async function addressOf(name: string, dns: Pick<Dns, 'lookup'>): Promise<string | null> {
  return found(await dns.lookup(name, 'A'))[0] ?? found(await dns.lookup(name, 'AAAA'))[0] ?? null;
}

async function ask({ name, address }: { name: string; address: string | null }, sign: Sign, dns: Pick<Dns, 'ask'>): Promise<LiveAnswer> {
  const answer = { nameserver: name, address, has: null, records: [], cause: null };
  if (address === null) return { ...answer, cause: 'no address was found' };
  const reply = await dns.ask({ name, address }, sign.name, sign.type);
  if (reply.lookup.outcome === 'failed') return { ...answer, cause: reply.lookup.cause };
  if (!('authoritative' in reply) || !reply.authoritative) return { ...answer, cause: 'does not hold the zone' };
  const alias = reply.lookup.outcome === 'absent' ? reply.lookup.via.at(-1) : undefined;
  if (alias !== undefined) return { ...answer, cause: `is an alias of ${alias}, which other nameservers hold` };
  const texts = found(reply.lookup).map(record => (typeof record === 'string' ? record : caaText(record)));
  return { ...answer, has: sign.has(texts), records: texts.slice(0, MAX_SHOWN).map(clip) };
}

function noteOn(live: readonly LiveAnswer[]): string {
  const having = live.filter(({ has }) => has);
  if (having.length === live.length) return 'Every nameserver has the change. Scan the domain to have it judged.';
  const others = live.filter(({ has }) => !has).map(({ nameserver }) => nameserver);
  return `${having.length} of ${live.length} nameservers have the change; it is not seen yet at ${others.join(', ')}.`;
}

/** Null for steps that are not done by a record of the zone, or by one that only the owner knows. */
function signOf(id: StepId, { domain, records }: CheckResult): Sign | null {
  const txt = (name: string, has: Sign['has']): Sign => ({ name, type: 'TXT', has });
  const dmarc = (passes: (record: DmarcRecord) => boolean): Sign => txt(`_dmarc.${domain}`, texts => {
    const [text, ...others] = texts.filter(isDmarc);
    const record = text === undefined || others.length > 0 ? null : parseDmarc(text);
    return record !== null && record.faults.length === 0 && passes(record);
  });
  switch (id) {
    case 'spf': return txt(domain, texts => {
      const [text, ...others] = texts.filter(isSpf);
      return text !== undefined && others.length === 0 && text !== onlySpf(records.spf) && parseSpf(text).faults.length === 0;
    });
    case 'dmarcReports': return dmarc(({ rua, tags }) => rua.length > 0 && rua.every(({ fault }) => fault === null) && tags['rua'] !== records.dmarc.tags['rua']);
    case 'dmarcNone': return dmarc(({ text }) => text !== records.dmarc.record);
    case 'dmarcQuarantine': return dmarc(({ p, testing }) => (p === 'quarantine' || p === 'reject') && !testing);
    case 'dmarcReject': return dmarc(({ p, sp, np, testing }) => [p, sp ?? p, np ?? sp ?? p].every(asked => asked === 'reject') && !testing);
    case 'mtaStsTesting': case 'mtaStsEnforce': return txt(stsName(domain), texts => {
      const [text, ...others] = texts.filter(isSts);
      return text !== undefined && others.length === 0 && parseStsId(text) !== null && text !== records.mtaSts.record;
    });
    case 'tlsRpt': return txt(tlsRptName(domain), texts => {
      const read = texts.map(text => ({ text, record: parseTlsRpt(text) })).filter(({ record }) => record !== null);
      return read.length === 1 && read[0]!.record!.faults.length === 0 && read[0]!.text !== records.tlsRpt.record;
    });
    case 'caa': {
      const before = sorted(records.caa.records.map(caaText));
      return { name: domain, type: 'CAA', has: texts => texts.length > 0 && sorted(texts) !== before };
    }
    case 'bimi': return txt(`default._bimi.${domain}`, texts => texts.some(text => text !== records.bimi.record && parseBimi(text)?.faults.length === 0));
    default: return null;
  }
}

function caaText({ flags, tag, value }: RecordData['CAA']): string {
  return `${flags} ${tag} "${value}"`;
}

function sorted(texts: readonly string[]): string {
  return texts.toSorted().join('\n');
}

/** The one SPF record of the last scan; null where there was none, or several. */
function onlySpf(spf: CheckResult['records']['spf']): string | null {
  const all = spf['records'];
  return Array.isArray(all) && all.length > 1 ? null : spf.record;
}
