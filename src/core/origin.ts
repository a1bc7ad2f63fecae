const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The origins that are the service's own: that of its base URL; on loopback its three names are one. */
export function originsOf(baseUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK.includes(hostname)) return [origin];
  return LOOPBACK.map(name => `${protocol}//${name}${port === '' ? '' : `:${port}`}`);
}
