import type { FailureReport } from '../parse/shapes.ts';

/** What is kept of a failure report: no message, and of addresses no local part. */
export type FailureContent = Pick<FailureReport, 'feedbackType' | 'authFailure' | 'deliveryResult' | 'identityAlignment' | 'sourceIp' | 'mailFrom' | 'dkimDomain' | 'dkimSelector' | 'spfRecord' | 'headers'>;

/** The parser has replaced local parts already and gives a few headers of the message. */
export function failureContent({ feedbackType, authFailure, deliveryResult, identityAlignment, sourceIp, mailFrom, dkimDomain, dkimSelector, spfRecord, headers }: FailureReport): FailureContent {
  const { subject: _, ...kept } = headers;
  return { feedbackType, authFailure, deliveryResult, identityAlignment, sourceIp, mailFrom, dkimDomain, dkimSelector, spfRecord, headers: kept };
}
