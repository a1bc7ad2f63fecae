import { z } from 'zod';

/** A domain of the account as callers name it: by its name (Unicode or A-labels) or by its id. */
export const DomainReference = z.string().regex(/^[^\x00-\x20\x7f/\\:@?#,;]{1,255}$/, 'Give the name of a domain, such as example.org, or its id.');

/** What to do about a domain that the account does not have. */
export const howToAdd = 'Add it first: POST /api/domains with its name, which is the tool domains_create and the command "dss domains create".';

/** Whether the reference is a name; ids have no dots, and names have at least one. */
export function isName(reference: string): boolean {
  return reference.includes('.') || /[^\x00-\x7f]/.test(reference);
}
