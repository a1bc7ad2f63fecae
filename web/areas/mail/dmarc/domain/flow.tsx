import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { FlowBand, FlowNode } from '../../../../charts/flow-layout.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import classes from '../overview/dmarc.module.css';
import { texts } from '../texts/reports.ts';
import type { Summary } from '../types.ts';
import { useDomain } from './use-domain.ts';

const FlowPicture = lazy(async () => ({ default: (await import('../../../../charts/flow-picture.tsx')).FlowPicture }));

type Flow = NonNullable<Summary['flow']>;
type Aligned = Flow['outcomes'][number]['aligned'];

const { flow: words } = texts;
const alignments = ['both', 'dkim', 'spf', 'none'] as const satisfies readonly Aligned[];
const outcomes = ['none', 'quarantine', 'reject', 'unknown'] as const;
const statusOfOutcome = { none: 'off', quarantine: 'warn', reject: 'info', unknown: 'unknown' } as const;
const statusOfAligned = (aligned: Aligned) => (aligned === 'none' ? 'fail' as const : 'pass' as const);

/** A sender of the picture; all further ones together have no class of their own. */
interface Source extends Readonly<Record<Aligned, number>> {
  /** Of its node. */
  key: string;
  name: string;
  messages: number;
  /** By which the list of senders is narrowed down to it. */
  kind?: string;
  /** Of its row there. */
  hash?: string;
}

/** From senders by alignment to what receivers did; each sender leads to its line in the list. */
export function SenderFlow({ domain, of, dataQuality: { uncounted, held } }: { domain: string; of: Flow; dataQuality: Summary['dataQuality'] }) {
  const navigate = useNavigate();
  const { days } = useDomain();
  const sources = sourcesOf(of);
  const target = ({ kind, hash }: Source) => ({
    to: '/dmarc/$domain/$section', params: { domain, section: 'senders' }, ...(hash !== undefined && { hash }),
    search: { ...(days !== undefined && { days }), ...(kind !== undefined && { class: kind }) },
  }) as const;
  const byKey = new Map(sources.map(source => [source.key, source]));
  const say = (key: string): string => {
    const { name, messages, ...parts } = byKey.get(key)!;
    return words.sender(name, messages, alignments.filter(aligned => parts[aligned] > 0).map(aligned => words.part(words.aligned[aligned], parts[aligned])));
  };
  const unknown = of.outcomes.reduce((sum, { unknown: messages }) => sum + messages, 0);
  return (
    <section className={classes.section} aria-label={words.title}>
      <Suspense fallback={<div className={classes.chart} />}>
        <FlowPicture
          title={words.title} description={words.description} nodes={nodesOf(of, sources)} bands={bandsOf(of, sources)} say={say} percent={texts.percent}
          onSelect={key => void navigate(target(byKey.get(key)!))} table={<Tables of={of} sources={sources} link={source => <Link {...target(source)}>{source.name}</Link>} />}
        />
      </Suspense>
      {unknown > 0 && <p className={classes.quiet}>{words.unknown(unknown)}</p>}
      {uncounted.reports > 0 && <p className={classes.quiet}>{words.uncounted(uncounted.reports, uncounted.messages)}</p>}
      {held !== null && <p className={classes.quiet}>{words.held(held.reports)}</p>}
    </section>
  );
}

function sourcesOf({ sources, others }: Flow): Source[] {
  return [
    ...sources.map(({ id, class: kind, ...source }) => ({ ...source, key: `from ${id}`, hash: `sender-${id}`, ...(kind !== 'mixed' && { kind }) })),
    ...(others === null ? [] : [{ ...others, key: 'from others', name: words.others(others.senders) }]),
  ];
}

function nodesOf({ outcomes: aligned }: Flow, sources: readonly Source[]): FlowNode[] {
  return [
    ...sources.map(({ key, name, messages }) => ({ key, column: 0, label: name, count: messages, status: 'off' as const })),
    ...aligned.map(({ aligned: by, messages }) => ({ key: `by ${by}`, column: 1, label: words.aligned[by], count: messages, status: statusOfAligned(by) })),
    ...outcomes.map(outcome => ({ key: `to ${outcome}`, column: 2, label: words.outcomes[outcome], count: aligned.reduce((sum, one) => sum + one[outcome], 0), status: statusOfOutcome[outcome] })).filter(({ count }) => count > 0),
  ];
}

function bandsOf({ outcomes: aligned }: Flow, sources: readonly Source[]): FlowBand[] {
  return [
    ...sources.flatMap(source => alignments.map(by => ({ from: source.key, to: `by ${by}`, count: source[by], status: statusOfAligned(by) }))),
    ...aligned.flatMap(one => outcomes.map(outcome => ({ from: `by ${one.aligned}`, to: `to ${outcome}`, count: one[outcome], status: outcome === 'unknown' ? 'unknown' as const : statusOfAligned(one.aligned) }))),
  ];
}

function Tables({ of, sources, link }: { of: Flow; sources: readonly Source[]; link: (source: Source) => ReactNode }) {
  const { columns } = words;
  return (
    <>
      <SmallTable columns={[columns.sender, ...alignments.map(by => words.aligned[by]), columns.messages]} rows={sources.map(source => [link(source), ...alignments.map(by => texts.count(source[by])), texts.count(source.messages)])} />
      <SmallTable columns={[columns.aligned, ...outcomes.map(outcome => words.outcomes[outcome]), columns.messages]} rows={of.outcomes.map(one => [words.aligned[one.aligned], ...outcomes.map(outcome => texts.count(one[outcome])), texts.count(one.messages)])} />
    </>
  );
}
