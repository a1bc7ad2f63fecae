import { Button } from '@mantine/core';
import type { InputOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts } from '../texts/reports.ts';
import classes from '../overview/dmarc.module.css';
import { PeriodChoice } from '../overview/period.tsx';
import { senderFilters } from '../overview/sender-filters.ts';
import { SenderList } from '../overview/sender-list.tsx';
import { useDomain } from './use-domain.ts';

const ROWS_A_PAGE = 50;

/** Who sends in the name of the domain, and what people say of each. */
export default function Senders() {
  const { domain, days, kind, from, change } = useDomain();
  const query = usePages('GET /api/dmarc/senders', { domain, from, limit: ROWS_A_PAGE, ...(kind === undefined ? {} : { class: kind }) } as InputOf<'GET /api/dmarc/senders'>);
  return (
    <div className={classes.section}>
      <div className={classes.bar}>
        <PeriodChoice days={days} onChange={chosen => change({ days: chosen })} />
        <FilterBar filters={senderFilters} values={{ class: kind }} onChange={change} />
      </div>
      <Loaded of={query} what={texts.senders.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length > 0) return <SenderList domain={domain} rows={rows} />;
          if (kind === undefined) return <Empty title={texts.senders.empty}>{texts.empty.domainWhy}</Empty>;
          return <Empty title={texts.senders.emptyFiltered} action={<Button variant="default" onClick={() => change({ class: undefined })}>{texts.senders.clear}</Button>} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </div>
  );
}
