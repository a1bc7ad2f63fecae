import { authorityOf } from '../../../checks/caa/issuer-findings.ts';
import { parseDmarc } from '../../../checks/dmarc/parse.ts';
import { isWeaker } from '../../../checks/dmarc/policies.ts';
import { repaired } from '../../../checks/dmarc/rewrite.ts';
import { parseStsId, policyUrl, recordName as stsName } from '../../../checks/mta-sts/parse.ts';
import { isLiteral } from '../../../checks/mx/index.ts';
import type { CheckResult } from '../check/index.ts';
import type { StepId } from './steps.ts';

/** A record to publish as it stands. */
export interface RecordToPublish {
  name: string;
  type: string;
  value: string;
  /** The value has names in it that the reader has to choose. */
  template?: true | undefined;
}

/** A file to serve as it stands. */
export interface FileToServe {
  url: string;
  content: string;
}

const MAX_ID_CHARACTERS = 32;
const STS_MAX_AGE_SECONDS = 604_800;

/** The record that a step asks for where no finding says which one; null where nobody but the owner can know it. */
export function recordFor(step: StepId, result: CheckResult): RecordToPublish | null {
  const { domain, records } = result;
  switch (step) {
    case 'dmarcReports': return firstDmarc(result);
    case 'dmarcQuarantine': return stricter(result, 'quarantine');
    case 'dmarcReject': return stricter(result, 'reject') ?? strictFromTheFirst(result);
    case 'mtaStsTesting': return records.mtaSts.record === null ? { name: stsName(domain), type: 'TXT', value: 'v=STSv1; id=1' } : withNextId(result);
    case 'mtaStsEnforce': return withNextId(result);
    case 'caa': return records.caa.records.length === 0 ? caaFor(result) : null;
    case 'bimi': return records.bimi.status === 'missing' ? { name: `default._bimi.${domain}`, type: 'TXT', value: `v=BIMI1; l=https://${domain}/bimi/logo.svg`, template: true } : null;
    default: return null;
  }
}

/** The policy file of MTA-STS, which names every mail server as it stands in the MX records; null for other steps. */
export function fileFor(step: StepId, { domain, records }: CheckResult): FileToServe | null {
  const mode = step === 'mtaStsTesting' ? 'testing' : step === 'mtaStsEnforce' ? 'enforce' : null;
  const hosts = [...new Set(records.mx.records.map(({ exchange }) => exchange).filter(host => !isLiteral(host)))];
  if (mode === null || hosts.length === 0) return null;
  const lines = ['version: STSv1', `mode: ${mode}`, ...hosts.map(host => `mx: ${host}`), `max_age: ${STS_MAX_AGE_SECONDS}`];
  return { url: policyUrl(domain), content: lines.map(line => `${line}\r\n`).join('') };
}

/** The record to begin with; null where there are records already, which a further one would only make worse. */
function firstDmarc({ findings }: CheckResult): RecordToPublish | null {
  return findings.find(({ id, state }) => id === 'dmarc.missing' && state === 'fail')?.fix?.record ?? null;
}

function strictFromTheFirst(result: CheckResult): RecordToPublish | null {
  const first = firstDmarc(result);
  return first && result.profile.kind !== 'sending' ? { ...first, value: first.value.replace('p=none', 'p=reject') } : null;
}

/** What the tags say besides the policy stays, as it was meant; those that weaken it go. A policy of the domain above is that domain's to change. */
function stricter({ domain, records: { dmarc } }: CheckResult, p: 'quarantine' | 'reject'): RecordToPublish | null {
  const name = `_dmarc.${domain}`;
  const record = dmarc.foundAt === name && dmarc.record !== null ? parseDmarc(repaired(dmarc.record, domain) ?? '') : null;
  if (record === null || (dmarc.policy !== null && isWeaker(p, dmarc.policy.domain))) return null;
  const weakening = new Set(p === 'reject' ? ['v', 'p', 'sp', 'np', 't', 'pct'] : ['v', 'p', 't', 'pct']);
  const kept = Object.entries(record.tags).filter(([tag]) => !weakening.has(tag));
  return { name, type: 'TXT', value: ['v=DMARC1', `p=${p}`, ...kept.map(([tag, value]) => `${tag}=${value}`)].join('; ') };
}

/** Senders fetch the policy again when the id is another one (RFC 8461 §3.1). */
function withNextId({ domain, records: { mtaSts } }: CheckResult): RecordToPublish | null {
  const id = mtaSts.record === null ? null : parseStsId(mtaSts.record);
  return id === null ? null : { name: stsName(domain), type: 'TXT', value: `v=STSv1; id=${nextId(id)}` };
}

/** A number is counted up; anything else gets one more digit, or one less. */
function nextId(id: string): string {
  if (/^\d+$/.test(id)) {
    const next = String(BigInt(id) + 1n).padStart(id.length, '0');
    if (next.length <= MAX_ID_CHARACTERS) return next;
  }
  return id.length < MAX_ID_CHARACTERS ? `${id}1` : id.slice(0, -1);
}

/** The authority that issued the certificate of the website, where its name in CAA is known. */
function caaFor({ domain, records: { tls } }: CheckResult): RecordToPublish | null {
  const issuer = tls.certificate && authorityOf(tls.certificate.issuer)?.caa[0];
  return issuer ? { name: domain, type: 'CAA', value: `0 issue "${issuer}"` } : null;
}
