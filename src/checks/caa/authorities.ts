/** A certification authority: how its certificates name it, and the names by which CAA records allow it to issue. */
export interface AuthorityNames {
  /** How the organisation begins, or the common name where there is none, in lower case; subordinate brands included. */
  organizations: readonly string[];
  caa: readonly string[];
  /** Whether it heeds accounturi (RFC 8657). */
  bindsAccounts?: true;
}

// Source: the authorities' certification practice statements (their section 4.2, CAA) and the Common CA Database's list of CAA
// identifiers, compiled 2026-11-21 from general knowledge; not each entry was read again at its authority.
export const authorities: readonly AuthorityNames[] = [
  { organizations: ["let's encrypt", 'internet security research group', '(staging) let\'s encrypt'], caa: ['letsencrypt.org'], bindsAccounts: true },
  { organizations: ['google trust services'], caa: ['pki.goog', 'google.com'], bindsAccounts: true },
  {
    organizations: ['digicert', 'geotrust', 'thawte', 'rapidssl', 'cloudflare', 'verizon', 'quovadis'],
    caa: ['digicert.com', 'www.digicert.com', 'digicert.ne.jp', 'symantec.com', 'geotrust.com', 'rapidssl.com', 'thawte.com', 'digitalcertvalidation.com', 'quovadisglobal.com'],
  },
  {
    organizations: ['sectigo', 'comodo', 'the usertrust network', 'usertrust', 'zerossl', 'cpanel', 'gogetssl', 'network solutions', 'gandi', 'enom'],
    caa: ['sectigo.com', 'comodo.com', 'comodoca.com', 'usertrust.com', 'trust-provider.com', 'zerossl.com', 'netsolssl.com', 'entrust.net'],
  },
  { organizations: ['amazon'], caa: ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com', 'aws.amazon.com'] },
  { organizations: ['globalsign', 'alphassl'], caa: ['globalsign.com'] },
  { organizations: ['godaddy', 'starfield technologies'], caa: ['godaddy.com', 'starfieldtech.com'] },
  { organizations: ['entrust', 'affirmtrust'], caa: ['entrust.net', 'affirmtrust.com', 'sectigo.com', 'ssl.com'] },
  { organizations: ['ssl corp'], caa: ['ssl.com'] },
  { organizations: ['asseco', 'unizeto', 'certum'], caa: ['certum.pl', 'certum.eu'] },
  { organizations: ['actalis'], caa: ['actalis.it'] },
  { organizations: ['buypass'], caa: ['buypass.com', 'buypass.no'] },
  { organizations: ['microsoft'], caa: ['microsoft.com', 'digicert.com'] },
  { organizations: ['swisssign'], caa: ['swisssign.com', 'swisssign.net'] },
  { organizations: ['hellenic academic', 'greek universities', 'harica', 'geant', 'géant'], caa: ['harica.gr', 'sectigo.com'] },
  { organizations: ['d-trust'], caa: ['d-trust.net', 'dtrust.de', 'd-trust.de'] },
  { organizations: ['deutsche telekom', 't-systems'], caa: ['telesec.de'] },
  { organizations: ['trustasia'], caa: ['trustasia.com', 'digicert.com', 'sectigo.com', 'certum.pl'] },
  { organizations: ['dhimyotis', 'certigna'], caa: ['certigna.fr'] },
  { organizations: ['apple'], caa: ['pki.apple.com'] },
  { organizations: ['secom trust'], caa: ['secomtrust.net'] },
  { organizations: ['cybertrust japan'], caa: ['cybertrust.ne.jp'] },
  { organizations: ['identrust'], caa: ['identrust.com'] },
  { organizations: ['emsign', 'emudhra'], caa: ['emsign.com'] },
  { organizations: ['fnmt'], caa: ['fnmt.es'] },
  { organizations: ['certainly'], caa: ['certainly.com'] },
  { organizations: ['telia'], caa: ['telia.com', 'telia.fi', 'telia.se'] },
  { organizations: ['taiwan-ca'], caa: ['twca.com.tw'] },
  { organizations: ['disig'], caa: ['disig.sk'] },
  { organizations: ['microsec'], caa: ['e-szigno.hu'] },
];
