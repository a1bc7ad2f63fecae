import { Anchor, Title } from '@mantine/core';
import { StatusBadge, StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import type { Audit } from '../types.ts';

const { sample: words } = texts;
const statuses: Readonly<Record<Page['status'], Status>> = { judged: 'pass', failed: 'warn', waiting: 'off' };

type Page = Audit['pages'][number];

/** The pages that were judged, and why others were not. */
export function Sample({ of: { pages, keyboard, sample, signedIn } }: { of: Audit }) {
  return (
    <section className={classes.section} aria-labelledby="sample">
      <Title order={2} size="h3" id="sample">{words.title}</Title>
      {keyboard.reached && <p className={classes.note} data-status="warn"><StatusMark status="warn" />{words.reached(keyboard.limit)}</p>}
      {sample !== null && <p className={classes.note}>{sample.siteAuditId === null ? words.basis.links : words.basis.siteAudit}{signedIn && ` ${words.signedIn}`}</p>}
      <Table
        asCards columns={words.columns} machine={[0]}
        rows={pages.map(one => [
          <Anchor key="url" href={one.url} target="_blank" rel="noreferrer">{one.url}</Anchor>, one.title,
          <><StatusBadge status={statuses[one.status]} word={words.statuses[one.status]} />{remarksOn(one).map(remark => <p key={remark} className={classes.quiet}>{remark}</p>)}</>,
        ])}
      />
    </section>
  );
}

/** What limits the judgement of a page. */
function remarksOn({ chosen, template, cause, certificateError, keyboard, scripts, views, engines }: Page): string[] {
  const why = template === null ? chosen && words.chosen[chosen] : words.template(template);
  return [...(why === null ? [] : [why]), ...views.flatMap(one => (one.cause === null ? [] : [words.view(one.view, one.cause)])), ...(cause === null ? [] : [cause]), ...(certificateError === null ? [] : [words.certificate(certificateError)]), ...(keyboard?.cut ? [words.cut(keyboard.stops)] : []), ...(scripts === false ? [words.noScripts] : []), ...engines.flatMap(({ engine, outcome, cause }) => (outcome === 'failed' ? [words.engineFailed(texts.causes.engineNames[engine], cause ?? '')] : []))];
}
