import type { AggregateDraft } from './aggregate-draft.ts';
import type { RecordResults } from './shapes.ts';
import { addressOf, countOf, momentOf, nameOf } from './values.ts';
import { element, leaf, schema, type Element, type ScanState, type Warn } from './xml-schema.ts';

/** What a scan fills in; `draft` is new for each report. */
export interface AggregateState extends ScanState {
  draft: AggregateDraft;
  begin(namespace: string | null): void;
  /** A report is complete. */
  end(): void;
}

type State = AggregateState;

/** Words of RFC 7489 and RFC 9990; others are kept and told. */
const dispositions = new Set(['none', 'pass', 'quarantine', 'reject']);
const passOrFail = new Set(['pass', 'fail']);
const dkimResults = new Set(['none', 'pass', 'fail', 'policy', 'neutral', 'temperror', 'permerror']);
const spfResults = new Set([...dkimResults, 'softfail']);
const scopes = new Set(['helo', 'mfrom']);
const reasonTypes = new Set(['forwarded', 'local_policy', 'mailing_list', 'other', 'policy_test_mode', 'sampled_out', 'trusted_forwarder']);

/** A reader of one word in lower case. */
function word(known: ReadonlySet<string> | null): (text: string, warn: Warn) => string | null {
  return (text, warn) => {
    const lower = text.toLowerCase();
    if (known !== null && lower !== '' && !known.has(lower)) warn('unknown_value');
    return lower || null;
  };
}

const spfResult = word(spfResults);

function spfWord(text: string, warn: Warn): string | null {
  if (text.toLowerCase() !== 'hardfail') return spfResult(text, warn);
  warn('value_renamed');
  return 'fail';
}

const asIs = (text: string): string => text;
const orNull = (text: string): string | null => text || null;
/** An empty name is told apart from none: the null sender (RFC 5321 §4.5.5). */
const nameOrEmpty = (text: string): string => nameOf(text) ?? '';

const metadata = element<State>('report_metadata', [
  leaf('org_name', asIs, ({ draft }, text) => { draft.organization = text; }),
  leaf('email', asIs, ({ draft }, text) => { draft.email = text; }),
  leaf('extra_contact_info', orNull, ({ draft }, text) => { draft.extraContact = text; }),
  leaf('report_id', text => text.replace(/^<(.*)>$/s, '$1').trim(), ({ draft }, text) => { draft.reportId = text; }),
  leaf('generator', orNull, ({ draft }, text) => { draft.generator = text; }),
  leaf('error', asIs, ({ draft }, text) => draft.addError(text)),
  element('date_range', [
    leaf('begin', momentOf, ({ draft }, moment) => { draft.begin = moment; }),
    leaf('end', momentOf, ({ draft }, moment) => { draft.end = moment; }),
  ]),
]);

/** A leaf of the published policy; a second policy is passed over. */
function policyLeaf<Value>(name: string, read: (text: string, warn: Warn) => Value, set: (draft: AggregateDraft, value: Value) => void): Element<State> {
  return leaf<State, Value>(name, read, ({ draft }, value) => { if (draft.inFirstPolicy) set(draft, value); });
}

const policy = element<State>('policy_published', [
  policyLeaf('domain', nameOrEmpty, (draft, name) => { draft.policy.domain = name; }),
  policyLeaf('p', word(dispositions), (draft, value) => { draft.policy.p = value; }),
  policyLeaf('sp', word(dispositions), (draft, value) => { draft.policy.sp = value; }),
  policyLeaf('np', word(dispositions), (draft, value) => { draft.policy.np = value; }),
  policyLeaf('adkim', word(null), (draft, value) => { draft.policy.adkim = value; }),
  policyLeaf('aspf', word(null), (draft, value) => { draft.policy.aspf = value; }),
  policyLeaf('fo', word(null), (draft, value) => { draft.policy.fo = value; }),
  policyLeaf('testing', word(null), (draft, value) => { draft.policy.testing = value; }),
  policyLeaf('discovery_method', word(null), (draft, value) => { draft.policy.discoveryMethod = value; }),
  policyLeaf('pct', countOf, (draft, value) => { draft.policy.pct = value; }),
], { begin: ({ draft }) => draft.beginPolicy() });

const sourceIp = leaf<State, string | null>('source_ip', addressOf, ({ draft }, address) => { draft.row.sourceIp = address; });
const count = leaf<State, number | null>('count', countOf, ({ draft }, value) => { draft.row.count = value; });

const row = element<State>('row', [
  sourceIp,
  count,
  element('policy_evaluated', [
    leaf('disposition', word(dispositions), ({ draft }, value) => { draft.row.results.disposition = value; }),
    leaf('dkim', word(passOrFail), ({ draft }, value) => { draft.row.results.dkimAligned = value; }),
    leaf('spf', word(passOrFail), ({ draft }, value) => { draft.row.results.spfAligned = value; }),
    element('reason', [
      leaf('type', word(reasonTypes), ({ draft }, value) => { draft.reason.type = value; }),
      leaf('comment', orNull, ({ draft }, text) => { draft.reason.comment = text; }),
    ], { end: ({ draft }) => draft.endReason() }),
  ]),
]);

const identifiers = element<State>('identifiers', [
  leaf('header_from', nameOf, ({ draft }, name) => { draft.row.results.headerFrom = name; }),
  leaf('envelope_from', nameOrEmpty, ({ draft }, name) => { draft.row.results.envelopeFrom = name; }),
  leaf('envelope_to', nameOf, ({ draft }, name) => { draft.row.results.envelopeTo = name; }),
], { aliases: ['identities'] });

const authResults = element<State>('auth_results', [
  element('dkim', [
    leaf('domain', nameOf, ({ draft }, name) => { draft.dkim.domain = name; }),
    leaf('selector', orNull, ({ draft }, text) => { draft.dkim.selector = text; }),
    leaf('result', word(dkimResults), ({ draft }, value) => { draft.dkim.result = value; }),
    leaf('human_result', orNull, ({ draft }, text) => { draft.dkim.humanResult = text; }),
  ], { end: ({ draft }) => draft.endDkim() }),
  element('spf', [
    leaf('domain', nameOf, ({ draft }, name) => { draft.spf.domain = name; }),
    leaf('scope', word(scopes), ({ draft }, value) => { draft.spf.scope = value; }),
    leaf('result', spfWord, ({ draft }, value) => { draft.spf.result = value; }),
    leaf('human_result', orNull, ({ draft }, text) => { draft.spf.humanResult = text; }),
  ], { end: ({ draft }) => draft.endSpf() }),
]);

const record = element<State>('record', [row, identifiers, authResults], { end: ({ draft }) => draft.endRecord() });

/** RFC 7489 Appendix C and RFC 9990 §3 in one. */
export const aggregateSchema = schema<State>([
  element('feedback', [
    leaf('version', orNull, ({ draft }, text) => { draft.version = text; }),
    metadata,
    policy,
    record,
  ], { begin: (state, namespace) => state.begin(namespace), end: state => state.end() }),
], {
  element: record, varying: [sourceIp, count],
  take: ({ draft }) => draft.sharedResults(), give: ({ draft }, results) => { draft.row.results = results as RecordResults; },
});
