import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../core/clock.ts';

/** Who asks a service that takes signatures of AWS, and where that says it lies. */
export interface AwsAccess {
  region: string;
  key: string;
  secret: string;
  /** Comes with temporary credentials. */
  sessionToken?: string | undefined;
  clock: Clock;
}

interface Signed {
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** The URL and headers of a request to `service` with its signature (version 4), over what is given of headers and body. */
export async function signAws({ region, key, secret, sessionToken, clock }: AwsAccess, service: string, method: string, url: string, { headers = {}, body }: Signed): Promise<{ url: URL; headers: Record<string, string> }> {
  const datetime = new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const signer = new AwsV4Signer({
    method, url, headers, accessKeyId: key, secretAccessKey: secret, service, region, datetime, ...(sessionToken === undefined ? {} : { sessionToken }), ...(body === undefined ? {} : { body }),
  });
  const { url: signed, headers: all } = await signer.sign();
  return { url: signed, headers: Object.fromEntries(all) };
}
