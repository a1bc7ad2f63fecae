import { z } from 'zod';
import type { DarkwebQuestion, DarkwebSource } from '../../../../core/outside/darkweb.ts';
import type { Db } from '../../../../store/index.ts';
import type { AnswerState, IncidentKind } from '../words.ts';

/** An address of the domain at the source: its local part, and for infected computers the websites of the credentials. */
export interface Appearance {
  localPart: string;
  sites: readonly string[];
}

/** One thing in which the domain appears, as a source reports it. Nothing in it is an address or a secret but `appearances`. */
export interface Reported {
  kind: IncidentKind;
  /** Tells it from others of the source for the domain, and is the same whenever it is reported. */
  name: string;
  title: string;
  /** `YYYY-MM-DD` or `YYYY-MM`; null where the source has no day. */
  occurredOn: string | null;
  /** Names of what leaked. */
  fields: readonly string[];
  isSensitive: boolean;
  /** Null where the source does not say. */
  isVerified: boolean | null;
  appearances: readonly Appearance[];
  /** Where the source counts without naming addresses. */
  count: number | null;
  /** Another one of the same count means that something is new. */
  mark: string | null;
}

/** What a source says of a domain; `unchanged` where it has nothing new since the revision that is known. `cut` says why that is not all it knows. */
export type Answer =
  | { outcome: 'reported'; revision: string | null; incidents: readonly Reported[]; cut?: string | null }
  | { outcome: 'unchanged' };

/** That a source gave no answer; the message is a phrase for people without anything of its reply. */
export class Unanswered extends Error {
  readonly state: Extract<AnswerState, 'limited' | 'failing' | 'notAllowed'>;
  constructor(state: Unanswered['state'], message: string) {
    super(message);
    this.state = state;
  }
}

/** One question about one domain in the hands of a connector. */
export interface Asking {
  domain: string;
  /** Epoch milliseconds. */
  now: number;
  /** The revision of the last answer on the domain; null where there is none. */
  revision: string | null;
  db: Db;
  /** What the connector knows of the source as a whole, as it kept it. */
  facts(): Promise<unknown>;
  keepFacts(facts: object, change?: (tx: Db) => Promise<void>): Promise<void>;
  /** The JSON of the reply, null for 404. Throws `Unanswered` for everything else; `pauseMs` holds the next question back. */
  ask(question: DarkwebQuestion, pauseMs?: number): Promise<unknown>;
}

/** How one source is asked. */
export interface Connector {
  source: DarkwebSource;
  /** For how long an answer holds before the source is asked again, in milliseconds. */
  holdsMs: number;
  read(asking: Asking): Promise<Answer>;
}

/** The most that is kept of one source for one domain. */
export const MAX_INCIDENTS = 2000;
export const MAX_APPEARANCES = 50_000;
const MAX_SITES = 50;

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Text of a stranger that people read; one with an address in it is none. */
export const Title = z.string().trim().min(1).max(200).refine(text => !CONTROL.test(text) && !text.includes('@'));
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f-\u009f]{1,64}$/u;
const HOST = /^[a-z0-9*._-]{1,253}$/;

/** Why an answer of `read` records is not the whole of `known`; null where it is. */
export function cutAt(read: number, known: number): string | null {
  return read < known ? `It knows ${known} records and gives ${read} of them.` : null;
}

/** The reply in the form of `shape`; throws `Unanswered` where it has none. */
export function inForm<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> {
  const parsed = shape.safeParse(json);
  if (!parsed.success) throw new Unanswered('failing', 'It sent something in an unknown form.');
  return parsed.data;
}

/** The local part in lower case; null for what is none. */
export function localPartIn(text: string): string | null {
  const local = text.trim().toLowerCase();
  return LOCAL_PART.test(local) ? local : null;
}

/** The local part of an address of exactly this domain; null for others, which are nobody's business. */
export function localPartOf(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@');
  return at > 0 && address.slice(at + 1).trim().toLowerCase() === domain ? localPartIn(address.slice(0, at)) : null;
}

/** The names of websites among texts, each once, without paths: these may hold anything. */
export function sitesIn(texts: readonly string[]): string[] {
  const hosts = texts.map(text => (URL.parse(text)?.hostname ?? text).toLowerCase()).filter(host => HOST.test(host) && host.includes('.'));
  return [...new Set(hosts)].slice(0, MAX_SITES);
}

/** `YYYY-MM-DD` or `YYYY-MM` at the beginning of a text; null where there is none, or it is no day. */
export function dayIn(text: string | null | undefined): string | null {
  const day = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?/.exec(text ?? '')?.[0] ?? null;
  return day !== null && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** Names of what leaked: words, not data. */
export function fieldsIn(names: readonly string[]): string[] {
  return [...new Set(names.map(name => name.trim()).filter(name => /^[A-Za-z][A-Za-z0-9 _()/'-]{0,59}$/.test(name)))].slice(0, 40);
}
