import type { Finding, FindingState, Fix, Reference, Severity } from '../finding.ts';
import type { Grade } from '../score.ts';
import { sayFailedLookup } from './failed-lookup.ts';
import { fillTemplate, type WordsIn } from './template.ts';

/** What is true of every finding of one kind; its page and the catalogue are made from it. `{name}` in a text is filled in by the case. */
export interface Rule {
  severity: Severity;
  /** The fault as a sentence that a non-expert understands, without a full stop. */
  title: string;
  /** What holds when all is well, as a sentence without a full stop. Advice, which only speaks up when there is something to say, has none. */
  passTitle?: string;
  why: string;
  fix: Pick<Fix, 'kind' | 'text'> & { steps?: readonly string[] };
  references: readonly Reference[];
  /** The best grade that a failure of this rule allows, whatever its severity or by severity; left out, the severity alone decides. */
  cap?: Grade | Readonly<Partial<Record<Severity, Grade>>>;
}

/** What the rules of one call of `defineRules` have in common; their ids begin with `prefix`. */
export interface Binding {
  /** The part of the product that judges. */
  area: string;
  /** The subject within the area: `spf`, `host`, `page`, `control`. */
  record: string;
  prefix: string;
}

/** What one case adds to its rule: words for its templates, a nearer title, another severity, the record to paste. */
export interface Particulars {
  words?: Readonly<Record<string, string>>;
  title?: string;
  severity?: Severity;
  detail?: string;
  fix?: Partial<Fix>;
}

/** The argument of a rule whose texts have templates is required, and has a word for each. */
type ParticularsOf<Words extends string> = [Words] extends [never] ? [particulars?: Particulars] : [particulars: Particulars & { words: Readonly<Record<Words, string>> }];

/** A rule bound to its id: it says what is wrong where something is, and never that nothing is. */
export interface AdviceRule<Words extends string = never> extends Rule {
  id: string;
  area: string;
  record: string;
  fail(evidence: readonly string[], ...particulars: ParticularsOf<Words>): Finding;
}

/** A rule that gives exactly one finding on each subject: calling one of its methods states the outcome. */
export interface BoundRule<Words extends string = never> extends AdviceRule<Words> {
  passTitle: string;
  pass(evidence?: readonly string[], particulars?: Particulars): Finding;
  /** `cause` names the lookup and what went wrong, as `describeFailure` writes it. Severity `info` marks a side lookup, which is reported for the whole check and not for the record. */
  unknown(cause: string, particulars?: Particulars): Finding;
  /** Unknown for another reason than a failed lookup of this subject: a limitation of this machine, or a failure that another finding reports. It is not an issue. */
  notTested(reason: string): Finding;
  notApplicable(reason: string): Finding;
}

type WordsOf<Of extends Rule> = WordsIn<Of['title']> | WordsIn<Of['why']> | WordsIn<Of['fix']['text']>;
type Bound<Of extends Rule> = Of extends { passTitle: string } ? BoundRule<WordsOf<Of>> : AdviceRule<WordsOf<Of>>;

/** Binds rules: `defineRules({ area: 'check', record: 'mtaSts', prefix: 'sts' }, { missing: … }).missing.id` is `sts.missing`. */
export function defineRules<const Rules extends Readonly<Record<string, Rule>>>(binding: Binding, rules: Rules): { readonly [Name in keyof Rules]: Bound<Rules[Name]> } {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, bindRule(binding, name, rule)])) as { [Name in keyof Rules]: Bound<Rules[Name]> };
}

function bindRule({ area, record, prefix }: Binding, name: string, rule: Rule): AdviceRule | BoundRule {
  const id = `${prefix}.${name}`;
  const state = (state: FindingState, title: string, evidence: readonly string[], { words = {}, ...own }: Particulars = {}): Finding => ({
    id,
    area,
    record,
    severity: own.severity ?? rule.severity,
    state,
    title: fillTemplate(own.title ?? title, words),
    detail: fillTemplate(own.detail ?? rule.why, words),
    evidence: [...evidence],
    fix: state === 'fail' ? fixOf(rule, words, own.fix) : null,
    references: [...rule.references],
  });
  const advice: AdviceRule = { ...rule, id, area, record, fail: (evidence, particulars) => state('fail', rule.title, evidence, particulars) };
  const { passTitle } = rule;
  return passTitle === undefined ? advice : {
    ...advice,
    passTitle,
    pass: (evidence = [], particulars) => state('pass', passTitle, evidence, particulars),
    unknown: (cause, particulars) => state('unknown', sayFailedLookup(cause), [cause], particulars),
    notTested: reason => state('unknown', `Not tested: ${reason}`, [reason], { severity: 'info' }),
    notApplicable: reason => state('notApplicable', reason, []),
  };
}

function fixOf({ fix: { kind, text, steps } }: Rule, words: Readonly<Record<string, string>>, own: Partial<Fix> = {}): Fix {
  return { kind, text: fillTemplate(text, words), ...(steps && { steps: steps.map(step => fillTemplate(step, words)) }), ...own };
}
