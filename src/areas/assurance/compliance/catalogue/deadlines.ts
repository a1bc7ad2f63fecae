/** From when a clock runs. */
export const clockStarts = ['discovery', 'endOfYearOfDiscovery', 'reportSubmitted', 'materialityDetermined', 'occurrence', 'containment'] as const;
export type ClockStart = (typeof clockStarts)[number];

/** The day as of which the clocks were read from their sources. */
export const DEADLINES_AS_OF = '2026-11-21';

/** A duty that an incident brings, with its time limit: ISO 8601, or `P4BD` for business days of federal offices. */
export interface Deadline {
  id: string;
  title: string;
  citation: string;
  start: ClockStart;
  dueIn: string;
  appliesWhen: string;
  note: string | null;
  /** Least number of people concerned, where the duty depends on it. */
  threshold: number | null;
}

/** Public law, summarised in our own words, as of November 2026; no legal advice. */
export const deadlines: readonly Deadline[] = [
  { id: 'hipaaIndividuals', title: 'Notify the individuals affected', citation: '45 CFR 164.404', start: 'discovery', dueIn: 'P60D', appliesWhen: 'breach of unsecured PHI', note: 'calendar days, without unreasonable delay', threshold: null },
  { id: 'hipaaMedia', title: 'Notify the media', citation: '45 CFR 164.406', start: 'discovery', dueIn: 'P60D', appliesWhen: 'more than 500 residents of one State', note: null, threshold: 500 },
  { id: 'hipaaHhsLarge', title: 'Notify HHS: 500 or more individuals', citation: '45 CFR 164.408(b)', start: 'discovery', dueIn: 'P60D', appliesWhen: '500 or more individuals', note: 'at the same time as individuals', threshold: 500 },
  { id: 'hipaaHhsSmall', title: 'Notify HHS: fewer than 500 individuals', citation: '45 CFR 164.408(c)', start: 'endOfYearOfDiscovery', dueIn: 'P60D', appliesWhen: 'fewer than 500 individuals', note: null, threshold: null },
  { id: 'hipaaBaToCe', title: 'Notify the covered entity', citation: '45 CFR 164.410', start: 'discovery', dueIn: 'P60D', appliesWhen: 'business associate to covered entity', note: null, threshold: null },
  { id: 'dfars7012', title: 'Report to the Department of Defense', citation: '48 CFR 252.204-7012(c)', start: 'discovery', dueIn: 'PT72H', appliesWhen: 'covered defense information or operationally critical support', note: 'via DIBNet, medium assurance certificate', threshold: null },
  { id: 'dfarsPreserve', title: 'Preserve images and packet captures', citation: '48 CFR 252.204-7012(e)', start: 'reportSubmitted', dueIn: 'P90D', appliesWhen: 'retention, not notification', note: 'keep images and packet capture at least this long', threshold: null },
  { id: 'ftcSafeguards', title: 'Notify the FTC', citation: '16 CFR 314.4(j)', start: 'discovery', dueIn: 'P30D', appliesWhen: '500 or more consumers, unencrypted', note: 'as soon as possible', threshold: 500 },
  { id: 'pciBrands', title: 'Notify the acquirer and the card brands', citation: 'PCI DSS 12.10 and brand/acquirer rules', start: 'discovery', dueIn: 'PT0S', appliesWhen: 'suspected account data compromise', note: 'immediately; brand and acquirer contracts set further dates', threshold: null },
  { id: 'irsTaxPro', title: 'Contact the IRS stakeholder liaison', citation: 'IRS Pub 4557/5708 guidance', start: 'discovery', dueIn: 'PT0S', appliesWhen: 'tax client data theft', note: 'contact local IRS Stakeholder Liaison at once', threshold: null },
  { id: 'gdprAuthority', title: 'Notify the supervisory authority', citation: 'GDPR Art. 33', start: 'discovery', dueIn: 'PT72H', appliesWhen: 'unless unlikely to result in risk', note: null, threshold: null },
  { id: 'sec8k', title: 'File Form 8-K', citation: 'SEC Form 8-K Item 1.05', start: 'materialityDetermined', dueIn: 'P4BD', appliesWhen: 'registrants', note: 'business days', threshold: null },
];
