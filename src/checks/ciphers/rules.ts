import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const TLS_ADVICE = (section: string) => rfc(9325, 'Recommendations for secure use of TLS', section);
const MOZILLA = { title: 'Mozilla, Server Side TLS', url: 'https://wiki.mozilla.org/Security/Server_Side_TLS' };
const GENERATOR = 'Take the intermediate configuration that Mozilla\'s SSL Configuration Generator makes for your web server.';

export const rules = defineRules({ area: 'check', record: 'ciphers', prefix: 'tls' }, {
  suites: {
    severity: 'high',
    title: 'The website offers weak encryption',
    passTitle: 'The website offers no weak encryption',
    why: 'RC4, DES and export suites are broken, 3DES and other ciphers with small blocks leak what is said often, and without encryption or certificate anybody can listen in. '
      + 'An attacker who can disturb a connection may force both sides down to the weakest suite they share.',
    fix: { kind: 'webHost', text: `Remove the suites that are named in the evidence. ${GENERATOR}` },
    references: [TLS_ADVICE('4.1'), MOZILLA],
  },
  forward_secrecy: {
    severity: 'low',
    title: 'Some connections to the website lack forward secrecy: its key can decrypt them later',
    passTitle: 'Connections to the website have forward secrecy',
    why: 'Without an ephemeral key exchange, anyone who records connections today and steals the key of the server tomorrow can read all of them.',
    fix: { kind: 'webHost', text: `Offer only suites that begin with ECDHE (or DHE), and TLS 1.3. ${GENERATOR}` },
    references: [TLS_ADVICE('4.1'), rfc(8446, 'TLS 1.3', '1.2')],
  },
  pq: {
    severity: 'info',
    title: 'The website does not offer a key exchange that withstands quantum computers',
    passTitle: 'The website offers a key exchange that withstands quantum computers',
    why: 'Connections that are recorded today could be read once large quantum computers exist. Browsers already use X25519MLKEM768 where a server offers it.',
    fix: { kind: 'webHost', text: 'Update the web server and its TLS library (OpenSSL 3.5 or newer), and put X25519MLKEM768 first among its groups.' },
    references: [rfc(10024, 'Hybrid key agreement with ML-KEM in TLS 1.3'), MOZILLA],
  },
  downgrade: {
    severity: 'low',
    title: 'Clients can be pushed down to an older version of TLS without noticing',
    passTitle: 'Clients notice when they are pushed down to an older version of TLS',
    why: 'An attacker who disturbs the first attempts makes clients fall back to an older version, and the server does not tell them that it knows a newer one.',
    fix: { kind: 'webHost', text: 'Update the TLS library of the web server: all current ones answer TLS_FALLBACK_SCSV. Or offer TLS 1.3 alone.' },
    references: [rfc(7507, 'TLS Fallback Signaling Cipher Suite Value', '3'), rfc(8446, 'TLS 1.3', '4.1.3')],
  },
  renegotiation: {
    severity: 'medium',
    title: 'The website does not renegotiate connections securely',
    passTitle: 'The website renegotiates connections securely',
    why: 'Without the extension of RFC 5746 an attacker can put data of his own in front of what a visitor sends.',
    fix: { kind: 'webHost', text: 'Update the TLS library of the web server, or switch renegotiation off.' },
    references: [rfc(5746, 'TLS renegotiation indication', '3.6'), TLS_ADVICE('3.5')],
  },
  dh: {
    severity: 'medium',
    title: 'The website uses key exchange groups that are too small',
    passTitle: 'The website uses key exchange groups that are large enough',
    why: 'Diffie-Hellman groups of 1024 bits or less, and curves of less than 224 bits, are within reach of well equipped attackers.',
    fix: { kind: 'webHost', text: 'Switch off the suites that begin with DHE in favour of ECDHE, or use a group of 2048 bits or more such as ffdhe2048. Remove the curves that are named.' },
    references: [TLS_ADVICE('4.2'), rfc(7919, 'Finite field Diffie-Hellman groups for TLS')],
  },
  order: {
    severity: 'low',
    title: 'The website lets clients choose its weak encryption',
    passTitle: 'The website does not let clients choose weak encryption before strong',
    why: 'Where weak suites are offered at all, the server should insist on its strong ones with every client that knows them.',
    fix: { kind: 'webHost', text: 'Remove the weak suites; until then switch the preference of the server on, such as "ssl_prefer_server_ciphers on;" in nginx.' },
    references: [TLS_ADVICE('4.2.1'), MOZILLA],
  },
});
