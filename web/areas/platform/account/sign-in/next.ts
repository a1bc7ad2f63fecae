/** `next` where it is a path of this service, else null; another site must not borrow the sign-in to send people on. */
export function ownPath(next: string | undefined): string | null {
  return next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : null;
}

/** The search that carries `next` on, where it is a path of this service. */
export function reservation(next: string | undefined): { next?: string } {
  const path = ownPath(next);
  return path === null ? {} : { next: path };
}

/** The domain whose check waits behind the sign-in; null where another page does. */
export function domainIn(next: string | undefined): string | null {
  const [path, search] = ownPath(next)?.split('?') ?? [];
  return path === '/domain-checkup.html' ? new URLSearchParams(search).get('domain') : null;
}

/** Longest path to come back to that the service takes along in an e-mail. */
const MAX_CARRIED_LENGTH = 500;

/** Where the link of an e-mail leads once it has confirmed the address, which it says, such as back to the domain that was typed. */
export function verifiedPath(next: string | undefined): string {
  const path = `/verify?${new URLSearchParams({ confirmed: 'yes', ...reservation(next) }).toString()}`;
  // The service accepts only letters, digits and a few signs in it.
  return path.length <= MAX_CARRIED_LENGTH && /^[\w\-.+/?=&%@]+$/.test(path) ? path : '/verify?confirmed=yes';
}
