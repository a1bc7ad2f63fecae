import { rfc } from '../../core/findings/references.ts';
import { defineRules } from '../../core/findings/rules.ts';

const STS = (section: string) => rfc(8461, 'MTA-STS', section);

export const rules = defineRules({ area: 'check', record: 'mtaSts', prefix: 'sts' }, {
  missing: {
    severity: 'low',
    title: 'No MTA-STS: mail to this domain can be read on its way by someone who strips the encryption',
    passTitle: 'MTA-STS is published',
    why: 'Without MTA-STS or DANE a sender cannot know that your servers offer encryption, and delivers in clear text when an attacker hides it.',
    fix: { kind: 'dnsRecord', text: 'Serve a policy file at https://mta-sts.<domain>/.well-known/mta-sts.txt, in mode testing first, then publish this record.' },
    references: [STS('3')],
  },
  txt: {
    severity: 'medium',
    title: 'The MTA-STS record is not valid, so senders ignore the policy',
    passTitle: 'The MTA-STS record is valid',
    why: 'Exactly one record that begins with v=STSv1; and has an id of 1 to 32 letters and digits must stand there.',
    fix: { kind: 'dnsRecord', text: 'Publish exactly one record, and give it a new id whenever the policy changes.' },
    references: [STS('3.1')],
  },
  fetch: {
    severity: 'high',
    title: 'The MTA-STS policy file cannot be fetched',
    passTitle: 'The MTA-STS policy file can be fetched',
    why: 'Senders that cannot fetch the policy deliver as if there were none.',
    fix: { kind: 'webHost', text: 'Serve the file over HTTPS with a certificate for the mta-sts host, as text/plain, with status 200 and without a redirect.' },
    references: [STS('3.3')],
  },
  policy: {
    severity: 'medium',
    title: 'The MTA-STS policy file has an error',
    passTitle: 'The MTA-STS policy file is well formed',
    why: 'Senders ignore a policy that they cannot read.',
    fix: { kind: 'webHost', text: 'Correct the lines that are named in the evidence. The file has the lines version, mode, mx (one for each server) and max_age.' },
    references: [STS('3.2')],
  },
  mode: {
    severity: 'low',
    title: 'The MTA-STS policy is not enforced',
    passTitle: 'The MTA-STS policy is enforced',
    why: 'In mode testing senders only report, in mode none they do nothing.',
    fix: { kind: 'webHost', text: 'When TLS reports show no failures, set mode: enforce and change the id of the record.' },
    references: [STS('5')],
  },
  max_age: {
    severity: 'low',
    title: 'The MTA-STS policy is remembered for less than a day',
    passTitle: 'The MTA-STS policy is remembered long enough',
    why: 'Between two mails the sender forgets the policy, and the first delivery is open to attack again. Values above 31557600 (a year) are not allowed.',
    fix: { kind: 'webHost', text: 'Set max_age to a week or more, such as 604800.' },
    references: [STS('3.2')],
  },
  mx: {
    severity: 'high',
    title: 'A mail server is not named in the MTA-STS policy: senders that honour it will not deliver there',
    passTitle: 'The MTA-STS policy names every mail server',
    why: 'In mode enforce a sender refuses servers that no mx line matches; a wildcard stands for exactly one label.',
    fix: { kind: 'webHost', text: 'Add an mx line for each server that is named in the evidence, then change the id of the record.' },
    references: [STS('4.1')],
  },
  orphan: {
    severity: 'low',
    title: 'An MTA-STS policy file is served, but no record announces it',
    passTitle: 'The MTA-STS policy file has its record',
    why: 'Senders look for the policy only where the record is.',
    fix: { kind: 'dnsRecord', text: 'Publish the record, or remove the file.' },
    references: [STS('3.1')],
  },
});
