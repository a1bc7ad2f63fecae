/** What a Strict-Transport-Security header says (RFC 6797 §6.1). */
export interface Hsts {
  maxAgeSeconds: number;
  includeSubDomains: boolean;
  preload: boolean;
}

/** The header's meaning; null where browsers ignore it: without a max-age, or with a directive twice (RFC 6797 §6.1). */
export function parseHsts(value: string): Hsts | null {
  const directives = value.slice(0, 1000).split(';').map(part => part.trim()).filter(part => part !== '').map(part => {
    const [name, ...rest] = part.split('=');
    return { name: name!.trim().toLowerCase(), value: rest.join('=').trim() };
  });
  const names = directives.map(({ name }) => name);
  if (new Set(names).size < names.length) return null;
  const maxAge = /^"?(\d{1,15})"?$/.exec(directives.find(({ name }) => name === 'max-age')?.value ?? '')?.[1];
  if (maxAge === undefined) return null;
  return { maxAgeSeconds: Number(maxAge), includeSubDomains: names.includes('includesubdomains'), preload: names.includes('preload') };
}
