import type { DocumentFacts, PageFacts, StructuredItem } from '../../site-audit/index.ts';
import type { ByIntent, Intent } from './intents.ts';
import { weigh, type Judgement, type Signal, type SignalSource } from './judgement.ts';
import { findPhrase, findTerms, knownCities, languageFrom, languageOf, termsOf, type Terms } from './terms.ts';
import { segmentsOf, wordsOf } from './words.ts';

const PRIOR: ByIntent = { informational: 0.5, navigational: 0, commercial: 0, transactional: 0 };
/** Chosen with the half of the labelled pages that weights are chosen with. */
const TEMPERATURE = 1.8;
/** How much a term counts by where it is seen, and what one source can say of one intent at most. */
const FACTORS = { title: 0.6, heading: 0.5, path: 0.5 } as const;
const MAX_OF_SOURCE = 4;
const SEGMENT = 3;
const MANY_PRICES = 5;
const [LONG, SHORT] = [800, 80];
const MAX_HEADINGS = 30;
const MAX_LINKS = 300;

/** What structured data of these types says (https://schema.org); an organization stands on most pages of a site. */
const TYPES: Readonly<Record<string, readonly [Intent, number]>> = {
  Article: ['informational', 2.5], BlogPosting: ['informational', 3], NewsArticle: ['informational', 3], TechArticle: ['informational', 3], Report: ['informational', 2], HowTo: ['informational', 3], FAQPage: ['informational', 2], QAPage: ['informational', 3], Recipe: ['informational', 3.5],
  Course: ['informational', 1], DefinedTerm: ['informational', 3], MedicalWebPage: ['informational', 2.5], Product: ['transactional', 3], ProductGroup: ['transactional', 3], Offer: ['transactional', 1.5], OfferCatalog: ['transactional', 1.5], Event: ['transactional', 1.5], SoftwareApplication: ['transactional', 1],
  CheckoutPage: ['transactional', 4], Review: ['commercial', 3], CriticReview: ['commercial', 3], ItemList: ['commercial', 1.5], ContactPage: ['navigational', 4], AboutPage: ['navigational', 4], ProfilePage: ['navigational', 2.5], Organization: ['navigational', 0.5], LocalBusiness: ['navigational', 1.5], Store: ['navigational', 1], Restaurant: ['navigational', 1],
};
const LOCAL_TYPES = /^(?:LocalBusiness|Store|Restaurant|Dentist|Physician|Hotel|Plumber|Electrician|HairSalon|AutoRepair|RealEstateAgent|LegalService|MedicalClinic|Place|PostalAddress)$/;

/** What somebody wants who opens the page; null where it is no HTML that could be read. */
export function judgePageIntent({ finalUrl, document }: Pick<PageFacts, 'finalUrl' | 'document'>): Judgement | null {
  if (document === null) return null;
  const title = titleOf(document);
  const heading = headingOf(document);
  const language = languageFrom(document.lang) ?? languageFrom(document.text.language) ?? languageOf(wordsOf(`${title} ${heading} ${document.text.start}`));
  const terms = termsOf(language);
  const signals = [...ofTitle(terms, title, heading), ...ofPath(terms, finalUrl), ...ofHeadings(document), ...ofActions(terms, document), ...ofTypes(document.structured), ...ofForm(document), ...ofText(document)];
  return weigh(PRIOR, bounded(signals), TEMPERATURE, { local: isLocal(terms, document, `${title} ${heading}`), language });
}

/** The intent of a page by its title alone; null where that says nothing. */
export function titleIntentOf({ document }: Pick<PageFacts, 'document'>): Intent | null {
  if (document === null) return null;
  const words = wordsOf(titleOf(document));
  const terms = termsOf(languageFrom(document.lang) ?? languageFrom(document.text.language) ?? languageOf(words));
  const signals = findTerms(terms, words);
  if (signals.length === 0) return null;
  const judged = weigh({ informational: 0, navigational: 0, commercial: 0, transactional: 0 }, signals.map(({ term, intent, weight }) => ({ source: 'title', seen: term, intent, weight })), TEMPERATURE, { local: false, language: terms.language });
  return judged.confidence >= 0.5 ? judged.primary : null;
}

/** Without the name of the site at its end. */
export function titleOf({ titles }: Pick<DocumentFacts, 'titles'>): string {
  const [first = ''] = (titles[0]?.text ?? '').split(/\s[|–—·]\s|\s-\s(?=[^-]{1,30}$)/, 1);
  return first;
}

export function headingOf({ headings }: Pick<DocumentFacts, 'headings'>): string {
  return headings.find(({ level }) => level === 1)?.text ?? '';
}

