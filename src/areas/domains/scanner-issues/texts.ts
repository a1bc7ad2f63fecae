import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What a report is about, for the answers. */
export interface About {
  domain: string;
  /** The title of the finding. */
  title: string;
}

/** What reporters are notified of, and the answers that the operator chooses from. */
export const scannerIssuesTexts = defineTexts('domains/scanner-issues', () => ({
  answered: ({ domain, title }: About) => `${domain}: the operator has answered your report on "${title}"`,
  verdicts: { wrong: 'The finding was wrong.', right: 'The finding is right.', undecided: 'What was seen does not show whether the finding is right.' },
  templates: {
    fixed: ({ title }: About) => `Thank you. "${title}" was a mistake in the check. It is corrected: check the domain again to confirm.`,
    accepted: ({ title }: About) => `Thank you. "${title}" is a mistake in the check. We will correct it; the changelog will say in which version.`,
    right: ({ domain }: About) => `We replayed what the check saw of ${domain}: the finding follows from it. The page of the finding says which standard requires it and how to fix it.`,
    changed: ({ domain }: About) => `What is published for ${domain} has changed since your report. Check it again, and report the finding once more if it is still wrong.`,
    more: ({ domain }: About) => `What the check saw of ${domain} does not show why the finding would be wrong. Tell us in a support thread which record or server shows it.`,
  },
}));
export type ScannerIssuesTexts = SpokenOf<typeof scannerIssuesTexts>;
