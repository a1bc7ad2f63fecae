/**
 * The operations of the default set: what an agent needs for the common jobs. A list of all is several times as long, and
 * models choose worse from long lists; `toolsets` asks for more.
 */
export const everyday: ReadonlySet<string> = new Set([
  'auth.me', 'overview.show',
  'check.domain', 'check.checkup',
  'domains.list', 'domains.get', 'domains.overview', 'domains.email_security', 'domains.setup', 'domains.history', 'domains.subdomains',
  'domains.create', 'domains.update', 'domains.bulk', 'domains.scan', 'domains.ownership',
  'domain_events.list', 'domain_events.get', 'domain_events.authorize', 'domain_events.deny',
  'change_windows.create',
  'lookalikes.list',
  'dmarc.summary', 'dmarc.diagnostics',
  'notifications.list',
  'groups.list', 'clients.list',
  'runs.list', 'runs.show', 'runs.cancel',
]);
