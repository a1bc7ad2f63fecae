import { Button } from '@mantine/core';
import { Table } from '../../../../parts/table.tsx';
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
  if (competitors.length === 0) return <p className={classes.quiet}>{words.none}</p>;
  return (
    <>
      <Table
        label={words.competitors} columns={words.competitorColumns} numbers={[1, 2, 3]}
        rows={competitors.slice(0, SHOWN).map(({ placeId, name, metrics }) => [
          <>
            {name ?? placeId}<br />
            <Button size="compact-xs" variant="subtle" aria-pressed={chosen === placeId} aria-label={`${chosen === placeId ? words.hide : words.side}: ${name ?? placeId}`} onClick={() => onChoose(chosen === placeId ? null : placeId)}>{chosen === placeId ? words.hide : words.side}</Button>
          </>,
          texts.figure(metrics.atrp), texts.percent(metrics.solv), texts.percent(metrics.foundShare),
        ])}
      />
      {competitors.length > SHOWN && <p className={classes.quiet}>{words.more(competitors.length - SHOWN)}</p>}
    </>
  );
}
