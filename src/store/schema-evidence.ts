import type { JsonText, Millis } from './schema-values.ts';

/** What was seen of a lookalike at one moment, signed. */
interface LookalikeEvidenceTable {
  id: string;
  account_id: string;
  domain_id: string;
  name: string;
  /** 1, 2, 3, … in the chain of the name. */
  seq: number;
  captured_at: Millis;
  /** Canonical; its SHA-256 stands in the next one of the chain. */
  manifest: JsonText;
  /** Ed25519, base64. */
  signature: string;
}

/** A blob of evidence; written before the blob is, and there until it was removed. */
interface EvidenceContentTable {
  sha256: string;
  /** When evidence was last taken that needs it; below 0 while it is being removed. */
  referred_at: Millis;
}

/** Which evidence needs which blob; of domains that are gone, until the next sweep. */
interface EvidenceBlobTable {
  sha256: string;
  evidence_id: string;
  domain_id: string;
}

/** The tables of evidence. */
export interface EvidenceSchema {
  lookalike_evidence: LookalikeEvidenceTable;
  evidence_content: EvidenceContentTable;
  evidence_blob: EvidenceBlobTable;
}
