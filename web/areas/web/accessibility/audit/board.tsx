import { Anchor, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { StatusBadge, StatusMark } from '../../../../parts/status-badge.tsx';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import { statusOfOutcome, type Audit, type Criterion, type Outcome } from '../types.ts';

const route = getRouteApi('/own/domains/$id/accessibility/$audit');
const { board: words } = texts;
const order: readonly Outcome[] = ['failed', 'cantTell', 'passed', 'inapplicable', 'untested'];

/** Every criterion by its outcome, in the order of the standard; one that is chosen shows what it asks and narrows down the faults. */
export function Board({ of, domainId }: { of: Audit; domainId: string }) {
  const { criterion } = route.useSearch();
  const chosen = of.criteria.find(one => one.criterion === criterion);
  return (
    <section className={classes.section} aria-labelledby="criteria">
      <div className={classes.bar}>
        <Title order={2} size="h3" id="criteria">{words.title}</Title>
        <ul className={classes.legend}>{order.filter(outcome => of.outcomes[outcome] > 0).map(outcome => <li key={outcome}><span aria-hidden="true" className={classes.mark}><StatusMark status={statusOfOutcome[outcome]} /></span><strong>{of.outcomes[outcome]}</strong> {texts.outcomes[outcome]}</li>)}</ul>
      </div>
      <p className={classes.quiet}>{words.says}</p>
      {(['1', '2', '3', '4'] as const).map(principle => (
        <div key={principle} className={classes.principle}>
          <Title order={3} size="h5">{words.principles[principle]}</Title>
          <ul className={classes.board}>{of.criteria.filter(one => one.criterion.startsWith(`${principle}.`)).map(one => <Cell key={one.criterion} of={one} domainId={domainId} auditId={of.id} isChosen={one === chosen} />)}</ul>
        </div>
      ))}
      {chosen && <Chosen of={chosen} domainId={domainId} auditId={of.id} />}
    </section>
  );
}

function Cell({ of: { criterion, name, outcome, failures, open }, domainId, auditId, isChosen }: { of: Criterion; domainId: string; auditId: string; isChosen: boolean }) {
  return (
    <li data-status={statusOfOutcome[outcome]}>
      <Link
        className={classes.cell} to="/domains/$id/accessibility/$audit" params={{ id: domainId, audit: auditId }}
        search={isChosen ? {} : { criterion }} resetScroll={false}
      >
        <span className={classes.cellHead}><span aria-hidden="true" className={classes.mark}><StatusMark status={statusOfOutcome[outcome]} /></span><strong>{criterion}</strong><span className={classes.outcome}>{texts.outcomes[outcome]}</span></span>
        <span>{name}</span>
        {(failures.causes > 0 || open > 0) && <span className={classes.quiet}>{[failures.causes > 0 && words.faults(failures.causes, failures.pages), open > 0 && words.open(open)].filter(Boolean).join(' · ')}</span>}
      </Link>
    </li>
  );
}

function Chosen({ of: { criterion, name, level, outcome, mode, open, passedRules, understanding }, domainId, auditId }: { of: Criterion; domainId: string; auditId: string }) {
  return (
    <div className={classes.chosen}>
      <Title order={3} size="h4">{words.chosen(criterion, name)}</Title>
      <p className={classes.controls}><StatusBadge status={statusOfOutcome[outcome]} word={texts.outcomes[outcome]} /><span>{words.level(level)}</span>{mode && <span>{words.modes[mode]}</span>}</p>
      {passedRules.length > 0 && <p className={classes.quiet}>{words.passedRules}: {passedRules.join(', ')}</p>}
      <p className={classes.controls}>
        {open > 0 && <Link to="/domains/$id/accessibility/$audit/review" params={{ id: domainId, audit: auditId }} search={{ criterion }}>{words.answer(open)}</Link>}
        <Anchor href={understanding} target="_blank" rel="noreferrer">{words.understanding}</Anchor>
        <Link to="/domains/$id/accessibility/$audit" params={{ id: domainId, audit: auditId }} search={{}} resetScroll={false}>{words.show}</Link>
      </p>
    </div>
  );
}
