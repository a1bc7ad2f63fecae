import { Title } from '@mantine/core';
import { usePages } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';
import { Seen } from './seen.tsx';

const PAGE = 10;
const { check: words } = texts;

/** What was seen when the check failed, the newest first. */
export function Failures({ id }: { id: string }) {
  const query = usePages('GET /api/status/custom-checks/{id}/failures', { id, limit: PAGE });
  return (
    <section className={classes.section} aria-labelledby="failures">
      <Title order={2} id="failures">{words.failures}</Title>
      <Loaded of={query} what={words.failuresWhat}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <p className={classes.quiet}>{words.noFailures}</p>;
          return (
            <div className={classes.rows}>{all.map(one => (
              <Disclosure key={one.id} id={one.id} summary={<span className={classes.words}><span className={classes.cause}>{one.cause === null ? words.outcomes[one.outcome] : texts.causes[one.cause]}</span><span className={classes.quiet}><Ago at={one.at} /></span></span>}>
                <Seen of={one} />
              </Disclosure>
            ))}</div>
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </section>
  );
}
