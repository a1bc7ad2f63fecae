import { z } from 'zod';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import { channelKindNames, channelKinds, inwardHost, type ChannelKindName } from './channel-kinds.ts';

const Target = z.string().trim().min(1).max(2000).describe('E-mail address, https URL, or chat of Telegram; PagerDuty needs none');
const Secret = z.string().trim().min(1).max(200).describe('Token of the Telegram bot, access token of ntfy, or integration key of PagerDuty; a webhook gets its secret from us');
const Name = z.string().trim().min(1).max(100).regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'A name has no control characters.').describe('A name to tell channels apart');

export const newChannelFields = { kind: z.enum(channelKindNames), name: Name, target: Target.optional(), secret: Secret.optional() };
export const changedChannelFields = {
  name: Name.optional(), target: Target.optional(), secret: Secret.optional(),
  enabled: z.boolean().optional().describe('False turns it off; true turns one on again that was turned off'),
};

/** The target as it is kept; throws `Problem` for one that the kind does not have, or that leads inwards. */
export function readTarget(kind: ChannelKindName, given: string | undefined): string {
  const { standard, judge } = channelKinds[kind].target;
  const target = given ?? standard;
  if (target === null) throw invalid([{ path: ['target'], message: 'Give a value: it is needed.' }]);
  const wrong = judge(target);
  if (wrong !== null) throw invalid([{ path: ['target'], message: wrong }]);
  const inward = kind === 'email' ? null : inwardHost(target);
  if (inward !== null) throw new Problem('target_not_allowed', `${inward} is not a public host: messages go to public addresses only.`);
  return kind === 'email' ? target.toLowerCase() : target;
}

/** The secret that was given, null where there is none; throws `Problem` for one that the kind does not have. */
export function readSecret(kind: ChannelKindName, given: string | undefined): string | null {
  const wanted = channelKinds[kind].secret;
  const refuse = (message: string) => invalid([{ path: ['secret'], message }]);
  if (wanted === null || wanted === 'made') {
    if (given === undefined) return null;
    throw refuse(wanted === 'made' ? 'Leave it out: the secret is made here.' : `Leave it out: a channel of the kind ${kind} has none.`);
  }
  if (given === undefined) {
    if (wanted.needed) throw refuse(`Give ${wanted.wanted}.`);
    return null;
  }
  if (!wanted.pattern.test(given)) throw refuse(`Give ${wanted.wanted}.`);
  return given;
}
