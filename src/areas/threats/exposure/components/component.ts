import { defineAnnouncement } from '../../../announcement.ts';

/** What a component is: a server program, a program that people use in a browser, code inside one, or the system below. */
export const componentKinds = ['service', 'application', 'library', 'operatingSystem'] as const;
export type ComponentKind = (typeof componentKinds)[number];

export const confidences = ['certain', 'likely', 'guess'] as const;

/** The package of a Linux distribution; what does not show is null. */
export interface ComponentDistribution {
  /** `debian`, `ubuntu` and so on. */
  distribution: string;
  /** Such as `12` or `22.04`. */
  release: string | null;
  /** The source package. */
  package: string | null;
  /** As the package manager compares it; the epoch is left out where it does not show. */
  version: string;
}

/** Something that is in use at an address, as one scan saw it. */
export interface ComponentSeen {
  address: string;
  port: number | null;
  place: string;
  kind: ComponentKind;
  vendor: string | null;
  product: string;
  version: string | null;
  distribution: ComponentDistribution | null;
  cpe23: readonly string[];
  purl: string | null;
  evidence: string;
  confidence: (typeof confidences)[number];
}

/** Told in the transaction in which the components of a scan are committed. */
export const componentsSeen = defineAnnouncement<{ accountId: string; domainId: string; scanId: string }>('exposure.componentsSeen');
