import type { FoundComponent } from './found-component.ts';
import type { Verdict } from './verdicts.ts';

/** A component with what is known of its product. */
export interface JudgedComponent {
  component: FoundComponent;
  /** Null where it is no product that is known here. */
  product: string | null;
  verdict: Verdict;
  /** Whether a source was read whole for the product: otherwise nothing that is not found is known to be absent. */
  isJudged: boolean;
}
