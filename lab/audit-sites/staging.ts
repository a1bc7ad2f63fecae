/** What a staging site is like. */
export interface StagingTerms {
  /** How it knows its users. */
  by: 'basic' | 'form';
  user: string;
  password: string;
  /** After so many pages for users the session is over, and so is every later one; left out, never. */
  endsAfter?: number;
  /** Each page for users gives the session another value, and the one before counts no longer. */
  rotates?: boolean;
}

/** What it was asked for, by whom. */
export interface StagingRequest {
  method: string;
  url: string;
  authorization: string | undefined;
  cookie: string | undefined;
}

export interface StagingReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A site that shows its pages to who is signed in alone: at `https://<host>`, where other hosts and plain http are not its own and show everything. */
export class StagingSite {
  readonly asked: StagingRequest[] = [];
  readonly #host: string;
  readonly #terms: StagingTerms;
  #sessions = 0;
  #session: string | null = null;
  #shown = 0;

  constructor(host: string, terms: StagingTerms) {
    this.#host = host;
    this.#terms = terms;
  }

  answer(method: string, url: string, headers: Readonly<Record<string, string | undefined>>, body = ''): StagingReply {
    const { authorization, cookie } = headers;
    this.asked.push({ method, url, authorization, cookie });
    const { hostname, protocol, pathname } = new URL(url);
    if (pathname === '/robots.txt' || pathname === '/sitemap.xml') return { status: 404, headers: {}, body: 'none' };
    if (hostname !== this.#host || protocol !== 'https:') return page('Elsewhere');
    if (this.#terms.by === 'form' && pathname === '/login') return this.#login(method, body);
    if (pathname === '/logout') this.#session = null;
    if (!this.#knows(authorization, cookie)) return this.#turnAway();
    this.#shown++;
    const shown = this.#page(pathname, authorization, cookie);
    if (this.#terms.by === 'form' && this.#terms.rotates) shown.headers['set-cookie'] = this.#newSession();
    return shown;
  }

  #page(path: string, authorization = '', cookie = ''): StagingReply {
    if (path === '/') return page('Start', '/logout', '/account/sign-out', '/a', '/away', '/admin', '/debug', ...Array.from({ length: 8 }, (_, at) => `/p/${at}`));
    if (path === '/away') return { status: 302, headers: { location: 'https://other.example/landing' }, body: '' };
    if (path === '/admin') return { status: 401, headers: {}, body: 'For others.' };
    // As pages for developers do.
    if (path === '/debug') return page(`Sent: ${authorization} ${cookie} ${this.#terms.password}`);
    return page(`Page ${path}`, '/');
  }

  #login(method: string, body: string): StagingReply {
    const given = new URLSearchParams(body);
    if (method === 'POST' && given.get('user') === this.#terms.user && given.get('password') === this.#terms.password && given.get('token') === 'once') {
      return { status: 302, headers: { 'location': '/', 'set-cookie': this.#newSession() }, body: '' };
    }
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><html lang="en"><title>Sign in</title><form method="post" action="/login"><input type="hidden" name="token" value="once"><input id="user" name="user"><input id="password" type="password" name="password"><button>Sign in</button></form></html>' };
  }

  #newSession(): string {
    this.#session = `value-of-session-${++this.#sessions}`;
    return `session=${this.#session}; Path=/; HttpOnly; Secure`;
  }

  #knows(authorization: string | undefined, cookie: string | undefined): boolean {
    if (this.#shown >= (this.#terms.endsAfter ?? Infinity)) return false;
    if (this.#terms.by === 'basic') return authorization === `Basic ${btoa(`${this.#terms.user}:${this.#terms.password}`)}`;
    return this.#session !== null && (cookie ?? '').split('; ').includes(`session=${this.#session}`);
  }

  #turnAway(): StagingReply {
    return this.#terms.by === 'basic' ? { status: 401, headers: { 'www-authenticate': 'Basic realm="staging"' }, body: 'none' } : { status: 302, headers: { location: '/login?next=1' }, body: '' };
  }
}

function page(title: string, ...links: readonly string[]): StagingReply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${links.map(link => `<a href="${link}">to ${link}</a>`).join(' ')}</body></html>` };
}
