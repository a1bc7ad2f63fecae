/** What a registry says of one registration, whatever protocol and layout it used. */
export interface Registration {
  /** Lower-case A-labels; null where the reply does not repeat the name. */
  domain: string | null;
  registrar: { name: string; ianaId: number | null } | null;
  /** ISO 8601 in UTC, as the two below; a time that came without a zone is read as UTC. */
  createdAt: string | null;
  updatedAt: string | null;
  expiresAt: string | null;
  /** EPP statuses in camelCase (RFC 5731 §2.3, RFC 3915 §3.1), others in the registry's words. */
  statuses: readonly string[];
  /** Lower-case A-labels in the registry's order. */
  nameservers: readonly string[];
  /** Whether the registry has DNSSEC data of the domain; null where it does not say. */
  dnssec: boolean | null;
  /** Whether a name, address, telephone number or e-mail address of the holder can be read; the data itself is not kept. */
  holder: 'shown' | 'withheld' | 'absent';
}

/** What one reply means; `unclear` says nothing of the domain, and why. */
export type Reading =
  | { registered: 'yes'; registration: Registration }
  | { registered: 'no' }
  | { registered: 'unclear'; cause: string };
