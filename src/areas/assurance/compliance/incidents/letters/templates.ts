import { facts, type LetterFacts, type Said } from './facts.ts';

/** One thing that a letter has to say. */
interface Part {
  heading: string;
  /** What the incident says of it; left out where no incident does. */
  says?: (of: LetterFacts) => Said;
  /** What a person has to complete where nothing is known. */
  asks: string;
}

/** How a duty is fulfilled in writing. */
export interface Template {
  title: string;
  to: string;
  /** How it is sent, and which rule says what stands in it. */
  how: string;
  parts: readonly Part[];
}

const firm: Part = { heading: 'From', says: facts.firm, asks: 'name' };
const address: Part = { heading: 'Address', asks: 'postal address' };
const happened: Part = { heading: 'What happened', says: facts.what, asks: 'a brief description of what happened' };
const occurred: Part = { heading: 'When it happened', says: facts.occurred, asks: 'the date or range of dates, if it is known' };
const discovered: Part = { heading: 'When it was discovered', says: facts.discovered, asks: 'the date of discovery' };
const data: Part = { heading: 'What information was involved', says: facts.data, asks: 'the types of information, such as names, dates of birth or account numbers; no values' };
const people: Part = { heading: 'How many people are concerned', says: facts.people, asks: 'the number, or an estimate that is called one' };
const doing: Part = { heading: 'What we are doing', says: facts.actions, asks: 'what was done to investigate, to limit the harm and to keep it from happening again' };
const protect: Part = { heading: 'What you can do', asks: 'steps that people should take to protect themselves, such as to watch their statements, change passwords or freeze their credit' };
const person: Part = { heading: 'Contact', says: facts.contact, asks: 'the person who answers questions' };
const reach: Part = { heading: 'How to reach us', asks: 'a toll-free telephone number, an e-mail address, a website or a postal address' };
const systems: Part = { heading: 'Systems concerned', says: facts.systems, asks: 'the systems that are concerned' };
const contained: Part = { heading: 'When it was contained', says: facts.contained, asks: 'the date, or that it is not contained yet' };
const encrypted: Part = { heading: 'Encryption', says: facts.encrypted, asks: 'whether the data was encrypted and the key is safe' };

const toPeople: readonly Part[] = [happened, occurred, discovered, data, protect, doing, person, reach];
const toHhs: readonly Part[] = [
  { heading: 'Covered entity', says: facts.firm, asks: 'name' }, address, person, reach, { heading: 'Business associate', asks: 'name and address, where the breach was at a business associate' },
  occurred, discovered, people, { heading: 'Type of breach', says: facts.kind, asks: 'such as hacking, loss, theft, improper disposal, or unauthorized access' },
  { heading: 'Where the information was', says: facts.systems, asks: 'such as laptop, e-mail, network server or paper' }, data, happened,
  { heading: 'Safeguards before the breach', says: facts.encrypted, asks: 'such as encryption, firewalls or training' }, doing,
  { heading: 'Notice to individuals', asks: 'the date on which notices were sent, and whether by substitute notice or to the media' },
];

