/** `next` where it is a path of this service, else null; another site must not borrow the sign-in to send people on. */
export function ownPath(next: string | undefined): string | null {
  return next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : null;
}
