import { useNavigate } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import type { ScanDetails } from '../types.ts';

const { scan: words } = texts;
type Provider = NonNullable<InputOf<'GET /api/local-seo/trends'>['provider']>;

/** Moves through the scans of the same keyword and grid, and says which changes are noise. */
export function TimeSlider({ of: { id, businessId, keyword, provider } }: { of: ScanDetails }) {
  const navigate = useNavigate();
  const trend = useGet('GET /api/local-seo/trends', { businessId, keyword, provider: provider.id as Provider }).data?.data;
  if (trend === undefined) return null;
  const scans = trend.scans.filter(({ comparable }) => comparable);
  const at = scans.findIndex(scan => scan.id === id);
  const noise = <p className={classes.quiet}>{words.noise(trend.noise.pairs, texts.figure(trend.noise.atrp), texts.percent(trend.noise.solv))}</p>;
  if (at < 0 || scans.length < 2) return noise;
  const show = (index: number): void => void navigate({ to: '/local-seo/scans/$id', params: { id: scans[index]!.id }, search: before => ({ ...before, keyword }), replace: true, resetScroll: false });
  return (
    <div className={classes.time}>
      <label>
        {words.time} <span className={classes.quiet}>{words.earlier(at + 1, scans.length)} · <Ago at={scans[at]!.finishedAt} /></span>
        <input className={classes.slider} type="range" min={0} max={scans.length - 1} step={1} value={at} aria-label={words.timeLabel} aria-valuetext={words.earlier(at + 1, scans.length)} onChange={event => show(Number(event.currentTarget.value))} />
      </label>
      {noise}
    </div>
  );
}
