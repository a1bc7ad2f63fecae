import { defineRules } from '../../../../core/findings/rules.ts';
import { valuesOf, type PageFacts } from '../page/index.ts';
import { checksOf, header, headerOf, host, isSecured, metasOf, page, readable, seen, seenAll, type Check } from './check.ts';
import { ref } from './references.ts';

const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'security' }, {
  'hsts-missing': { severity: 'medium', title: 'HSTS is not set', passTitle: 'HSTS is set', why: 'The first request may go over plain HTTP, where it can be intercepted and modified.', fix: host('Send Strict-Transport-Security: max-age=31536000.'), references: [ref.hsts] },
  'csp-missing': { severity: 'low', title: 'The page has no Content Security Policy', passTitle: 'The page has a Content Security Policy', why: 'An injected script can do anything on the page.', fix: host('Send Content-Security-Policy, at first in report-only mode.'), references: [ref.csp] },
  'nosniff-missing': { severity: 'low', title: 'MIME sniffing is not disabled', passTitle: 'MIME sniffing is disabled', why: 'An upload may be run as a script.', fix: host('Send X-Content-Type-Options: nosniff.'), references: [ref.sniff] },
  'mixed-content': { severity: 'high', title: 'An https page loads content over plain http', passTitle: 'The page loads everything over https', why: 'Browsers block it, or others can change it on the way.', fix: page('Write https in the addresses.'), references: [ref.mixed] },
  'insecure-form': { severity: 'high', title: 'A form on an https page sends to plain http', passTitle: 'Forms send to https', why: 'What visitors type is sent unencrypted.', fix: page('Let the form send to https.'), references: [ref.mixed] },
  'form-on-http': { severity: 'high', title: 'A form is on a page served over plain http', passTitle: 'Forms are on pages served over https', why: 'The form and what is typed can be intercepted.', fix: host('Serve the page over https.'), references: [ref.mixed] },
  'cert-expiring': { severity: 'medium', title: 'The certificate expires within 14 days', passTitle: 'The certificate is valid for a while', why: 'Afterwards browsers show a warning instead of the page.', fix: host('Renew it, and let it be renewed by itself.'), references: [ref.tls] },
  'cert-invalid': { severity: 'critical', title: 'Browsers refuse the certificate', passTitle: 'Browsers accept the certificate', why: 'They show a warning instead of the page.', fix: host('Get a certificate for this host, and send its whole chain.'), references: [ref.tls] },
  'cookie-flags': { severity: 'low', title: 'Cookies lack Secure, HttpOnly or SameSite', passTitle: 'Cookies have their protection', why: 'They may be stolen by scripts or on the way.', fix: host('Set the three attributes where the cookie allows them.'), references: [ref.cookies] },
  'frame-policy': { severity: 'low', title: 'Any site can embed the page in a frame', passTitle: 'The page restricts who can embed it', why: 'Attackers can trick visitors into clicking hidden elements (clickjacking).', fix: host('Send Content-Security-Policy: frame-ancestors \'self\'.'), references: [ref.frames] },
});

const { page: anyPage, answered, document } = checksOf('security');
const DAY_MS = 86_400_000;
const EXPIRING_DAYS = 14;
const isSecure = ({ finalUrl }: PageFacts) => finalUrl.startsWith('https:');

export const securityChecks: readonly Check[] = [
  answered(rules['hsts-missing'], (fetch, facts) => (isSecure(facts) && readable(facts) ? seen(header(fetch, 'strict-transport-security') === null, 'no Strict-Transport-Security') : null)),
  document(rules['csp-missing'], (of, facts) => seen(headerOf(facts, 'content-security-policy') === null && headerOf(facts, 'content-security-policy-report-only') === null && metasOf(of, 'content-security-policy').length === 0, 'no Content-Security-Policy')),
  answered(rules['nosniff-missing'], (fetch, facts) => (readable(facts) ? seen(header(fetch, 'x-content-type-options')?.trim().toLowerCase() !== 'nosniff', `X-Content-Type-Options: ${header(fetch, 'x-content-type-options') ?? 'none'}`) : null)),
  document(rules['mixed-content'], ({ resources, images }, facts) => (isSecure(facts) ? seenAll([...resources.map(({ url }) => url), ...images.map(({ url }) => url ?? '')].filter(url => url.startsWith('http:'))) : null)),
  document(rules['insecure-form'], ({ forms }, facts) => (isSecure(facts) && forms.length > 0 ? seenAll(forms.filter(({ action }) => action.startsWith('http:')).map(({ action }) => action)) : null)),
  document(rules['form-on-http'], ({ forms }, facts) => (forms.length === 0 ? null : isSecure(facts) ? [] : seenAll(forms.map(({ action }) => action)))),
  answered(rules['cert-expiring'], ({ certificate }, { fetchedAt }) => (certificate?.notAfter == null ? null : seen(certificate.notAfter - fetchedAt < EXPIRING_DAYS * DAY_MS, `valid until ${new Date(certificate.notAfter).toISOString()}`))),
  anyPage(rules['cert-invalid'], facts => (facts.fetch.outcome === 'failed' && facts.fetch.badCertificate ? [facts.fetch.cause] : isSecured(facts) ? [] : null)),
  answered(rules['cookie-flags'], ({ fields }) => {
    const cookies = valuesOf(fields, 'set-cookie');
    return cookies.length === 0 ? null : seenAll(cookies.flatMap(cookie => {
      const missing = ['Secure', 'HttpOnly', 'SameSite'].filter(flag => !new RegExp(String.raw`;\s*${flag}\b`, 'i').test(cookie));
      return missing.length === 0 ? [] : [`${cookie.split('=', 1)[0]!.slice(0, 60)}: no ${missing.join(', ')}`];
    }));
  }),
  document(rules['frame-policy'], (_, facts) => seen(headerOf(facts, 'x-frame-options') === null && !/frame-ancestors/i.test(headerOf(facts, 'content-security-policy') ?? ''), 'no frame-ancestors')),
];
