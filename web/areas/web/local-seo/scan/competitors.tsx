import { Button } from '@mantine/core';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import type { ScanDetails } from '../types.ts';

const { scan: words } = texts;
const SHOWN = 20;

interface CompetitorsProps {
  of: ScanDetails;
  /** Whose grid stands next to one's own. */
  chosen: string | null;
  onChoose: (placeId: string | null) => void;
}

/** Who else is found, with the same figures; one of them can be put next to one's own grid. */
export function Competitors({ of: { competitors }, chosen, onChoose }: CompetitorsProps) {
  const [business, atrp, solv, found] = words.competitorColumns;
  if (competitors.length === 0) return <p className={classes.quiet}>{words.none}</p>;
  return (
    <>
      <table className={classes.table} aria-label={words.competitors}>
        <thead><tr><th scope="col">{business}</th><th scope="col" data-number>{atrp}</th><th scope="col" data-number>{solv}</th><th scope="col" data-number data-wide>{found}</th></tr></thead>
        <tbody>{competitors.slice(0, SHOWN).map(({ placeId, name, metrics }) => (
          <tr key={placeId}>
            <th scope="row">
              {name ?? placeId}<br />
              <Button size="compact-xs" variant="subtle" aria-pressed={chosen === placeId} aria-label={`${chosen === placeId ? words.hide : words.side}: ${name ?? placeId}`} onClick={() => onChoose(chosen === placeId ? null : placeId)}>{chosen === placeId ? words.hide : words.side}</Button>
            </th>
            <td data-number>{texts.figure(metrics.atrp)}</td><td data-number>{texts.percent(metrics.solv)}</td><td data-number data-wide>{texts.percent(metrics.foundShare)}</td>
          </tr>
        ))}</tbody>
      </table>
      {competitors.length > SHOWN && <p className={classes.quiet}>{words.more(competitors.length - SHOWN)}</p>}
    </>
  );
}
