import { defineAnnouncement } from '../../announcement.ts';

/** Told when an account has shown that a domain is its own, and had not before. */
export const ownershipProven = defineAnnouncement<{ accountId: string; domainId: string }>('ownership.proven');
