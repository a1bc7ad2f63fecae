import { CodeBlock } from '../../../../parts/copy.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../checks.module.css';
import { statusOfOutcome } from '../record-status.ts';
import { texts } from '../texts/checks.ts';
import type { Try } from '../types.ts';

const { check: words } = texts;
const phases = ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'totalMs'] as const;

/** What one try saw: the outcome, each condition, each phase, the beginning of the reply. */
export function Seen({ of: { outcome, cause, error, status, address, conditions, phases: took, reply } }: { of: Try }) {
  const said = [cause !== null && outcome !== 'up' ? texts.causes[cause] : null, error, status === null ? null : words.status(status), address === null ? null : words.address(address)].filter(part => part !== null);
  return (
    <div className={classes.section}>
      <p><StatusBadge status={statusOfOutcome[outcome]} word={words.outcomes[outcome]} /> {said.join(' · ')}</p>
      <SmallTable columns={[words.condition, words.holds, words.observed]} rows={conditions.map(({ condition, holds, observed }) => [condition, holds ? words.yes : words.no, observed])} />
      <SmallTable columns={[words.phase, words.time]} rows={phases.map(phase => [words.phases[phase], took[phase] === null ? words.notReached : texts.ms(Math.round(took[phase]))])} />
      {reply !== null && reply !== '' && <><p className={classes.quiet}>{words.reply}</p><CodeBlock text={reply} what={words.copyReply} /></>}
    </div>
  );
}
