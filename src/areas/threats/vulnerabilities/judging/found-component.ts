import type { Component } from '../matching/component.ts';

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
