import { Button, Progress, Skeleton, Title } from '@mantine/core';
import { ScoreRing } from '../../../../charts/score-ring.tsx';
import { language } from '../../../../language/index.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/report.ts';
import { FindingLink } from './finding-link.tsx';
import classes from './report.module.css';
import { groupsAt, filterOf, isSerious, isIssue, type FindingFilter } from './record-status.ts';
import type { Report } from './types.ts';
import { unknownGroups } from './unknown.ts';

type Result = NonNullable<Report['result']>;

interface VerdictHeadProps {
  report: Report;
  onFilter: (filter: FindingFilter) => void;
  onCheckAgain?: (() => void) | undefined;
  isChecking?: boolean;
}

/** The answer in one line, with score, grade and the numbers behind it; while the check is under way, how far it has come. */
export function VerdictHead({ report, onFilter, onCheckAgain, isChecking = false }: VerdictHeadProps) {
  const { result } = report;
  if (result === null) return <UnderWay report={report} />;
  const sentences = 'verdict' in result ? result.verdict.sentences : [];
  return (
    <header className={classes.head}>
      <ScoreRing score={result.score} grade={result.grade} provisional={result.provisional} />
      <div className={classes.headText}>
        <Title order={2} className={classes.headline}>{headlineOf(result)}</Title>
        {sentences.length > 0 ? <ul className={classes.sentences}>{sentences.map(sentence => <li key={sentence}>{sentence}</li>)}</ul> : null}
        <Counts result={result} onFilter={onFilter} />
        <p className={classes.quiet}>
          {texts.head.checked(language.moment(result.timestamp), result.durationMs, result.questions)}.
          {result.unread.length > 0 && result.grade === null ? ` ${texts.head.unread(result.unread.map(record => texts.records.names[record]), result.score !== null)}` : result.score === null ? ` ${texts.head.noScore}` : result.provisional ? ` ${texts.head.provisional}` : null}
        </p>
        <ScoreReasons result={result} />
      </div>
      {onCheckAgain ? <Button className={classes.again} variant="default" loading={isChecking} leftSection={<Icon name="refresh" size={16} />} onClick={onCheckAgain}>{texts.head.again}</Button> : null}
    </header>
  );
}

function UnderWay({ report: { domain, depth, records } }: { report: Report }) {
  const all = groupsAt(depth).flatMap(group => group.records);
  const done = all.filter(name => records[name] !== undefined).length;
  const said = texts.head.progress(done, all.length);
  return (
    <header className={classes.head}>
      <Skeleton circle height={112} />
      <div className={classes.headText}>
        <Title order={2} className={classes.headline}>{texts.head.checking(domain)}</Title>
        <p role="status">{said}</p>
        <Progress value={(done / all.length) * 100} aria-label={said} size="sm" />
      </div>
    </header>
  );
}

function headlineOf(result: Result): string {
  if ('verdict' in result) return result.verdict.headline;
  const { domain, findings } = result;
  const words = texts.head.headline;
  const missing = findings.find(({ id, state }) => id === 'in.nxdomain' && state === 'fail');
  if (missing) return missing.title;
  const [serious, issues] = [findings.filter(isSerious), findings.filter(isIssue)];
  if (serious.some(({ severity }) => severity === 'critical')) return words.critical(domain);
  if (serious.length > 0) return words.serious(domain, serious.length);
  if (issues.length > 0) return words.warning(domain, issues.length);
  return findings.some(({ state, severity }) => state === 'unknown' && severity !== 'info') ? words.unknown(domain) : words.good(domain);
}

/** The numbers, each a way to its findings. */
function Counts({ result: { findings }, onFilter }: { result: Result; onFilter: (filter: FindingFilter) => void }) {
  const of = (filter: FindingFilter) => findings.filter(finding => filterOf(finding) === filter).length;
  const [serious, failed] = [findings.filter(isSerious).length, unknownGroups(findings).length];
  const counts = [
    { status: 'fail', count: serious, text: texts.head.counts.serious(serious), filter: 'issues' },
    { status: 'warn', count: of('issues') - serious, text: texts.head.counts.warning(of('issues') - serious, serious > 0), filter: 'issues' },
    { status: 'unknown', count: failed, text: texts.head.counts.unknown(failed), filter: 'unknown' },
    { status: 'pass', count: of('passed'), text: texts.head.counts.passed(of('passed')), filter: 'passed' },
  ] as const;
  return (
    <p className={classes.counts}>
      {counts.filter(({ count }) => count > 0).map(({ status, text, filter }) => (
        <a key={status} href="#report-findings" className={classes.countLink} onClick={() => onFilter(filter)}><StatusMark status={status} />{text}</a>
      ))}
    </p>
  );
}

function ScoreReasons({ result: { scoreReasons, profile } }: { result: Result }) {
  return (
    <details className={classes.why}>
      <summary>{texts.head.why}</summary>
      <ul>
        <li>{texts.head.profile[profile.kind]}. {texts.head.profileBy(texts.listed(profile.evidence))}.</li>
        {scoreReasons.map(({ finding, title, lost, best }) => (
          <li key={finding}>
            <FindingLink finding={finding}>{title}</FindingLink>{' '}
            <span className={classes.quiet}>{[...(lost > 0 ? [texts.head.lost(lost)] : []), ...(best === undefined ? [] : [texts.head.best(best)])].join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