/** A term that title and heading share counts once. */
function ofTitle(terms: Terms, title: string, heading: string): Signal[] {
  const inTitle = findTerms(terms, wordsOf(title));
  const seen = new Set(inTitle.map(({ term }) => term));
  const inHeading = findTerms(terms, wordsOf(heading)).filter(({ term }) => !seen.has(term));
  const signal = (source: 'title' | 'heading') => ({ term, intent, weight }: (typeof inTitle)[number]): Signal => ({ source, seen: term, intent, weight: weight * FACTORS[source] });
  return [...inTitle.map(signal('title')), ...inHeading.map(signal('heading'))];
}

function ofPath(terms: Terms, address: string): Signal[] {
  const path = URL.parse(address)?.pathname ?? '/';
  if (/^\/(?:index\.\w{3,4}|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(path)) return [{ source: 'path', seen: path, intent: 'navigational', weight: 3.5 }];
  const english = termsOf('en');
  return segmentsOf(path).flatMap(words => {
    const name = words.join(' ');
    const intent = terms.paths.get(name) ?? english.paths.get(name);
    if (intent) return [{ source: 'path', seen: name, intent, weight: SEGMENT } as const];
    return findTerms(terms, words).map(({ term, intent: said, weight }) => ({ source: 'path', seen: term, intent: said, weight: weight * FACTORS.path } as const));
  });
}

function ofHeadings({ headings }: DocumentFacts): Signal[] {
  const questions = headings.slice(0, MAX_HEADINGS).filter(({ level, text }) => level > 1 && text.trim().endsWith('?')).length;
  return questions === 0 ? [] : [{ source: 'heading', seen: `${questions} ?`, intent: 'informational', weight: Math.min(1.5, 0.5 * questions) }];
}

/** What its buttons and the links of its main part invite to do; each once. */
function ofActions(terms: Terms, { buttons = [], links }: DocumentFacts): Signal[] {
  const english = termsOf('en');
  const say = (source: 'button' | 'link', labels: readonly string[], weight: number): Signal[] => [...new Set(labels.map(label => wordsOf(label).join(' ')))].flatMap(label => {
    const intent = terms.actions.get(label) ?? english.actions.get(label);
    return intent ? [{ source, seen: label, intent, weight: intent === 'transactional' ? weight : 0.8 * weight }] : [];
  });
  return [...say('button', buttons, 2), ...say('link', links.filter(({ position }) => position === 'main' || position === 'body').slice(0, MAX_LINKS).map(({ anchor }) => anchor), 0.6)];
}

function ofTypes(items: readonly StructuredItem[]): Signal[] {
  return [...new Set(items.flatMap(({ types }) => types))].flatMap(type => {
    const said = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    return said ? [{ source: 'structuredData', seen: type, intent: said[0], weight: said[1] } as const] : [];
  });
}

function ofForm({ forms }: DocumentFacts): Signal[] {
  return forms.some(({ password }) => password) ? [{ source: 'form', seen: 'password', intent: 'navigational', weight: 2 }] : [];
}

function ofText({ text: { mainWords, modifiedAt, prices = 0 }, tables = 0 }: DocumentFacts): Signal[] {
  const signals: Signal[] = [];
  const add = (source: SignalSource, seen: string, intent: Intent, weight: number): void => { signals.push({ source, seen, intent, weight }); };
  if (prices > 0 && prices < MANY_PRICES) add('price', String(prices), 'transactional', 1);
  if (prices >= MANY_PRICES) add('price', String(prices), tables > 0 || mainWords >= LONG ? 'commercial' : 'transactional', 1);
  if (modifiedAt !== null) add('date', new Date(modifiedAt).toISOString().slice(0, 10), 'informational', 0.8);
  if (tables > 0) add('table', String(tables), 'commercial', 0.5);
  if (mainWords >= LONG) add('length', String(mainWords), 'informational', 0.7);
  if (mainWords < SHORT) add('length', String(mainWords), 'transactional', 0.3);
  return signals;
}

/** One source that says the same again and again does not outweigh all others. */
function bounded(signals: readonly Signal[]): Signal[] {
  const sums = new Map<string, number>();
  return signals.flatMap(signal => {
    const key = `${signal.source} ${signal.intent}`;
    const before = sums.get(key) ?? 0;
    const weight = Math.min(signal.weight, MAX_OF_SOURCE - before);
    sums.set(key, before + Math.max(0, weight));
    return weight > 0 ? [{ ...signal, weight }] : [];
  });
}

function isLocal(terms: Terms, { structured }: DocumentFacts, said: string): boolean {
  const words = wordsOf(said);
  return structured.some(({ types, nested }) => types.some(type => LOCAL_TYPES.test(type)) || Object.keys(nested).some(path => path === 'address')) || findPhrase(terms.local, words) !== null || findPhrase(knownCities, words.slice(1)) !== null;
}
