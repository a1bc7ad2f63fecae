import type { GaugeTerms, GaugeValue } from '../core/gauge.ts';
import type { Db } from '../store/index.ts';

/** Gauges that an area has at `/metrics`, read from the database whenever somebody asks for them. */
export interface AreaGauges {
  /** By name, which begins with `dss_`. */
  of: Readonly<Record<string, GaugeTerms>>;
  read(db: Db): Promise<readonly GaugeValue[]>;
}
