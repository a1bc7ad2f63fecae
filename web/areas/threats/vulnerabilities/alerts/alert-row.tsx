import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { PriorityBadge } from '../priority.tsx';
import { texts } from '../texts/vulnerabilities.ts';
import type { VulnerabilityAlert } from '../types.ts';
import classes from '../vulnerabilities.module.css';
import { AlertAnswer } from './answer.tsx';

const { alert: words } = texts;

/** One vulnerability at one host: what it is, why it is urgent, what to do, and what was said of it. */
export function AlertRow({ alert, isFirst }: { alert: VulnerabilityAlert; isFirst: boolean }) {
  const { cve, title, priority, component: { product, version }, host, status, reasons, whatToDo } = alert;
  const name = version === null ? product : `${product} ${version}`;
  const summary = (
    <span className={classes.summary}>
      {status === 'open' ? <PriorityBadge priority={priority} /> : <StatusBadge status="off" word={texts.answers.statuses[status]} />}
      <span className={classes.words}><span>{cve}{title !== null && <> · <span>{title}</span></>}</span><span className={classes.quiet}>{words.at(name, host)}</span></span>
    </span>
  );
  return (
    <Disclosure id={alert.id} summary={summary} isOpen={isFirst}>
      <div className={classes.inside}>
        <div><p className={classes.label}>{words.whatToDo}</p><p>{whatToDo}</p></div>
        <div><p className={classes.label}>{words.why}</p><p>{reasons.length === 0 ? words.noReason : reasons.map(reason => words.reasons[reason]).join(', ')}</p></div>
        <Facts of={factsOf(alert)} />
        <div className={classes.controls}>
          <Anchor renderRoot={props => <Link to="/vulnerabilities/product" search={{ id: product }} {...props} />}>{words.allHosts(product)}</Anchor>
          <Anchor href={`https://www.cve.org/CVERecord?id=${cve}`} target="_blank" rel="noreferrer">{cve}</Anchor>
        </div>
        <AlertAnswer alert={alert} />
      </div>
    </Disclosure>
  );
}

function factsOf({ host, location, domainId, domain, component, fixedIn, confidence, cvss, epss, knownExploited, sources, firstSeenAt }: VulnerabilityAlert) {
  const { facts } = words;
  return [
    [facts.host, component.from === 'packages' ? host : location],
    [facts.domain, <Link key="domain" to="/domains/$id/exposure" params={{ id: domainId }}>{domain}</Link>],
    [facts.version, component.package ?? component.version],
    [facts.fixedIn, fixedIn],
    [facts.confidence, confidence === null ? words.unknownConfidence : words.confidence[confidence]],
    [facts.cvss, cvss === null ? words.unscored : words.cvss(cvss.version, cvss.score === null ? words.unscored : language.number(cvss.score), cvss.by)],
    [facts.epss, epss && words.epss(epss.score, epss.percentile)],
    [facts.exploited, knownExploited.length === 0 ? null : knownExploited.map(({ source, addedOn, dueOn }) => words.exploited(words.lists[source], language.day(addedOn), dueOn && language.day(dueOn))).join('; ')],
    [facts.sources, sources.map(({ source, dataAsOf }) => words.source(nameOf(source), dataAsOf)).join('; ')],
    [facts.since, <Ago key="since" at={firstSeenAt} />],
  ] as const;
}

function nameOf(source: string): string {
  const { names } = texts.sources;
  return source in names ? names[source as keyof typeof names] : source;
}
