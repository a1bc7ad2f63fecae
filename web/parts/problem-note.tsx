import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ClientProblem } from '../../src/surfaces/client/index.ts';
import type { Session } from '../api/session.ts';
import { texts } from '../texts/parts.ts';
import { Icon } from './icon.tsx';
import classes from './problem-note.module.css';

interface ProblemNoteProps {
  error: Error;
  /** What could not be shown or done, such as "The list of domains". */
  what?: string;
  /** Tries again; left out where that makes no sense. */
  onRetry?: () => void;
}

/** What failed and what to do: in the words of the service, with the id by which its operator finds the call, the plan where one is missing, and the way to a proof of ownership. */
export function ProblemNote({ error, what, onRetry }: ProblemNoteProps) {
  const { title, detail, plan, until, requestId, retriable, needsProof } = wordsOf(error);
  return (
    <section className={classes.note} data-status={plan === null ? 'fail' : 'info'} role="alert">
      <p className={classes.title}>{what === undefined || plan !== null ? title : texts.failed(what)}</p>
      <p>{detail}</p>
      {until !== null && <p>{texts.until(until)}</p>}
      <Foot requestId={requestId}>
        {plan !== null && <Button variant="default" size="xs" renderRoot={props => <Link to="/settings/plan" {...props} />}>{texts.plans}</Button>}
        {needsProof && <Button variant="default" size="xs" renderRoot={props => <Link to="/domains/ownership" {...props} />}>{texts.prove}</Button>}
        {retriable && onRetry && <Button variant="default" size="xs" leftSection={<Icon name="refresh" size={14} />} onClick={onRetry}>{texts.retry}</Button>}
      </Foot>
    </section>
  );
}

function Foot({ requestId, children }: { requestId: string | null; children: ReactNode }) {
  return (
    <div className={classes.foot}>
      {children}
      {requestId !== null && <span className={classes.request}>{texts.request}{' '}<code>{requestId}</code></span>}
    </div>
  );
}

interface Words {
  title: string;
  detail: string;
  /** The cheapest plan that has it; null where the plan is not the reason. */
  plan: Session['plan'] | null;
  /** When a limit ends. */
  until: Date | null;
  requestId: string | null;
  retriable: boolean;
  /** Whether the account has to show first that a domain is its own. */
  needsProof: boolean;
}

function wordsOf(error: Error): Words {
  if (!(error instanceof ClientProblem)) return { title: texts.fault, detail: texts.faultDetail, plan: null, until: null, requestId: null, retriable: true, needsProof: false };
  const { status, problem: { code, title, detail, required_plan: plan, limit, requestId } } = error.failure;
  return {
    title: code === 'plan_upgrade_required' && plan ? texts.needsPlan(plan) : title,
    detail: code === 'network' ? texts.unreachable : detail,
    plan: code === 'plan_upgrade_required' ? plan ?? null : null,
    until: typeof limit === 'object' ? new Date(limit.resetsAt) : null,
    requestId,
    retriable: status === 0 || status === 429 || status >= 500,
    needsProof: code === 'ownership_required',
  };
}
