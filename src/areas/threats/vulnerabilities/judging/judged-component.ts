import type { Component } from '../matching/component.ts';
import type { Match } from '../matching/judge.ts';

/** A component with where it was found. */
export interface FoundComponent extends Component {
  /** An address, or the name that a package list was given for. */
  host: string;
  /** Where at the host, for people. */
  location: string;
  name: string;
  from: 'scan' | 'packages';
  /** When it was last seen, epoch milliseconds. */
  seenAt: number;
}

/** A component with what is known of its product. */
export interface JudgedComponent {
  component: FoundComponent;
  /** Null where it is no product that is known here. */
  product: string | null;
  matches: readonly Match[];
  /** Whether a source was read whole for the product: otherwise nothing that is not found is known to be absent. */
  isJudged: boolean;
}
