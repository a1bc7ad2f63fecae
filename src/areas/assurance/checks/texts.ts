import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { Cause } from './machine/outcome.ts';

const causeNames: Readonly<Record<Cause, string>> = {
  dns: 'the name does not resolve', connect: 'no connection', timeout: 'no answer in time', tls: 'TLS fails', protocol: 'the reply cannot be read', status: 'unexpected status', condition: 'a condition is not met',
  notAllowed: 'the target is not allowed', missing: 'the job has not reported', reported: 'the job reports a failure', slow: 'slow', certificate: 'the certificate expires soon', ourSide: 'this service cannot reach the Internet',
};

/** What notifications, alerts and timelines of this area say. */
export const checksTexts = defineTexts('assurance/checks', ({ plural }) => ({
  causes: causeNames,
  down: (name: string, cause: string) => `${name} is down: ${cause}`,
  severalDown: (host: string, cause: string) => `${host} is down: ${cause}`,
  up: (name: string) => `${name} works again`,
  recovered: (name: string) => `${name} has recovered.`,
  joined: (name: string, cause: string) => `${name}: ${cause}`,
  resolved: 'Everything works again.',
  ended: (name: string) => `${name} is no longer checked.`,
  flapping: (name: string) => `${name} keeps changing between up and down`,
  flappingDetail: 'It changed more than four times within half an hour. Nothing more is sent until it has been stable for half an hour.',
  degraded: (name: string) => `${name} is degraded`,
  degradedDetail: (cause: string) => `It works, with a problem: ${cause}.`,
  ourSide: 'This service cannot reach most of its targets',
  ourSideDetail: 'More than half of all unrelated hosts failed at once, which points to the connection of this service. Single checks raise nothing until it recovers.',
  lasted: (minutes: number) => `It lasted ${plural(minutes, { one: 'minute', other: 'minutes' })}.`,
  service: (name: string, level: string) => `${name} reports: ${level}`,
  seeIncident: 'The incident shows since when and what else is affected.',
}));
export type ChecksTexts = SpokenOf<typeof checksTexts>;
