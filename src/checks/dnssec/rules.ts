import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const CHAIN = rfc(4035, 'Protocol Modifications for DNSSEC', '5');
const PRACTICE = rfc(6781, 'DNSSEC Operational Practices');
const ALGORITHMS = rfc(9904, 'DNSSEC Cryptographic Algorithm Recommendations');

export const rules = defineRules({ area: 'check', record: 'dnssec', prefix: 'sec' }, {
  unsigned: {
    severity: 'medium',
    title: 'The domain is not signed: its DNS answers can be forged',
    passTitle: 'The domain is signed, and the parent zone vouches for it',
    why: 'Without DNSSEC nobody can tell a forged DNS answer from a true one, and mail or visitors can be led elsewhere.',
    fix: { kind: 'dnsHost', text: 'Switch on DNSSEC at the DNS host, then enter the DS record that it shows at the registrar.' },
    references: [rfc(9364, 'DNS Security Extensions'), CHAIN],
  },
  bogus: {
    severity: 'critical',
    cap: 'F',
    title: 'DNSSEC of the domain is broken: most of the Internet cannot reach it',
    passTitle: 'The DNS answers of the domain are authentic from the root down',
    why: 'Resolvers that validate refuse to answer for a domain whose signatures do not hold. Large providers and many networks use such resolvers.',
    fix: { kind: 'dnsHost', text: 'Fix what the evidence names. If that takes time, have the registrar remove the DS records: then the domain works again, unprotected.' },
    references: [CHAIN],
  },
  records: {
    severity: 'high',
    title: 'Resolvers that validate refuse some records of the domain',
    passTitle: 'Resolvers that validate accept every record that was looked up',
    why: 'The signatures over these records are invalid, so validating resolvers return an error for them. The rest of the domain is not affected.',
    fix: { kind: 'dnsHost', text: 'Sign these records again, and check that the zone is re-signed automatically and reaches every nameserver. The DS records at the registrar are right: leave them as they are.' },
    references: [rfc(4035, 'Protocol Modifications for DNSSEC', '5.5')],
  },
  island: {
    severity: 'medium',
    title: 'The zone is signed, but no DS record leads to it, so nobody checks the signatures',
    passTitle: 'A DS record leads to the keys of the zone',
    why: 'Signatures are only checked where the parent zone has a DS record for the key. Without it the domain is as open to forgery as an unsigned one.',
    fix: { kind: 'registrar', text: 'Enter the DS record at the registrar.' },
    references: [rfc(4034, 'Resource Records for DNSSEC', '5')],
  },
  algo: {
    severity: 'high',
    title: 'The zone is signed with an algorithm that is no longer safe',
    passTitle: 'The zone is signed with an algorithm that is safe and widely verified',
    why: 'Signatures of outdated algorithms can be forged, and resolvers stop verifying them: the domain then counts as unsigned. Hardly any resolver knows the rarest ones.',
    fix: { kind: 'dnsHost', text: 'Change the signing algorithm to ECDSAP256SHA256 (13) or ED25519 (15) by an algorithm rollover, then replace the DS records.' },
    references: [ALGORITHMS, rfc(9905, 'Deprecating SHA-1 in DNSSEC Signature Algorithms')],
  },
  dsdigest: {
    severity: 'high',
    title: 'The DS record uses a digest that is no longer safe',
    passTitle: 'The DS records use a safe digest',
    why: 'The DS record ties the domain to its key. With a weak digest a forged key could be made to fit, and resolvers may ignore the record.',
    fix: { kind: 'registrar', text: 'Replace the DS record with one with digest type 2 (SHA-256).' },
    references: [ALGORITHMS, rfc(4509, 'Use of SHA-256 in DS Records')],
  },
  'nsec3.iterations': {
    severity: 'low',
    title: 'NSEC3 hashes names more often than once',
    passTitle: 'Absence is proven without needless work',
    why: 'Additional iterations protect nothing, cost every resolver time, and from a limit on make resolvers treat the zone as unsigned or refuse it.',
    fix: { kind: 'dnsHost', text: 'Set the NSEC3 parameters to 0 iterations and no salt, or use NSEC.' },
    references: [rfc(9276, 'Guidance for NSEC3 Parameter Settings', '3.1')],
  },
  'rrsig.expiry': {
    severity: 'high',
    title: 'Signatures of the zone are about to expire and are not being renewed',
    passTitle: 'Signatures of the zone are renewed in time, and valid no longer than needed',
    why: 'When a signature expires, validating resolvers stop answering for the domain. Signing software renews long before that, so a signature this old is a sign that it stopped.',
    fix: { kind: 'dnsHost', text: 'Check that the zone is still re-signed automatically, and sign it now.' },
    references: [PRACTICE],
  },
  keysize: {
    severity: 'medium',
    title: 'The zone is signed with an RSA key that is too short',
    passTitle: 'The keys of the zone are long enough',
    why: 'RSA keys below 2048 bits can be broken with the means of large organisations, and then every answer of the domain can be forged.',
    fix: { kind: 'dnsHost', text: 'Replace the key with one of ECDSAP256SHA256 (13), or of RSA with 2048 bits.' },
    references: [PRACTICE],
  },
  'ns.inconsistent': {
    severity: 'high',
    title: 'Some nameservers give answers without valid signatures',
    passTitle: 'All nameservers give signed answers',
    why: 'A resolver that happens to ask such a server gets an answer that it must refuse, so the domain fails now and then, for some people.',
    fix: { kind: 'dnsHost', text: 'Bring the signed zone to every nameserver, and check the zone transfer to those that are named in the evidence.' },
    references: [rfc(4035, 'Protocol Modifications for DNSSEC', '3.1')],
  },
  denial: {
    severity: 'high',
    title: 'The zone cannot prove that names or records do not exist',
    passTitle: 'The zone proves what does not exist',
    why: 'An answer that something does not exist needs a signed proof. Without it resolvers report an error, which delays mail and breaks lookups for optional records.',
    fix: { kind: 'dnsHost', text: 'Re-sign the zone with its whole chain of NSEC or NSEC3 records, and update the software of the nameservers.' },
    references: [rfc(4035, 'Protocol Modifications for DNSSEC', '5.4'), rfc(5155, 'NSEC3', '8')],
  },
  cds: {
    severity: 'info',
    title: 'The zone asks for other DS records than the parent zone has',
    passTitle: 'The parent zone has the DS records that the zone asks for',
    why: 'CDS and CDNSKEY records tell the parent zone which DS records to publish. Where they differ, a key change is under way, or nobody acts on them.',
    fix: { kind: 'registrar', text: 'Where the registry does not read CDS records, enter the wanted DS records at the registrar; otherwise wait, or correct the CDS records.' },
    references: [rfc(7344, 'Automating DNSSEC Delegation Trust Maintenance'), rfc(8078, 'Managing DS Records via CDS/CDNSKEY')],
  },
  registry: {
    severity: 'medium',
    title: 'The registry and the DNS do not agree on whether the domain is signed',
    passTitle: 'The registry and the DNS agree on whether the domain is signed',
    why: 'The DS records in the DNS come from the registry. Where its data says otherwise, a change got lost or was not made by you.',
    fix: { kind: 'registrar', text: 'Check the DNSSEC data of the domain at the registrar, and enter or remove the DS records there.' },
    references: [rfc(9083, 'JSON Responses for RDAP', '5.3')],
  },
});
