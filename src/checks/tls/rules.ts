import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const BASELINE = { title: 'CA/Browser Forum, Baseline Requirements for TLS server certificates', url: 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/' };

/** The certificate of the website. */
const certificateRules = defineRules({ area: 'check', record: 'tls', prefix: 'https.cert' }, {
  expiry: {
    severity: 'high',
    title: 'The website certificate expires soon',
    passTitle: 'The certificate of the website is valid for long enough',
    why: 'After its last day browsers show a full-page warning in place of the website, and programs that use it stop working.',
    fix: { kind: 'webHost', text: 'Renew the certificate now, and find out why it was not renewed by itself: automatic renewal should happen when a third of its life is left.' },
    references: [rfc(5280, 'X.509 certificates', '4.1.2.5'), BASELINE],
  },
  chain: {
    severity: 'high',
    title: 'Browsers do not trust the certificate of the website',
    passTitle: 'The certificate of the website leads to a trusted authority',
    why: 'A visitor who clicks the warning away cannot know who is at the other end, and many programs do not connect at all.',
    fix: { kind: 'webHost', text: 'Install a certificate of a public authority such as Let\'s Encrypt, with all its intermediate certificates: use the file that is called "fullchain" or "bundle".' },
    references: [rfc(5280, 'X.509 certificates', '6'), rfc(8446, 'TLS 1.3', '4.4.2')],
  },
  name: {
    severity: 'high',
    title: 'The certificate of the website is for another name',
    passTitle: 'The certificate of the website is for its name',
    why: 'Browsers show a full-page warning, because anybody can have a certificate for a name of their own.',
    fix: { kind: 'webHost', text: 'Have a certificate issued that lists this name among its alternative names, and configure the web server to use it for this name.' },
    references: [rfc(9525, 'Service identity in TLS', '6.3')],
  },
  key: {
    severity: 'high',
    title: 'A key in the certificate chain is too short',
    passTitle: 'The keys in the certificate chain are long enough',
    why: 'Short keys can be broken, and anyone who breaks one can pose as this website. Browsers refuse RSA keys of less than 2048 bits.',
    fix: { kind: 'webHost', text: 'Make a new key (ECDSA P-256, or RSA with 2048 bits or more) and have a certificate issued for it.' },
    references: [BASELINE],
  },
  signature: {
    severity: 'high',
    title: 'A certificate is signed with a broken hash',
    passTitle: 'The certificates are signed with a sound hash',
    why: 'With SHA-1 or MD5 a forged certificate can be made that has the same signature. Browsers have not trusted them since 2017.',
    fix: { kind: 'webHost', text: 'Have a new certificate issued: public authorities sign with SHA-256 or better. Replace old intermediate certificates too.' },
    references: [rfc(9155, 'Deprecating MD5 and SHA-1 signature hashes in TLS', '1'), BASELINE],
  },
  lifetime: {
    severity: 'medium',
    title: 'The certificate is valid for longer than browsers allow',
    passTitle: 'The certificate is not valid for longer than browsers allow',
    why: 'Browsers refuse certificates whose whole life is longer than the limit that held on the day of issue.',
    fix: { kind: 'webHost', text: 'Have a new certificate issued with a shorter life, and renew it automatically.' },
    references: [BASELINE],
  },
});

/** What the website speaks. */
const protocolRules = defineRules({ area: 'check', record: 'tls', prefix: 'tls' }, {
  version: {
    severity: 'medium',
    title: 'The website still offers old versions of TLS',
    passTitle: 'The website offers no old version of TLS',
    why: 'TLS 1.0 and 1.1 rest on broken hashes and ciphers and must not be used. No browser needs them, and card payment rules forbid them.',
    fix: { kind: 'webHost', text: 'Allow TLS 1.2 and TLS 1.3 only, such as "ssl_protocols TLSv1.2 TLSv1.3;" in nginx.' },
    references: [rfc(8996, 'Deprecating TLS 1.0 and TLS 1.1'), rfc(9325, 'Recommendations for secure use of TLS', '3.1.1')],
  },
});

export const rules = { ...certificateRules, ...protocolRules };
