/** What a gauge at `/metrics` tells, and by which labels; each value of a label is a series, so there must be a bound on them. */
export interface GaugeTerms {
  help: string;
  labelNames: readonly string[];
}

/** How a gauge stands for some values of its labels. */
export interface GaugeValue {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}
