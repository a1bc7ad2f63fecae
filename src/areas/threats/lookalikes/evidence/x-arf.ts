import { createHash } from 'node:crypto';
import { isWithin } from '../../../../core/domain-name.ts';
import type { AbuseContact } from './contacts.ts';
import type { Manifest } from './manifest.ts';

/** Who reports, as recipients see it. */
export interface Reporter {
  organization: string;
  email: string;
}

/** What is known of the candidate besides the manifest. */
export interface CandidateFacts {
  /** Where its page is. */
  url: string | null;
  address: string | null;
  /** Names of the fields of forms that ask for passwords or cards; none where there are none. */
  asksFor: readonly string[];
  /** When it was registered, ISO 8601. */
  registeredAt: string | null;
}

/** A page so near, by TLSH or by its picture, is a copy. */
const COPY = { tlsh: 60, perceptual: 8 } as const;
const MAX_EVIDENCE_BYTES = 5 * 1024 * 1024;
const DAY_MS = 86_400_000;

/**
 * The report as X-ARF 4 (xarf.org, content class): `phishing` for a page that asks for secrets or copies that of the user, and
 * `suspicious_registration` for another name whose date of registration is known. Null for the rest,
 * and for a name that leads to the user's own site: there is nothing to report.
 */
export function xArfOf(manifest: Manifest, facts: CandidateFacts, reporter: Reporter, contacts: readonly AbuseContact[], files: ReadonlyMap<string, Uint8Array>): object | null {
  if (facts.url !== null && isWithin(URL.parse(facts.url)?.hostname ?? '', manifest.domain)) return null;
  const { tlsh, perceptual } = manifest.similarity;
  const copies = (tlsh.figure !== null && tlsh.figure <= COPY.tlsh) || (perceptual.figure !== null && perceptual.figure <= COPY.perceptual);
  const phishing = facts.url !== null && (copies || facts.asksFor.length > 0);
  if (!phishing && facts.registeredAt === null) return null;
  const who = { org: reporter.organization.slice(0, 200), contact: reporter.email, domain: manifest.domain };
  const registrarContact = contacts.find(({ of }) => of === 'registrar')?.email;
  return {
    xarf_version: '4.2.0', report_id: uuidOf(manifest.id), timestamp: manifest.startedAt, reporter: who, sender: who,
    source_identifier: facts.address ?? manifest.candidate, category: 'content', evidence_source: 'automated_scan',
    url: facts.url ?? `https://${manifest.candidate}/`, domain: manifest.candidate, target_brand: manifest.domain, verified_at: manifest.endedAt, verification_method: 'automated_crawler',
    ...(registrarContact === undefined ? {} : { whois: { registrar_abuse_contact: registrarContact } }),
    ...(phishing ? phishingPart(manifest, facts, copies) : registrationPart(manifest, facts)),
    description: `${manifest.candidate} may pass for ${manifest.domain}. Signed evidence is in the package that this report came with (${manifest.id}).`,
    evidence: evidenceOf(manifest, files),
  };
}

function phishingPart({ domain }: Manifest, { asksFor }: CandidateFacts, copies: boolean): object {
  return { type: 'phishing', ...(asksFor.length > 0 ? { credential_fields: asksFor } : {}), ...(copies ? { cloned_site: `https://${domain}/` } : {}) };
}

function registrationPart({ domain, startedAt }: Manifest, { registeredAt }: CandidateFacts): object {
  const days = Math.max(0, Math.floor((Date.parse(startedAt) - Date.parse(registeredAt!)) / DAY_MS));
  return { type: 'suspicious_registration', registration_date: registeredAt, days_since_registration: days, suspicious_indicators: ['typosquatting'], targeted_brands: [domain] };
}

function evidenceOf({ items }: Manifest, files: ReadonlyMap<string, Uint8Array>): object[] {
  return items.filter(({ name, bytes }) => /^web-(screenshot\.png|page\.html|redirects\.json)$/.test(name) && bytes <= MAX_EVIDENCE_BYTES).map(({ name, mediaType, sha256, bytes }) => ({
    content_type: mediaType.split(';')[0], description: name, payload: Buffer.from(files.get(`items/${name}`)!).toString('base64'), hash: `sha256:${sha256}`, size: bytes,
  }));
}

/** The same id for every download of the same evidence, in the form that the schema wants (RFC 9562 §5.8). */
function uuidOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 15) | 0x80;
  bytes[8] = (bytes[8]! & 63) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
