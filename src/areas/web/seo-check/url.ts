const MAX_CHARACTERS = 2000;

/** The address of a page, without its fragment; https where no scheme is given. Null where no page of the web is meant. */
export function pageUrl(text: string): string | null {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '' || !url.hostname.includes('.') && !url.hostname.startsWith('[')) return null;
  url.hash = '';
  return url.href.length > MAX_CHARACTERS ? null : url.href;
}
