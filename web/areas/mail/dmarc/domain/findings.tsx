import { Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/reports.ts';
import classes from '../overview/dmarc.module.css';
import { PeriodChoice } from '../overview/period.tsx';
import { DiagnosisList } from './diagnosis-list.tsx';
import { useDomain, useDomainId } from './use-domain.ts';

const { findings: words } = texts;

/** What the reports show to be wrong, and how each is fixed. */
export default function Findings() {
  const { domain, days, from, change } = useDomain();
  const id = useDomainId(domain);
  const query = useGet('GET /api/dmarc/diagnostics', { domain, from });
  return (
    <div className={classes.section}>
      <Loaded of={query} what={words.what}>
        {({ data: { findings, checkedAt, messages } }) => (
          <>
            <div className={classes.bar}>
              <PeriodChoice days={days} onChange={chosen => change({ days: chosen })} />
              <p className={classes.quiet}>
                {checkedAt === null ? words.unchecked : <>{words.checked} <Ago at={checkedAt} />.</>} {id !== null && <Link to="/domains/$id" params={{ id }}>{words.scan}</Link>}
              </p>
            </div>
            <p role="status">{messages === 0 && findings.length === 0 ? words.noneYet : words.answer(findings.length)}</p>
            <DiagnosisList of={findings} domain={domain} from={from} count={words.messages} />
          </>
        )}
      </Loaded>
    </div>
  );
}
