import { defineRules } from '../../core/findings/rules.ts';

const OWASP = {
  title: 'OWASP, Test for Subdomain Takeover',
  url: 'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover',
};
const CATALOGUE = { title: 'Can I take over XYZ, a list of services', url: 'https://github.com/EdOverflow/can-i-take-over-xyz' };
const MDN = { title: 'MDN, Subdomain takeover', url: 'https://developer.mozilla.org/docs/Web/Security/Attacks/Subdomain_takeover' };

export const rules = defineRules({ area: 'check', record: 'takeover', prefix: 'takeover' }, {
  cname: {
    severity: 'high',
    title: 'A name of the domain leads to a host that does not exist',
    passTitle: 'Every usual name of the domain leads to something that is there',
    why: 'Anyone who sets up what such a name leads to can show pages under your name, get certificates for it and read its cookies.',
    fix: { kind: 'dnsHost', text: 'Delete the CNAME record, or set the host up again at the service that it leads to.' },
    references: [OWASP, MDN, CATALOGUE],
  },
  domain: {
    severity: 'critical',
    title: 'A name of the domain leads to a domain that anybody can register',
    passTitle: 'No usual name leads to a domain that anybody can register',
    why: 'Anyone who registers that domain can show pages under your name, get certificates for it and read its cookies.',
    fix: { kind: 'dnsHost', text: 'Delete the CNAME record at once, or register the domain that it leads to.' },
    references: [OWASP, MDN],
  },
});
