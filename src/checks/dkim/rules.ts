import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const RFC_6376 = rfc(6376, 'DomainKeys Identified Mail (DKIM) Signatures');
const KEYS = rfc(6376, 'DomainKeys Identified Mail (DKIM) Signatures', '3.6.1');
const RFC_8301 = rfc(8301, 'Cryptographic Algorithm and Key Usage Update to DKIM');
const RFC_8463 = rfc(8463, 'A New Cryptographic Signature Method for DKIM');

export const rules = defineRules({ area: 'check', record: 'dkim', prefix: 'dkim' }, {
  'none.found': {
    severity: 'medium',
    title: 'No DKIM key was found at the selectors that were tried',
    passTitle: 'A DKIM key was found',
    why: 'Without a DKIM signature receivers cannot tell whether a message was changed, and DMARC fails as soon as a message is forwarded. '
      + 'DNS has no list of selectors, so a key may exist under a name that was not tried.',
    fix: {
      kind: 'mailHost',
      text: 'Switch on DKIM signing at your mail provider and publish the record that it shows. '
        + 'If you sign already, look up the selector (s=) in the DKIM-Signature header of a sent message.',
    },
    references: [RFC_6376],
  },
  revoked: {
    severity: 'info',
    title: 'A DKIM key has been revoked',
    passTitle: 'No revoked DKIM key was found',
    why: 'A record with an empty p= says that the key has been withdrawn: every signature made with it fails. After a change of keys that is as it should be.',
    fix: { kind: 'mailHost', text: 'Make sure that nothing signs with this selector any more. If something does, switch it to a selector with a live key, or publish a new key.' },
    references: [KEYS],
  },
  syntax: {
    severity: 'high',
    title: 'A DKIM record cannot be read',
    passTitle: 'The DKIM records can be read',
    why: 'Receivers ignore a record with an error in it, so every signature made with this key fails.',
    fix: { kind: 'dnsRecord', text: 'Publish the record again as your mail provider shows it: one TXT record, without added quotation marks or backslashes.' },
    references: [RFC_6376],
  },
  rsa: {
    severity: 'medium',
    title: 'An RSA key for DKIM has fewer than 2048 bits',
    passTitle: 'The RSA keys for DKIM have at least 2048 bits',
    why: 'Short keys can be broken, and anyone who does so can sign mail as this domain. Receivers must refuse keys below 1024 bits; signers should use 2048.',
    fix: { kind: 'mailHost', text: 'Have your mail provider make a 2048-bit RSA key under a new selector, publish it, then switch signing over to it.' },
    references: [RFC_8301],
  },
  ed25519: {
    severity: 'low',
    title: 'There is an Ed25519 key for DKIM but no RSA key',
    passTitle: 'The DKIM keys do not rest on Ed25519 alone',
    why: 'Many receivers cannot check Ed25519 signatures yet, so to them the mail is unsigned.',
    fix: { kind: 'mailHost', text: 'Sign with a 2048-bit RSA key as well, under a selector of its own.' },
    references: [RFC_8463],
  },
  h: {
    severity: 'high',
    title: 'A DKIM key does not allow SHA-256',
    passTitle: 'The DKIM keys allow SHA-256',
    why: 'Signatures with SHA-1 must not be accepted any more, so no valid signature can be made with this key.',
    fix: { kind: 'dnsRecord', text: 'Take the h= tag out of the record, or add sha256 to it.' },
    references: [RFC_8301],
  },
  k: {
    severity: 'medium',
    title: 'A DKIM key is of a type that receivers do not know',
    passTitle: 'The DKIM keys are of known types',
    why: 'Receivers ignore keys of types other than rsa and ed25519, written in lower case.',
    fix: { kind: 'dnsRecord', text: 'Set k=rsa or k=ed25519, as fits the key.' },
    references: [RFC_6376, RFC_8463],
  },
  s: {
    severity: 'high',
    title: 'A DKIM key is not for e-mail',
    passTitle: 'The DKIM keys are for e-mail',
    why: 'The s= tag lists the services that may use the key. Receivers ignore a key whose list names neither email nor *.',
    fix: { kind: 'dnsRecord', text: 'Take the s= tag out of the record, or set s=email.' },
    references: [RFC_6376],
  },
  t: {
    severity: 'low',
    title: 'A DKIM key is marked as a test',
    passTitle: 'No DKIM key is marked as a test',
    why: 'With t=y receivers must treat a message with a broken signature as if it were unsigned, so the key proves less than it could.',
    fix: { kind: 'dnsRecord', text: 'Take the flag y out of the t= tag when signing works.' },
    references: [RFC_6376],
  },
  multi: {
    severity: 'high',
    title: 'A DKIM selector has several TXT records',
    passTitle: 'Each DKIM selector has one TXT record',
    why: 'Which of several records a receiver takes is undefined, so signatures fail now and then.',
    fix: { kind: 'dnsRecord', text: 'Keep one TXT record at the selector. A long key belongs in one record with several strings, not in several records.' },
    references: [RFC_6376],
  },
  'cname.dangling': {
    severity: 'high',
    title: 'A DKIM selector points to a name that does not exist',
    passTitle: 'No DKIM selector points to a name that does not exist',
    why: 'The key is gone, so signatures fail. If somebody else can register the target, they can publish a key there and sign mail as this domain.',
    fix: { kind: 'dnsRecord', text: 'Remove the CNAME, or point it to the name that your mail provider shows today.' },
    references: [RFC_6376],
  },
  sharedkey: {
    severity: 'info',
    title: 'The same DKIM key is used in the zones of different owners',
    passTitle: 'No DKIM key is shared with others, as far as can be seen',
    why: 'Anyone who holds the private half of a key can sign mail for every domain that publishes it.',
    fix: { kind: 'mailHost', text: 'Make a new key for this domain alone, publish it under a new selector, switch signing over to it, and withdraw the old one.' },
    references: [RFC_6376],
  },
  wildcard: {
    severity: 'medium',
    title: 'Every DKIM selector answers with a key, even a made-up one',
    passTitle: 'A made-up DKIM selector has no key',
    why: 'A wildcard record makes any selector valid, hides which keys are in use, and keeps a key alive that should be gone.',
    fix: { kind: 'dnsRecord', text: 'Replace the wildcard record with one record for each selector in use.' },
    references: [RFC_6376],
  },
});
