import { signAws, type AwsAccess } from './aws-signature.ts';

/** Who asks an S3-compatible store, and where it says it lies. */
export type S3Access = Omit<AwsAccess, 'sessionToken'>;

/** The URL and headers of a request with the signature of S3; `sha256` is that of its body, in lower-case hex. */
export function signS3(access: S3Access, method: string, url: string, sha256: string, more: Readonly<Record<string, string>> = {}): Promise<{ url: URL; headers: Record<string, string> }> {
  return signAws(access, 's3', method, url, { headers: { 'X-Amz-Content-Sha256': sha256, ...more } });
}
