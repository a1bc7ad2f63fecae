import { Progress } from '@mantine/core';
import { useSession, type Session } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts as parts } from '../../../../texts/parts.ts';
import { texts } from '../texts/settings.ts';
import { Row } from '../../../../parts/row.tsx';
import classes from '../account.module.css';

type Allowance = Session['allowances'][number];

const { plan: words } = texts;
const plans = ['free', 'pro', 'enterprise'] as const satisfies readonly Session['plan'][];

/** What the plan allows, and what is left of it today. */
export default function Plan() {
  const session = useSession();
  if (session === null) return null;
  return (
    <div>
      <Row title={parts.plan(session.plan)} answer={words.answer}>
        <ul className={classes.plans} aria-label={words.compareTitle}>
          {plans.map(plan => (
            <li key={plan} className={classes.plan} data-yours={plan === session.plan || undefined}>
              <div className={classes.planName}><strong>{parts.planNames[plan]}</strong>{plan === session.plan && <StatusBadge status="info" word={words.yours} />}</div>
              <ul>{words.terms[plan].map(term => <li key={term}>{term}</li>)}</ul>
            </li>
          ))}
        </ul>
        <p className={classes.small}>{words.compareAnswer}</p>
      </Row>
      <Row title={words.todayTitle} answer={words.todayAnswer}>{session.allowances.map(one => <Left key={one.name} allowance={one} />)}</Row>
    </div>
  );
}

function Left({ allowance: { name, max, remaining, resetsAt } }: { allowance: Allowance }) {
  return (
    <div className={classes.allowance}>
      <div className={classes.allowanceHead}><strong>{words.names[name]}</strong><span>{words.left(remaining, max)}</span></div>
      <Progress value={max === 0 ? 0 : 100 * remaining / max} aria-label={words.names[name]} />
      <div className={classes.allowanceHead}><span className={classes.small}>{words.of[name]}</span><span className={classes.small}>{words.resets} <Ago at={resetsAt} /></span></div>
    </div>
  );
}
