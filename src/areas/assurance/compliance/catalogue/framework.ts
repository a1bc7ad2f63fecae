/** One requirement of a framework. */
export interface Control {
  id: string;
  title: string;
  family: string;
  /** Its words, where they are public and were compared with the source; else the title says what it is about. */
  text: string | null;
  /** What it asks, in our own words. */
  summary?: string;
  /** A title above others, which is not assessed itself. */
  heading?: true;
  /** Of HIPAA: whether another measure may take its place (45 CFR 164.306(d)). */
  requirement?: 'required' | 'addressable';
  /** What it costs in the DoD's score where it is not met; null where there is no score without it. */
  weight?: 1 | 3 | 5 | null;
  /** What it costs where it is met in part. */
  partialWeight?: 3;
  weightRule?: string;
  /** May stand on a plan of action for the conditional status (32 CFR 170.21). */
  poamAllowed?: true;
  poamNote?: string;
  /** Of whom alone it is asked. */
  appliesTo?: string;
  /** Controls of CMMC Level 2 that it is part of. */
  serves?: readonly string[];
}

/** A catalogue of requirements; `version` is that of the law or standard. */
export interface Framework {
  id: string;
  title: string;
  version: string;
  source: string;
  /** What has to be said wherever its titles are shown. */
  attribution: string | null;
  /** How its controls are judged together. */
  rule: string;
  /** What has to be affirmed, attested or reported every year. */
  yearly?: { title: string; citation: string };
  controls: readonly Control[];
}
