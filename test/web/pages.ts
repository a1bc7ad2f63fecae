// Every page of the dashboard, in the states that people meet it in. What checks all pages walks this table.
import type { AppPath } from '../../src/surfaces/http/pages/app-paths.ts';
import type { Who } from './seed.ts';

/** A page as somebody sees it. */
export interface View {
  who: Who;
  /** With names of `seed.ts` in braces. */
  path: string;
  heading: RegExp;
  /** The reply that is no success and yet belongs here. */
  refusal?: RegExp;
}

const by = (who: Who, path: string, heading: RegExp): View => ({ who, path, heading });

type SettingsPath = Extract<AppPath, `/settings/${string}`>;

/** By the route of the router. */
export const pages: Readonly<Record<AppPath | '/domain-checkup.html', readonly View[]>> = {
  '/': [by('nobody', '/', /Is your domain safe/), by('operator', '/', /Overview/), by('newcomer', '/', /Overview/)],
  '/sign-in': [by('nobody', '/sign-in', /Sign in/), by('nobody', '/sign-in?next=%2Fdomains&why=ended', /Sign in/)],
  '/second-factor': [by('nobody', '/second-factor', /second factor/), by('operator', '/second-factor', /second factor/)],
  '/two-factor': [by('nobody', '/two-factor', /./)],
  '/sign-up': [by('nobody', '/sign-up?next=%2Fdomain-checkup.html%3Fdomain%3Dshop.example', /./)],
  '/verify': [by('nobody', '/verify', /Your address may be confirmed/), by('nobody', '/verify?confirmed=yes', /Your address is confirmed/), by('nobody', '/verify?confirmed=yes&error=token_expired', /This link does not work/)],
  '/reset-password': [by('nobody', '/reset-password', /./), by('nobody', '/reset-password?token=some', /./), by('nobody', '/reset-password?error=INVALID_TOKEN', /./)],
  '/join': [by('nobody', '/join?token=some', /./), by('nobody', '/join', /./)],
  '/operator': [by('nobody', '/operator?token=some', /./)],
  '/sign-out': [by('nobody', '/sign-out', /./)],
  '/domain-checkup.html': [
    by('nobody', '/domain-checkup.html', /Check a domain/), by('nobody', '/domain-checkup.html?domain=shop.example', /shop\.example/),
    by('operator', '/domain-checkup.html?domain=weak-mail.example', /weak-mail\.example/), { ...by('newcomer', '/domain-checkup.html?domain=www.shop.example', /shop\.example/), refusal: /400.*\/api\/\)$/ },
  ],
  '/sample-report': [by('nobody', '/sample-report', /A sample report/)],
  '/lookalike-check': [
    by('nobody', '/lookalike-check', /Who passes for your domain/), by('nobody', '/lookalike-check?domain=harborbank.example', /harborbank\.example/),
    { ...by('operator', '/lookalike-check?domain=no-domain', /no-domain/), refusal: /400.*\/api\/lookalike-check\)$/ },
  ],
  '/alerts': [by('operator', '/alerts', /Alerts/), by('operator', '/alerts?state=muted', /Alerts/), by('newcomer', '/alerts', /Alerts/), by('viewer', '/alerts', /Alerts/)],
  '/scanner-issues': [
    by('operator', '/scanner-issues', /Reported findings/), by('newcomer', '/scanner-issues', /Reported findings/), by('viewer', '/scanner-issues?domain=weak-mail.example&finding=spf.all', /Reported findings/),
    by('operator', '/scanner-issues?issue={issue}', /Reported findings/), by('operator', '/scanner-issues?domain=weak-mail.example&finding=spf.all', /Reported findings/),
  ],
  '/scanner-issues/queue': [by('operator', '/scanner-issues/queue', /Reports to answer/), by('operator', '/scanner-issues/queue?issue={sentIssue}', /Reports to answer/), by('newcomer', '/scanner-issues/queue', /Reports to answer/)],
  '/status': [
    by('operator', '/status', /Status/), by('operator', '/status?followed=yes', /Status/), by('viewer', '/status?level=unknown', /Status/), by('newcomer', '/status?q=nothing-like-it', /Status/),
  ],
  '/status/services/{slug}': [
    by('operator', '/status/services/github', /GitHub/), by('newcomer', '/status/services/microsoft-365', /Microsoft 365/), { ...by('viewer', '/status/services/nobody', /Third-party services/), refusal: /400.*\/services\/nobody\)$/ },
  ],
  '/status/checks': [by('operator', '/status/checks', /Your checks/), by('viewer', '/status/checks?state=down', /Your checks/), by('newcomer', '/status/checks', /Your checks/)],
  '/status/checks/new': [by('operator', '/status/checks/new', /Add a check/), by('viewer', '/status/checks/new', /Add a check/)],
  '/status/checks/{id}': [by('operator', '/status/checks/{check}', /./), by('viewer', '/status/checks/{check}?period=week', /./)],
  '/status/checks/{id}/edit': [by('operator', '/status/checks/{check}/edit', /Edit/)],
  '/status/incidents': [by('operator', '/status/incidents', /Incidents/), by('operator', '/status/incidents?incident={checkIncident}', /Incidents/), by('viewer', '/status/incidents', /Incidents/), by('newcomer', '/status/incidents?state=open', /Incidents/)],
  '/status/pages': [
    by('operator', '/status/pages', /Status pages/), by('operator', '/status/pages?edit=new', /Status pages/), by('operator', '/status/pages?edit={statusPage}', /Status pages/), by('viewer', '/status/pages', /Status pages/),
    by('newcomer', '/status/pages', /Status pages/),
  ],
  '/support': [
    by('operator', '/support', /Support/), by('operator', '/support?thread={thread}', /Support/), by('newcomer', '/support', /Support/), by('viewer', '/support?state=closed', /Support/),
  ],
  '/support/queue': [by('operator', '/support/queue', /Threads of all accounts/), by('operator', '/support/queue?thread={thread}', /Threads of all accounts/), by('newcomer', '/support/queue', /Threads of all accounts/)],
  '/domains': [by('operator', '/domains', /Domains/), by('operator', '/domains?search=nothing-like-it', /Domains/), by('newcomer', '/domains', /Domains/), by('viewer', '/domains', /Domains/)],
  '/domains/heat-map': [by('operator', '/domains/heat-map', /Heat map/), by('newcomer', '/domains/heat-map', /Heat map/), by('viewer', '/domains/heat-map?record=dmarc%3Acritical', /Heat map/)],
  '/domains/import': [by('operator', '/domains/import', /./)],
  '/domains/ownership': [by('operator', '/domains/ownership', /Proof of ownership/), by('viewer', '/domains/ownership?search=unseen', /Proof of ownership/), by('newcomer', '/domains/ownership', /Proof of ownership/)],
  '/domains/labels': [by('operator', '/domains/labels', /./), by('newcomer', '/domains/labels', /./)],
  '/domains/{id}': [by('operator', '/domains/{domain}', /weak-mail\.example/), by('operator', '/domains/{unseen}', /unseen\.example/), by('viewer', '/domains/{domain}', /weak-mail\.example/)],
  '/domains/{id}/email': [by('operator', '/domains/{domain}/email', /weak-mail\.example/)],
  '/domains/{id}/history': [by('operator', '/domains/{domain}/history', /weak-mail\.example/)],
  '/domains/{id}/subdomains': [by('operator', '/domains/{domain}/subdomains', /weak-mail\.example/)],
  '/domains/{id}/lookalikes': [
    by('operator', '/domains/{imitated}/lookalikes', /harborbank\.example/), by('viewer', '/domains/{imitated}/lookalikes', /harborbank\.example/),
    by('operator', '/domains/{imitated}/lookalikes?state=takenDown', /harborbank\.example/), by('operator', '/domains/{unseen}/lookalikes', /unseen\.example/),
  ],
  '/domains/{id}/lookalikes/{name}': [
    by('operator', '/domains/{imitated}/lookalikes/harborbank-login.example', /harborbank-login\.example/), by('viewer', '/domains/{imitated}/lookalikes/harborbank-login.example', /harborbank-login\.example/),
    { ...by('operator', '/domains/{imitated}/lookalikes/nobody.example', /nobody\.example/), refusal: /404.*\/lookalikes\/nobody\.example\)$/ },
  ],
  '/domains/{id}/exposure': [
    by('operator', '/domains/{exposed}/exposure', /harbor-hosts\.example/), by('viewer', '/domains/{exposed}/exposure', /harbor-hosts\.example/), by('operator', '/domains/{unseen}/exposure', /unseen\.example/),
  ],
  '/domains/{id}/site': [by('operator', '/domains/{audited}/site', /garden-shop\.example/), by('viewer', '/domains/{audited}/site?severity=high', /garden-shop\.example/), by('operator', '/domains/{unseen}/site', /unseen\.example/)],
  '/domains/{id}/deep-seo': [by('operator', '/domains/{audited}/deep-seo', /garden-shop\.example/), by('viewer', '/domains/{unseen}/deep-seo', /unseen\.example/)],
  '/domains/{id}/site/issues/{check}': [by('operator', '/domains/{audited}/site/issues/title.missing', /./), by('viewer', '/domains/{audited}/site/issues/links.orphan', /./)],
  '/domains/{id}/site/pages': [by('operator', '/domains/{audited}/site/pages', /Pages of garden-shop\.example/), by('viewer', '/domains/{audited}/site/pages?statusClass=4', /Pages of garden-shop\.example/)],
  '/domains/{id}/site/pages/{page}': [by('operator', '/domains/{audited}/site/pages/1', /./), by('viewer', '/domains/{audited}/site/pages/3', /./)],
  '/calendar': [by('operator', '/calendar', /Expiry calendar/), by('newcomer', '/calendar', /Expiry calendar/), by('viewer', '/calendar?kind=certificate', /Expiry calendar/)],
  '/components': [by('operator', '/components', /Components/), by('operator', '/components?product=nothing-like-it', /Components/), by('newcomer', '/components', /Components/), by('viewer', '/components?kind=service', /Components/)],
  '/vulnerabilities': [
    by('operator', '/vulnerabilities', /Vulnerabilities/), by('operator', '/vulnerabilities?cve=CVE-1999-0001', /Vulnerabilities/), by('newcomer', '/vulnerabilities', /Vulnerabilities/), by('viewer', '/vulnerabilities?priority=act', /Vulnerabilities/),
  ],
  '/darkweb': [by('operator', '/darkweb', /Dark web/), by('operator', '/darkweb?status=acknowledged', /Dark web/), by('newcomer', '/darkweb', /Dark web/), by('viewer', '/darkweb?kind=ransomClaim', /Dark web/)],
  '/darkweb/sources': [by('operator', '/darkweb/sources', /Dark web/), by('viewer', '/darkweb/sources', /Dark web/)],
  '/domains/{id}/darkweb': [by('operator', '/domains/{exposed}/darkweb', /harbor-hosts\.example/), by('viewer', '/domains/{exposed}/darkweb', /harbor-hosts\.example/), by('operator', '/domains/{unseen}/darkweb', /unseen\.example/)],
  '/vulnerabilities/products': [by('operator', '/vulnerabilities/products', /Vulnerabilities/), by('newcomer', '/vulnerabilities/products', /Vulnerabilities/), by('viewer', '/vulnerabilities/products?domain=unseen.example', /Vulnerabilities/)],
  '/vulnerabilities/product': [by('operator', '/vulnerabilities/product?id=nginx', /nginx/), by('viewer', '/vulnerabilities/product?id=bind', /BIND/)],
  '/vulnerabilities/sources': [by('operator', '/vulnerabilities/sources', /Vulnerabilities/), by('newcomer', '/vulnerabilities/sources', /Vulnerabilities/)],
  '/ip-targets': [by('operator', '/ip-targets', /IP targets/), by('viewer', '/ip-targets', /IP targets/), by('newcomer', '/ip-targets', /IP targets/)],
  '/ip-targets/{id}': [by('operator', '/ip-targets/{IPTarget}', /Mail server/), by('operator', '/ip-targets/{IPTarget}?event={eventOfAnIPTarget}', /Mail server/), by('viewer', '/ip-targets/{IPTarget}', /Mail server/)],
  '/local-seo': [by('operator', '/local-seo', /Local SEO/), by('viewer', '/local-seo', /Local SEO/), by('newcomer', '/local-seo', /Local SEO/)],
  '/local-seo/keywords': [by('operator', '/local-seo/keywords', /Web ranks/), by('viewer', '/local-seo/keywords', /Web ranks/), by('newcomer', '/local-seo/keywords', /Web ranks/)],
  '/local-seo/providers': [
    by('operator', '/local-seo/providers', /Search services/), by('operator', '/local-seo/providers?connect=dataForSeo', /Search services/), by('operator', '/local-seo/providers?connect=businessProfile', /Search services/),
    by('viewer', '/local-seo/providers', /Search services/), by('newcomer', '/local-seo/providers', /Search services/),
  ],
  '/local-seo/businesses/{id}/settings': [by('operator', '/local-seo/businesses/{localBusiness}/settings', /Dentist Example/), by('viewer', '/local-seo/businesses/{localBusiness}/settings', /Dentist Example/)],
  '/local-seo/businesses/{id}': [by('operator', '/local-seo/businesses/{localBusiness}', /Dentist Example/), by('viewer', '/local-seo/businesses/{localBusiness}', /Dentist Example/)],
  '/local-seo/scans/{id}': [by('operator', '/local-seo/scans/{localScan}', /dentist/), by('viewer', '/local-seo/scans/{localScan}?listing=ChIJrival0001', /dentist/)],
  '/domains/{id}/accessibility': [by('operator', '/domains/{accessible}/accessibility', /travel-shop\.example/), by('viewer', '/domains/{accessible}/accessibility', /travel-shop\.example/), by('operator', '/domains/{unseen}/accessibility', /unseen\.example/)],
  '/domains/{id}/accessibility/{audit}': [by('operator', '/domains/{accessible}/accessibility/{accessibilityAudit}', /travel-shop\.example/), by('viewer', '/domains/{accessible}/accessibility/{accessibilityAudit}?criterion=1.1.1', /travel-shop\.example/)],
  '/domains/{id}/accessibility/{audit}/review': [by('operator', '/domains/{accessible}/accessibility/{accessibilityAudit}/review', /Questions/), by('operator', '/domains/{accessible}/accessibility/{accessibilityAudit}/review?criterion=1.4.5', /Questions/), by('viewer', '/domains/{accessible}/accessibility/{accessibilityAudit}/review', /Questions/)],
  '/domains/{id}/setup': [by('operator', '/domains/{domain}/setup', /weak-mail\.example/)],
  '/domains/{id}/settings': [by('operator', '/domains/{domain}/settings', /weak-mail\.example/), by('viewer', '/domains/{domain}/settings', /weak-mail\.example/)],
  '/compliance': [by('operator', '/compliance', /Compliance/), by('newcomer', '/compliance', /Compliance/), by('viewer', '/compliance', /Compliance/)],
  '/compliance/frameworks/{framework}': [by('operator', '/compliance/frameworks/cmmc-l2', /CMMC Level 2/), by('viewer', '/compliance/frameworks/cmmc-l2?status=met', /CMMC Level 2/)],
  '/compliance/controls/{id}': [by('operator', '/compliance/controls/cmmc-l2:SC.L2-3.13.15', /Communications Authenticity/), by('viewer', '/compliance/controls/cmmc-l2:SC.L2-3.13.15', /Communications Authenticity/)],
  '/compliance/incidents': [by('operator', '/compliance/incidents', /Security incidents/), by('viewer', '/compliance/incidents', /Security incidents/)],
  '/compliance/incidents/{id}': [by('operator', '/compliance/incidents/{complianceIncident}', /A laptop was stolen/), by('viewer', '/compliance/incidents/{complianceIncident}', /A laptop was stolen/)],
  '/compliance/clocks': [by('operator', '/compliance/clocks', /Clocks of incidents/), by('viewer', '/compliance/clocks', /Clocks of incidents/)],
  '/compliance/tasks': [by('operator', '/compliance/tasks', /Compliance tasks/), by('viewer', '/compliance/tasks', /Compliance tasks/)],
  '/compliance/wisp': [by('operator', '/compliance/wisp', /Written information security plan/), by('viewer', '/compliance/wisp', /Written information security plan/)],
  '/dmarc': [by('operator', '/dmarc', /DMARC reports/), by('viewer', '/dmarc?days=7', /DMARC reports/), by('newcomer', '/dmarc', /DMARC reports/)],
  '/dmarc/messages': [by('operator', '/dmarc/messages', /DMARC reports/), by('operator', '/dmarc/messages?state=refused', /DMARC reports/), by('viewer', '/dmarc/messages', /DMARC reports/)],
  '/dmarc/intake': [by('operator', '/dmarc/intake', /DMARC reports/), by('viewer', '/dmarc/intake', /DMARC reports/)],
  '/dmarc/{domain}': [
    by('operator', '/dmarc/dmarc-none.example', /dmarc-none\.example/), by('viewer', '/dmarc/dmarc-none.example', /dmarc-none\.example/), by('operator', '/dmarc/weak-mail.example', /weak-mail\.example/), by('operator', '/dmarc/unseen.example', /unseen\.example/),
    { ...by('operator', '/dmarc/nobody.example', /nobody\.example/), refusal: /404.*\/dmarc\/summary\)$/ },
  ],
  '/dmarc/{domain}/{section}': [
    ...['senders', 'findings', 'failures', 'tls', 'setup'].map(section => by('operator', `/dmarc/dmarc-none.example/${section}`, /dmarc-none\.example/)),
    by('viewer', '/dmarc/dmarc-none.example/senders', /dmarc-none\.example/), by('operator', '/dmarc/unseen.example/setup', /unseen\.example/), by('operator', '/dmarc/unseen.example/tls', /unseen\.example/), by('operator', '/dmarc/unseen.example/failures', /unseen\.example/),
  ],
  '/events': [by('operator', '/events', /Events/), by('operator', '/events?event={event}', /Events/), by('newcomer', '/events', /Events/), by('viewer', '/events', /Events/)],
  '/runs': [by('operator', '/runs', /Runs/), by('newcomer', '/runs', /Runs/)],
  '/runs/{id}': [by('operator', '/runs/{run}', /./), by('operator', '/runs/{queuedRun}', /./)],
  '/notifications': [by('operator', '/notifications', /Notifications/), by('newcomer', '/notifications', /Notifications/)],
  '/settings': [by('operator', '/settings', /Settings/)],
  ...settingsPages(),
  '/admin': [by('operator', '/admin', /Operator/)],
  '/admin/{section}': ['accounts', 'audit', 'health', 'invitations', 'scans'].map(section => by('operator', `/admin/${section}`, /./)),
};

