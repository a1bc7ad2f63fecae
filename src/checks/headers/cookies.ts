/** One cookie as a page sets it (RFC 6265 §4.1); its value is not kept. */
export interface Cookie {
  name: string;
  secure: boolean;
  httpOnly: boolean;
  sameSite: string | null;
}

const MAX_COOKIES = 50;

/** The cookies that `Set-Cookie` headers set; those without a name are left out. */
export function parseCookies(values: readonly string[]): Cookie[] {
  return values.slice(0, MAX_COOKIES).flatMap(value => {
    const [pair, ...attributes] = value.slice(0, 8192).split(';').map(part => part.trim());
    const name = pair!.slice(0, Math.max(0, pair!.indexOf('='))).trim();
    if (name === '') return [];
    const lower = attributes.map(attribute => attribute.toLowerCase());
    return [{
      name: name.slice(0, 100),
      secure: lower.includes('secure'),
      httpOnly: lower.includes('httponly'),
      sameSite: lower.find(attribute => attribute.startsWith('samesite='))?.slice('samesite='.length) ?? null,
    }];
  });
}

/** Whether the name looks like that of a cookie that keeps somebody signed in. */
export function isSession({ name }: Cookie): boolean {
  return /sess|sid$|^sid|auth|token|jwt|login/i.test(name) && !/csrf|xsrf/i.test(name);
}
