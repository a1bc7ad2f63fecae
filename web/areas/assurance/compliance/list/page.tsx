import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { names } from '../texts/names.ts';
import { texts } from '../texts/compliance.ts';

/** The newest of compliance. */
export default function Page() {
  const query = useGet('GET /api/compliance', {});
  return (
    <>
      <PageHead title={names.title} answer={texts.answer} />
      <Loaded of={query} what={texts.what}>
        {({ data }) => (data.length === 0
          ? <Empty title={texts.empty} />
          : <ul>{data.map(({ id, text, createdAt }) => <li key={id}>{text} <Ago at={createdAt} /></li>)}</ul>)}
      </Loaded>
    </>
  );
}
