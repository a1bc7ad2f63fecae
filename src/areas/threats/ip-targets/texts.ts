import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import { ipEventKinds, type IpEventKind } from './events/kinds.ts';

const kinds: Readonly<Record<IpEventKind, string>> = ipEventKinds;
const endings: Readonly<Partial<Record<string, { beginning: string; why: string }>>> = {
  authorized: { beginning: 'Authorized: ', why: 'Somebody authorized the change.' },
  reverted: { beginning: 'Resolved: ', why: 'It is resolved; nothing to do.' },
  superseded: { beginning: 'Replaced: ', why: 'It has been superseded by another change, which is reported separately.' },
};

/** What notifications and e-mails about IP targets say. */
export const ipTargetsTexts = defineTexts('threats/ip-targets', ({ isoDay }) => ({
  /** What stands before the title. */
  beginnings: { opened: '', denied: 'Denied: ', again: 'Still changed: ' },
  /** How an event ended, by its state. */
  endings,
  /** Why each kind matters. */
  kinds,
  unproven: (target: string, cause: string) => ({
    title: `${target} is no longer proven to be yours`,
    detail: `${cause} Until the proof is back, no packet is sent to such addresses and their ports are not scanned. Blocklists and networks are still checked.`,
  }),
  agreement: (target: string, network: string, service: string, asks: string, code: string, until: Date) => ({
    subject: `May ${target} be scanned for open ports?`,
    text: [
      `${asks} asks ${service} to check the addresses ${target} regularly for open ports and the services behind them. According to the registry you are a contact of the network ${network}, which they belong to.`,
      `If you agree, give this code to whoever asks, before ${isoDay(until)}:`,
      code,
      'If you do not agree, do nothing: without the code, nothing is scanned. This service writes to the contact of a network at most once in 30 days.',
    ],
  }),
}));
export type IpTargetsTexts = SpokenOf<typeof ipTargetsTexts>;
