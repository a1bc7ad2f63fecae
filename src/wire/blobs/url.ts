/** Where the operator wants blobs to lie. */
export type BlobUrl =
  | { kind: 'folder'; path: string }
  | { kind: 'database' }
  | { kind: 's3'; bucket: string; /** Empty for none. */ prefix: string; /** An origin. */ endpoint: string; region: string };

const REGION = 'us-east-1';

/** `database`, a path, or `s3://bucket/prefix?endpoint=…&region=…`; without an endpoint it is Amazon's. */
export function parseBlobUrl(text: string): BlobUrl | { invalid: string } {
  if (text === 'database') return { kind: 'database' };
  if (text.startsWith('s3:')) return parseS3(URL.parse(text), text);
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? invalid(text) : { kind: 'folder', path: text };
}

function parseS3(url: URL | null, text: string): BlobUrl | { invalid: string } {
  if (!url || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.username !== '' || url.port !== '') return invalid(text);
  const unknown = [...url.searchParams.keys()].find(name => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) return { invalid: `An s3:// address has endpoint and region, and no ${unknown}. Credentials are set as DSS_S3_KEY and DSS_S3_SECRET.` };
  const region = url.searchParams.get('region') ?? REGION;
  const endpoint = URL.parse(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  const prefix = url.pathname.slice(1).replace(/\/+$/, '');
  if (!/^[\w./-]*$/.test(prefix)) return invalid(text);
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.pathname !== '/' || !/^[a-z0-9-]+$/.test(region)) return invalid(text);
  return { kind: 's3', bucket: url.hostname, prefix, endpoint: endpoint.origin, region };
}

function invalid(text: string): { invalid: string } {
  return { invalid: `"${text}" is none of: a folder, database, s3://bucket/prefix?endpoint=https://host&region=name.` };
}
