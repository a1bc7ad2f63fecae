import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const HSTS = (section: string) => rfc(6797, 'HTTP Strict Transport Security', section);
const REDIRECTS = { title: 'MDN, Redirections in HTTP', url: 'https://developer.mozilla.org/docs/Web/HTTP/Guides/Redirections' };
const TLS_EVERYWHERE = { title: 'OWASP, Transport Layer Security Cheat Sheet', url: 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html' };
const PRELOAD = { title: 'HSTS preload list, requirements', url: 'https://hstspreload.org/' };

export const rules = defineRules({ area: 'check', record: 'web', prefix: 'https' }, {
  up: {
    severity: 'high',
    title: 'The website does not answer over HTTPS',
    passTitle: 'The website answers over HTTPS',
    why: 'Without HTTPS, anybody on the way can read and change what visitors see and send; browsers warn of the site.',
    fix: { kind: 'webHost', text: 'Switch HTTPS on at your web host and open port 443; certificates are free of charge.' },
    references: [TLS_EVERYWHERE],
  },
  redirect: {
    severity: 'medium',
    title: 'Visitors who come over plain http are not sent to HTTPS',
    passTitle: 'Plain http leads to HTTPS',
    why: 'Typed addresses and old links begin with plain http, and stay there unless the server redirects them.',
    fix: { kind: 'webHost', text: 'Answer every request on port 80 with status 301 and the same address with https.' },
    references: [REDIRECTS, HSTS('7.2')],
  },
  hsts: {
    severity: 'medium',
    title: 'HSTS is missing: browsers may still use plain HTTP',
    passTitle: 'Browsers use HTTPS only (HSTS)',
    why: 'Without it, an attacker in the network can keep the next visit on plain http and eavesdrop.',
    fix: { kind: 'webHost', text: 'Send this header with every reply over HTTPS: Strict-Transport-Security: max-age=31536000. Begin with a short max-age if you are not sure of every page.' },
    references: [HSTS('6.1'), HSTS('7.1')],
  },
  subdomains: {
    severity: 'info',
    title: 'HSTS does not cover the names below the website',
    passTitle: 'HSTS covers the names below the website',
    why: 'A name below it that is reached over plain http can set cookies for the whole domain.',
    fix: { kind: 'webHost', text: 'When every name below has HTTPS, add includeSubDomains to the header.' },
    references: [HSTS('6.1.2'), HSTS('14.4')],
  },
  preload: {
    severity: 'info',
    title: 'HSTS asks for preloading but does not meet its conditions',
    passTitle: 'HSTS meets the conditions of the preload list',
    why: 'Browsers take a domain into their preload list only with a max-age of a year or more and includeSubDomains.',
    fix: { kind: 'webHost', text: 'Send max-age=31536000; includeSubDomains; preload, or take preload out again.' },
    references: [PRELOAD],
  },
});
