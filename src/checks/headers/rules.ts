import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const mdn = (page: string, title: string) => ({ title: `MDN, ${title}`, url: `https://developer.mozilla.org/docs/Web/${page}` });
const OWASP_HEADERS = { title: 'OWASP, HTTP Headers Cheat Sheet', url: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html' };
const OWASP_CSP = { title: 'OWASP, Content Security Policy Cheat Sheet', url: 'https://cheatsheetseries.owasp.org/cheatsheets/Content_Security_Policy_Cheat_Sheet.html' };
const OWASP_SESSION = { title: 'OWASP, Session Management Cheat Sheet', url: 'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html' };

export const rules = defineRules({ area: 'check', record: 'headers', prefix: 'header' }, {
  csp: {
    severity: 'low',
    title: 'The website has no Content-Security-Policy',
    passTitle: 'The website has a Content-Security-Policy',
    why: 'A policy that names where scripts may come from stops most attacks that smuggle a script into a page.',
    fix: { kind: 'webHost', text: 'Send Content-Security-Policy: default-src \'self\'; object-src \'none\'; base-uri \'none\'. Try it first as Content-Security-Policy-Report-Only.' },
    references: [mdn('HTTP/Guides/CSP', 'Content Security Policy'), OWASP_CSP],
  },
  csp_unsafe: {
    severity: 'low',
    title: 'The Content-Security-Policy lets foreign scripts run',
    passTitle: 'The Content-Security-Policy limits which scripts run',
    why: 'A policy that allows inline scripts, eval or every host does not stop a script that somebody smuggled into the page.',
    fix: { kind: 'webHost', text: 'Give script-src or default-src the hosts that you use, and replace \'unsafe-inline\' with nonces or hashes.' },
    references: [mdn('HTTP/Reference/Headers/Content-Security-Policy/script-src', 'CSP: script-src'), OWASP_CSP],
  },
  nosniff: {
    severity: 'low',
    title: 'Browsers may guess what kind of file they got',
    passTitle: 'Browsers take files for what the server says',
    why: 'A browser that guesses may run an uploaded file as a script.',
    fix: { kind: 'webHost', text: 'Send X-Content-Type-Options: nosniff with every reply.' },
    references: [mdn('HTTP/Reference/Headers/X-Content-Type-Options', 'X-Content-Type-Options'), OWASP_HEADERS],
  },
  frame: {
    severity: 'low',
    title: 'Any website may show this one inside a frame',
    passTitle: 'Other websites cannot show this one inside a frame',
    why: 'A page inside an invisible frame makes visitors click on things that they do not see.',
    fix: { kind: 'webHost', text: 'Add frame-ancestors \'self\' to the Content-Security-Policy, or send X-Frame-Options: SAMEORIGIN.' },
    references: [mdn('HTTP/Reference/Headers/Content-Security-Policy/frame-ancestors', 'CSP: frame-ancestors'), rfc(7034, 'HTTP Header Field X-Frame-Options')],
  },
  referrer: {
    severity: 'low',
    title: 'The website tells other sites the full address that a visitor comes from',
    passTitle: 'The website limits what other sites learn of where a visitor comes from',
    why: 'Addresses of pages can hold search words, tokens and names, which every linked site then sees.',
    fix: { kind: 'webHost', text: 'Send Referrer-Policy: strict-origin-when-cross-origin.' },
    references: [mdn('HTTP/Reference/Headers/Referrer-Policy', 'Referrer-Policy'), OWASP_HEADERS],
  },
  permissions: {
    severity: 'info',
    title: 'The website does not switch off browser features that it does not use',
    passTitle: 'The website says which browser features it uses',
    why: 'Features that are switched off cannot be used by scripts of others, such as advertising.',
    fix: { kind: 'webHost', text: 'Send a Permissions-Policy, such as camera=(), geolocation=(), microphone=().' },
    references: [mdn('HTTP/Reference/Headers/Permissions-Policy', 'Permissions-Policy')],
  },
  isolation: {
    severity: 'info',
    title: 'The website is not isolated from other sites in the browser',
    passTitle: 'The website is isolated from other sites in the browser',
    why: 'Isolation keeps pages that open this one from reaching into it, and opens features that need it.',
    fix: { kind: 'webHost', text: 'Send Cross-Origin-Opener-Policy: same-origin; Cross-Origin-Embedder-Policy and Cross-Origin-Resource-Policy go further.' },
    references: [mdn('HTTP/Reference/Headers/Cross-Origin-Opener-Policy', 'Cross-Origin-Opener-Policy'), OWASP_HEADERS],
  },
  cookies: {
    severity: 'medium',
    title: 'A cookie may be sent over plain http',
    passTitle: 'All cookies are protected',
    why: 'A cookie that can be read on the way or by a script lets others act as the visitor.',
    fix: { kind: 'webHost', text: 'Set every cookie with Secure, HttpOnly and SameSite=Lax; leave HttpOnly out only where your own scripts read the cookie.' },
    references: [rfc(6265, 'HTTP State Management Mechanism', '4.1.2'), OWASP_SESSION],
  },
  server: {
    severity: 'low',
    title: 'The web server tells which version of its software it runs',
    passTitle: 'The web server does not tell its version',
    why: 'Anyone who knows the version knows which published weaknesses to try.',
    fix: { kind: 'webHost', text: 'Switch the version off (server_tokens off in nginx, ServerTokens Prod in Apache, expose_php off in PHP), and keep the software up to date.' },
    references: [OWASP_HEADERS],
  },
  mixed: {
    severity: 'medium',
    title: 'The front page loads parts of itself over plain http',
    passTitle: 'The front page loads everything over HTTPS',
    why: 'Browsers block such scripts, styles and frames; images and media can be watched and replaced on the way where they are not.',
    fix: { kind: 'webHost', text: 'Change these addresses to https. The policy upgrade-insecure-requests makes browsers do it for you.' },
    references: [mdn('Security/Defenses/Mixed_content', 'Mixed content')],
  },
  securitytxt: {
    severity: 'info',
    title: 'The website does not say where to report a weakness (security.txt)',
    passTitle: 'The website says where to report a weakness (security.txt)',
    why: 'Anyone who finds a weakness but no contact may keep it to themselves, or publish it.',
    fix: { kind: 'webHost', text: 'Serve /.well-known/security.txt as text/plain with a Contact and an Expires line, and renew it before it expires.' },
    references: [rfc(9116, 'A File Format to Aid in Security Vulnerability Disclosure', '2.5')],
  },
});
