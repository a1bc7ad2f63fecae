import type { Moment } from '../../../core/language.ts';
import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What notifications of ownership say. */
export const ownershipTexts = defineTexts('domains/ownership', ({ isoDay }) => ({
  failing: (name: string, cause: string, graceEnds: Moment) => ({
    title: `The proof that ${name} is yours can no longer be found`,
    body: `${cause} Publish it again before ${isoDay(graceEnds)}; otherwise what needs the proof stops then.`,
  }),
  lost: (name: string, cause: string) => ({
    title: `${name} no longer counts as yours`,
    body: `${cause} What needs the proof has stopped. Publish it again: it is checked every day, or at once on request.`,
  }),
}));
export type OwnershipTexts = SpokenOf<typeof ownershipTexts>;
