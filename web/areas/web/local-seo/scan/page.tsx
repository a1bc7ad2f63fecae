import { Button, Select } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Part } from '../../../../parts/section.tsx';
import { Progress } from '../business/progress.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { isUnderWay, type ScanDetails } from '../types.ts';
import { Competitors } from './competitors.tsx';
import { GridMap } from './grid-map.tsx';
import { Metrics } from './metrics.tsx';
import { TimeSlider } from './time-slider.tsx';

const route = getRouteApi('/own/local-seo/scans/$id');
const { scan: words } = texts;

/** A rank grid for one keyword: how it came out, point by point, over time, and who ranks before. */
export default function ScanPage() {
  const { id } = route.useParams();
  const { keyword } = route.useSearch();
  const query = useGet('GET /api/local-seo/scans/{id}', { id, ...(keyword && { keyword }) });
  return <div className={classes.page}><Loaded of={query} what={words.what}>{({ data }) => <Shown of={data} />}</Loaded></div>;
}

function Shown({ of: scan }: { of: ScanDetails }) {
  const { listing } = route.useSearch();
  const change = useAddressChange();
  const mayChange = useMayChange();
  const { id, businessId, businessName, keyword, keywords, metrics, provider, grid, cause, competitors, createdAt, during, results } = scan;
  const inferred = results.filter(point => point.inferred).length;
  const chosen = competitors.find(({ placeId }) => placeId === listing);
  return (
    <>
      <PageHead
        title={words.title(keyword, businessName)} tab={words.tab(businessName)} above={<Link to="/local-seo/businesses/$id" params={{ id: businessId }}>{businessName}</Link>} answer={words.answer(metrics.solv, metrics.foundShare)}
        actions={<Button variant="default" leftSection={<Icon name="download" size={16} />} component="a" href={`/api/local-seo/scans/${id}/picture?${new URLSearchParams({ keyword }).toString()}`} download>{words.picture}</Button>}
      />
      <p className={classes.quiet}>{provider.name} · {texts.rankKinds[provider.rankKind]} · <Ago at={createdAt} />{during !== 'unknown' && <> · {words.during[during]}</>}<br />{provider.says}{provider.attribution !== null && <> {provider.attribution}.</>}</p>
      {isUnderWay(scan) && <Progress runId={id} mayChange={mayChange} />}
      {!isUnderWay(scan) && (metrics.unknownPoints ?? 0) > 0 && <p className={classes.note} data-status="warn">{words.unknown(metrics.unknownPoints ?? 0)} {cause !== null && words.cause(cause)}</p>}
      {inferred > 0 && <p className={classes.quiet}>{words.refined(inferred)}</p>}
      {keywords.length > 1 && <Select label={words.keyword} allowDeselect={false} data={keywords} value={keyword} onChange={value => change({ keyword: value ?? undefined, listing: undefined })} maw={360} />}
      <div className={classes.grids}>
        <GridMap title={businessName} grid={grid} points={scan.results} rankAt={({ rank }) => rank} />
        {chosen && <GridMap title={words.theirs(chosen.name ?? chosen.placeId)} grid={grid} points={scan.results} rankAt={({ listings }) => rankOf(listings, chosen.placeId)} />}
      </div>
      <TimeSlider of={scan} />
      <Part title={words.metrics}><Metrics of={scan} /></Part>
      <Part title={words.competitors} answer={words.competitorsSay}><Competitors of={scan} chosen={listing ?? null} onChoose={placeId => change({ listing: placeId ?? undefined })} /></Part>
    </>
  );
}

function rankOf(listings: ScanDetails['results'][number]['listings'], wanted: string): number | null {
  const at = listings.findIndex(({ placeId }) => placeId === wanted);
  return at < 0 ? null : at + 1;
}
