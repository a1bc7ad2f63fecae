import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useWholeList } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { Sections } from '../../status/index.ts';
import { PageForm } from '../form/page-form.tsx';
import classes from '../pages.module.css';
import { texts } from '../texts/pages.ts';
import { PageRow } from './page-row.tsx';

const route = getRouteApi('/own/status/pages');
/** What the address says while a page is created. */
const NEW = 'new';
const PAGE = 100;

/** The status pages that the account publishes. */
export default function StatusPages() {
  const { edit } = route.useSearch();
  const change = useAddressChange();
  const mayChange = useMayChange();
  const query = useWholeList('GET /api/status/pages', { limit: PAGE });
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const close = (): void => change({ edit: undefined });
  const add = mayChange && <Button leftSection={<Icon name="plus" size={16} />} onClick={() => change({ edit: NEW })}>{texts.add}</Button>;
  return (
    <>
      <PageHead title={texts.title} answer={query.data && <>{texts.answer(rows.filter(({ published }) => published).length, rows.length)}{!mayChange && <> {texts.viewer}</>}</>} actions={rows.length > 0 && edit !== NEW && add} />
      <Sections />
      <div className={classes.page}>
        {mayChange && edit === NEW && <PageForm page={null} onClose={close} />}
        {mayChange && edit !== undefined && edit !== NEW && <Edited key={edit} id={edit} onClose={close} />}
        <Loaded of={query} what={texts.what}>
          {() => rows.length > 0
            ? <ul className={classes.rows} aria-label={texts.list}>{rows.map(row => <PageRow key={row.id} of={row} onEdit={() => change({ edit: row.id })} />)}</ul>
            : <Empty title={texts.empty} sample={<Sample of={texts.sample} as={['pass', 'warn']} />} action={edit !== NEW && add}>{texts.emptyWhy}</Empty>}
        </Loaded>
      </div>
    </>
  );
}

function Edited({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useGet('GET /api/status/pages/{id}', { id });
  return <Loaded of={query} what={texts.whatOne}>{({ data }) => <PageForm key={data.id} page={data} onClose={onClose} />}</Loaded>;
}