/** By the duty that each fulfils. Our own structure over what the rules require, as of November 2026; no legal advice. */
export const templates: Readonly<Record<string, Template>> = {
  hipaaIndividuals: { title: 'Notice of a breach of your health information', to: 'Each individual whose unsecured health information was concerned', how: 'By first-class mail, or by e-mail to those who agreed; its content: 45 CFR 164.404(c).', parts: [firm, address, ...toPeople] },
  hipaaMedia: { title: 'Notice of a breach of health information', to: 'Prominent media outlets that serve the State', how: 'As a press release, with the content of the notice to individuals: 45 CFR 164.406(c).', parts: [firm, address, { heading: 'States concerned', says: facts.states, asks: 'the States with more than 500 residents concerned' }, people, ...toPeople] },
  hipaaHhsLarge: { title: 'Entries for the breach report to HHS, 500 or more individuals', to: 'Secretary of Health and Human Services', how: 'In the breach portal on the website of HHS, which asks for it: 45 CFR 164.408(b).', parts: toHhs },
  hipaaHhsSmall: { title: 'Entries for the breach report to HHS, fewer than 500 individuals', to: 'Secretary of Health and Human Services', how: 'In the breach portal on the website of HHS, which asks for it: 45 CFR 164.408(c).', parts: toHhs },
  hipaaBaToCe: {
    title: 'Notice of a breach by a business associate', to: 'The covered entity', how: 'As the agreement with it says; its content: 45 CFR 164.410(c).',
    parts: [firm, address, { heading: 'Covered entity', asks: 'name and address' }, { heading: 'Individuals concerned', asks: 'the identity of each individual, as far as possible, in a protected attachment' }, people, ...toPeople],
  },
  dfars7012: {
    title: 'Entries for the cyber incident report to the Department of Defense', to: 'Department of Defense, by DIBNet', how: 'At https://dibnet.dod.mil with a medium assurance certificate: 48 CFR 252.204-7012(c).',
    parts: [
      { heading: 'Company', says: facts.firm, asks: 'name' }, address, { heading: 'CAGE code', says: facts.cageCode, asks: 'the CAGE code' }, { heading: 'Contracts', says: facts.contracts, asks: 'contract numbers, and the contracting officer of each' }, person, reach,
      discovered, occurred, { heading: 'Location of the compromise', says: facts.systems, asks: 'systems and places' }, { heading: 'Type of compromise', says: facts.kind, asks: 'such as unauthorized access' }, { heading: 'Technique or method', says: facts.technique, asks: 'how it was done' },
      { heading: 'Outcome', says: facts.outcome, asks: 'successful, failed or unknown' }, { heading: 'Information concerned', says: facts.data, asks: 'which covered defense information, and whether it was taken' },
      { heading: 'Impact', asks: 'impact on covered defense information and on the ability to perform' }, { heading: 'Narrative', says: facts.what, asks: 'what happened' }, doing,
    ],
  },
  dfarsPreserve: {
    title: 'Instruction to preserve images and packet captures', to: 'Those who keep the systems concerned', how: 'Inside the company: 48 CFR 252.204-7012(e).',
    parts: [firm, { heading: 'Preserve until', says: facts.due, asks: '90 days after the report to the Department of Defense was submitted' }, { heading: 'Preserve', says: () => ['Images of all known affected systems', 'All relevant monitoring and packet capture data'], asks: 'what to preserve' }, systems, { heading: 'Who answers for it', says: facts.contact, asks: 'a person' }],
  },
  ftcSafeguards: {
    title: 'Entries for the notification event report to the FTC', to: 'Federal Trade Commission', how: 'In the form on the website of the FTC: 16 CFR 314.4(j)(1).',
    parts: [
      { heading: 'Financial institution', says: facts.firm, asks: 'name' }, address, person, reach, data, occurred, people, { heading: 'General description of the event', says: facts.what, asks: 'what happened' },
      { heading: 'Law enforcement', asks: 'whether an official has determined in writing that telling the public would impede an investigation or damage national security, and how to reach that official' },
    ],
  },
  pciBrands: {
    title: 'Notice of a suspected compromise of account data', to: 'The acquirer and the payment card brands', how: 'At once, as the contract with the acquirer and the rules of each brand say: PCI DSS 12.10.',
    parts: [
      firm, address, { heading: 'Merchant number', asks: 'the merchant number at the acquirer' }, person, reach, happened, occurred, discovered, contained, systems, data, { heading: 'Accounts concerned', asks: 'the number of card accounts by brand, and the range of dates of their transactions' },
      doing, { heading: 'Forensic investigator', asks: 'the PCI Forensic Investigator (PFI) that was engaged, or why none was' },
    ],
  },
  irsTaxPro: {
    title: 'Report of a theft of data of tax clients', to: 'The local IRS Stakeholder Liaison', how: 'By telephone, then as the liaison says; States and client insurers may want the same: IRS Publication 4557.',
    parts: [firm, address, { heading: 'EFIN and PTIN', asks: 'the numbers of the firm and of each preparer' }, person, reach, happened, occurred, discovered, contained, systems, data, { heading: 'Clients concerned', says: facts.people, asks: 'the number; a list by name and taxpayer identification number goes to the liaison in a protected way' }, doing],
  },
  gdprAuthority: {
    title: 'Notification of a personal data breach', to: 'The competent supervisory authority', how: 'In the form of the authority: Article 33(3) GDPR.',
    parts: [
      { heading: 'Controller', says: facts.firm, asks: 'name' }, address, { heading: 'Data protection officer or other contact', says: facts.contact, asks: 'name and contact details' }, reach, { heading: 'Nature of the breach', says: facts.what, asks: 'what happened' }, occurred, discovered,
      { heading: 'Categories of personal data', says: facts.data, asks: 'the categories' }, { heading: 'Approximate number of data subjects', says: facts.people, asks: 'the number, and the categories of data subjects' }, { heading: 'Approximate number of records', asks: 'the number' }, encrypted,
      { heading: 'Likely consequences', asks: 'what may follow for the data subjects' }, { heading: 'Measures taken or proposed', says: facts.actions, asks: 'measures, also those that mitigate its effects' }, { heading: 'Reasons for a delay', asks: 'needed where it is sent later than 72 hours after discovery' },
    ],
  },
  sec8k: {
    title: 'Draft of Form 8-K, Item 1.05', to: 'Securities and Exchange Commission', how: 'Filed by EDGAR; counsel and the disclosure committee decide on every word: Form 8-K, Item 1.05(a).',
    parts: [
      { heading: 'Registrant', says: facts.firm, asks: 'name' }, { heading: 'Nature of the incident', says: facts.what, asks: 'its material aspects' }, { heading: 'Scope', says: facts.systems, asks: 'systems and data' }, { heading: 'Timing', says: of => momentsOf(of), asks: 'when it happened and was discovered' },
      { heading: 'Material impact', asks: 'its impact, or reasonably likely impact, also on financial condition and results of operations; or that it is not determined yet' },
    ],
  },
};

/** For customers of whom no duty of the catalogue speaks, and for duties of the account's own clocks. */
export const general: Template = { title: 'Notice of a security incident', to: 'Those whom it concerns', how: 'As the law or contract that asks for it says.', parts: [firm, address, ...toPeople] };

function momentsOf(of: LetterFacts): Said {
  return [facts.occurred(of), facts.discovered(of)].flatMap((said, at) => (typeof said === 'string' ? `${['Happened', 'Discovered'][at]!}: ${said}` : []));
}
