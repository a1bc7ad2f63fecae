// Mails as reporters send them, signed by keys that a test puts into the DNS.
import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

/** A key for DKIM, and its record (RFC 6376 §3.6.1). */
export function makeDkimKey(bits = 1024): { privateKey: string; record: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits, publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
  return { privateKey, record: `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}` };
}

export interface SignedMail {
  from: string;
  attachment: Buffer;
  /** Header fields above all others. */
  above?: string;
}

/** A mail with a report in it, with CRLF. */
export function reportMail({ from, attachment, above = '' }: SignedMail): Buffer {
  const lines = [`From: ${from}`, 'To: reports@service.example', 'Subject: Report Domain: shop.example', 'Date: Thu, 15 Jan 2026 10:00:00 +0000', 'Message-ID: <1@reporter.example>', 'MIME-Version: 1.0',
    'Content-Type: application/xml; name="report.xml"', 'Content-Transfer-Encoding: base64', '', ...attachment.toString('base64').match(/.{1,76}/g)!, ''];
  return Buffer.from(above + lines.join('\r\n'));
}

/** What differs from a signature that is as it should be. */
type Signing = Partial<Pick<Parameters<typeof dkimSign>[1], 'canonicalization' | 'expires' | 'signTime' | 'maxBodyLength' | 'algorithm'>>;

/** The mail with a signature of `domain`. */
export async function sign(mail: Buffer, domain: string, privateKey: string, signing: Signing = {}): Promise<Buffer> {
  const { signTime, expires } = signing;
  const { signatures, errors } = await dkimSign(mail, { canonicalization: 'relaxed/relaxed', ...(signTime === undefined ? {} : { signTime }), ...(expires === undefined ? {} : { expires }), signatureData: [{ signingDomain: domain, selector: 's1', privateKey, ...signing }] } as unknown as Parameters<typeof dkimSign>[1]);
  if (errors.length > 0 || signatures === '') throw new Error(`The mail was not signed: ${JSON.stringify(errors)}`);
  return Buffer.concat([Buffer.from(signatures), mail]);
}