/** Lists that an address narrows; the heads of their pages speak for everything all the same. */
export const narrowed: readonly string[] = [
  '/vulnerabilities?priority=act', '/vulnerabilities?doubtful=true', '/vulnerabilities/products?domain=unseen.example', '/components?kind=service', '/darkweb?kind=ransomClaim', '/alerts?severity=low', '/events?severity=critical',
  '/calendar?kind=apiKey', '/domains?worst=critical', '/domains/heat-map?record=dmarc%3Acritical', '/domains/{audited}/site/pages?statusClass=4', '/domains/{audited}/site?severity=high',
  '/domains/{accessible}/accessibility/{accessibilityAudit}/review?criterion=1.4.5', '/status?level=unknown', '/status/checks?state=down', '/status/incidents?state=open', '/compliance/tasks?overdue=true', '/compliance/incidents?status=closed',
  '/compliance/frameworks/cmmc-l2?status=met', '/notifications?severity=low', '/support?state=closed',
];

/** The sections of the settings, as who may change everything sees them and as who may only read does. */
function settingsPages(): Record<SettingsPath, View[]> {
  const paths: readonly SettingsPath[] = ['/settings/profile', '/settings/account', '/settings/people', '/settings/plan', '/settings/keys', '/settings/channels', '/settings/audit'];
  return Object.fromEntries(paths.map(path => [path, [by('operator', path, /Settings/), by('viewer', path, /Settings/)]])) as unknown as Record<SettingsPath, View[]>;
}

/** All views, one after the other. */
export const views: readonly View[] = Object.values(pages).flat();

/** The address of the view in a world with these names. */
export function addressOf({ path }: Pick<View, 'path'>, names: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
}
