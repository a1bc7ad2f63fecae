import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../core/clock.ts';

/** Who asks an S3-compatible store, and where it says it lies. */
export interface S3Access {
  region: string;
  key: string;
  secret: string;
  clock: Clock;
}

/** The URL and headers of a request with the signature of S3 (version 4); `sha256` is that of its body, in lower-case hex. */
export async function signS3(
  { region, key, secret, clock }: S3Access, method: string, url: string, sha256: string, more: Readonly<Record<string, string>> = {},
): Promise<{ url: URL; headers: Record<string, string> }> {
  const datetime = new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const signer = new AwsV4Signer({
    method, url, headers: { 'X-Amz-Content-Sha256': sha256, ...more }, accessKeyId: key, secretAccessKey: secret, service: 's3', region, datetime,
  });
  const { url: signed, headers } = await signer.sign();
  return { url: signed, headers: Object.fromEntries(headers) };
}
