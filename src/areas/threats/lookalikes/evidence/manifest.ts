import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { sha256Of } from '../../../../core/outside/blobs.ts';
import { canonicalJson } from '../../../../core/canonical-json.ts';

/** The steps, in this order; each is in the manifest whatever came of it. */
export const stepNames = ['dns', 'registration', 'network', 'tls', 'web', 'screenshot', 'ownPage', 'ownScreenshot', 'similarity'] as const;
export type StepName = (typeof stepNames)[number];

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const ItemName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}\.(json|txt|pem|html|png)$/);

/** One thing that was seen, byte for byte. */
const Item = z.strictObject({
  look: z.enum(stepNames),
  name: ItemName,
  mediaType: z.string().max(100),
  bytes: z.number().int().min(0),
  sha256: Sha256,
  /** The address or server that it came from. */
  source: z.string().max(2048),
  at: z.iso.datetime(),
});
export type Item = z.output<typeof Item>;

/** `absent` is what the other side says; `unknown` is that nobody could tell, and why. */
const StepOutcome = z.strictObject({ look: z.enum(stepNames), state: z.enum(['seen', 'absent', 'unknown']), cause: z.string().max(500).nullable() });
export type StepOutcome = z.output<typeof StepOutcome>;

const Compared = z.strictObject({ candidate: z.string().nullable(), own: z.string().nullable(), figure: z.number().nullable() });
export const SimilaritySeen = z.strictObject({
  tlsh: Compared.describe('Distance: up to 30 for a near copy'),
  ssdeep: Compared.describe('Score: 100 for the same'),
  perceptual: Compared.describe('Distance of the screenshots in bits of 64: up to 8 for the same page'),
  difference: Compared.describe('The same by another hash'),
  average: Compared.describe('The same by a third'),
});
export type SimilaritySeen = z.output<typeof SimilaritySeen>;

export const Manifest = z.strictObject({
  format: z.literal('dss-evidence'),
  version: z.literal(1),
  id: z.string().max(64),
  candidate: z.string().max(253),
  /** The domain that it may pass for. */
  domain: z.string().max(253),
  /** 1 for the first of the candidate, and so on. */
  sequence: z.number().int().min(1),
  /** SHA-256 of the manifest before it; null for the first. */
  previous: Sha256.nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  program: z.strictObject({ name: z.string().max(100), version: z.string().max(100) }),
  looks: z.array(StepOutcome).max(50),
  items: z.array(Item).max(100),
  similarity: SimilaritySeen,
  /** Ed25519, base64 of SubjectPublicKeyInfo. */
  publicKey: z.base64().max(200),
});
export type Manifest = z.output<typeof Manifest>;

/** Signs manifests with the key of this service. */
export interface EvidenceKey {
  /** Base64 of SubjectPublicKeyInfo. */
  publicKey: string;
  /** Base64. */
  sign(text: string): string;
}

/** RFC 8410 §7: what stands before the 32 bytes of a private key. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that belongs to the secret of the service: the same on every machine and after every start. */
export function createEvidenceKey(secret: string): EvidenceKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'signature of evidence', 32));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: text => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** The one text of a manifest (RFC 8785): this is hashed and signed. */
export function manifestText(manifest: Manifest): string {
  return canonicalJson(manifest);
}

/** Whether the signature is that of the key that the manifest names; total on any text. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** SHA-256 of a public key, in groups of four digits, for people to compare. */
export function fingerprintOf(publicKey: string): string {
  return sha256Of(Buffer.from(publicKey, 'base64')).slice(0, 32).replace(/(.{4})(?=.)/g, '$1 ');
}
