import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities } from '../../../core/finding.ts';
import { plainText } from '../../../core/inputs.ts';
import { pageInput } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { eventStates, EventActor, EventReason } from '../../domains/events/index.ts';
import { profiles } from '../exposure/index.ts';
import { ipEventKindNames } from './events/kinds.ts';
import { proofMethods, proofStates, targetStates } from './proof/proof.ts';
import { targetStatuses, type TargetStatus } from './status.ts';

const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
const Moment = z.string();
const Count = z.number().int();

export const TargetPath = z.strictObject({ id: Id.describe('Id of the IP target') });
const Label = plainText(100, 1);
const Profile = z.enum(profiles).describe('How many ports are tried: `quick` 100, `standard` 1,000, `deep` all');
const ProofDomain = DomainReference.describe('A proven domain whose token the machine serves at `http://<address>/.well-known/dss-challenge.txt`, or for which it has a publicly trusted certificate; by name or id');

export const NewTarget = z.strictObject({
  target: z.string().min(2).max(49).describe('An IPv4 or IPv6 address, or a range of at most 16: /28 or /124'),
  label: Label.optional(),
  domain: ProofDomain.optional(),
  profile: Profile.default('standard'),
});

export const TargetChange = z.strictObject({ ...TargetPath.shape, label: Label.nullable().optional(), domain: ProofDomain.nullable().optional(), profile: Profile.optional() });

export const ProveInput = z.strictObject({
  ...TargetPath.shape,
  method: z.literal('email').optional().describe('`email`: a code is sent to the contact that the registry names for the network, at most once in 30 days; left out, the other ways are tried now'),
  code: z.string().min(1).max(40).optional().describe('The code that the contact of the network gave you'),
});

export const ScanInput = z.strictObject({ ...TargetPath.shape, ports: z.boolean().default(true).describe('`false`: no packet to the address, only what others say of it') });

export const EventQuery = z.strictObject({ ...TargetPath.shape, state: several(z.enum(eventStates)).optional().describe('Only events in these states; `open`: pending a decision'), ...pageInput });
export const EventDecision = z.strictObject({ ...TargetPath.shape, event: Id.describe('Id of the event'), reason: EventReason.optional().describe('For those who read it later') });

const Proof = z.object({
  state: z.enum(proofStates).describe('`unknown`: nothing could be learnt, which says nothing of the address'),
  method: z.enum(proofMethods).nullable().describe('How it was shown last'), by: z.string().nullable().describe('The domain or the contact of the network by which it was shown last'),
  cause: z.string().nullable(), at: Moment,
}).meta({ id: 'AddressProof' });

const Reverse = z.object({
  state: z.enum(['confirmed', 'unconfirmed', 'absent', 'unknown']).describe('`confirmed`: a name leads back to the address (FCrDNS)'),
  names: z.array(z.string()), confirmed: z.array(z.string()), generic: z.string().nullable().describe('A name as providers give by rule, which many mail servers distrust'), cause: z.string().nullable(),
}).meta({ id: 'ReverseDns' });

const Listing = z.object({
  zone: z.string(), name: z.string(), state: z.enum(['listed', 'clean', 'unknown']).describe('`unknown`: the list failed its own test today, refused, or did not answer'),
  codes: z.array(z.object({ code: z.string(), weight: z.enum(['abuse', 'policy', 'notice']), text: z.string() })),
  text: z.string().nullable().describe('In the words of the list'), cause: z.string().nullable(), url: z.string().describe('Where the listing is explained and lifted'),
}).meta({ id: 'BlocklistAnswer' });

const Origin = z.object({
  state: z.enum(['found', 'absent', 'unknown', 'notConfigured']), asns: z.array(z.object({ asn: Count, name: z.string().nullable() })), prefix: z.string().nullable(),
  country: z.string().nullable().describe('Of the allocation, ISO 3166-1; not where the machine is'), cause: z.string().nullable(),
}).meta({ id: 'AddressOrigin' });

const Rpki = z.object({ state: z.enum(['valid', 'invalid', 'notFound', 'unknown', 'notConfigured']), cause: z.string().nullable() }).meta({ id: 'RpkiValidity' });
const Owner = z.object({ name: z.string(), kind: z.enum(['cdn', 'platform', 'cloud']) });

const Ports = z.object({
  outcome: z.enum(['done', 'partial', 'notTested']).describe('What was not tested is never counted as closed'), cause: z.string().nullable(), limited: z.string().nullable().describe('Why only ports 80 and 443 were tried; null where those of the profile were'), wildcard: z.boolean().describe('It takes connections on whatever port'), at: Moment,
  open: z.array(z.object({
    port: Count, transport: z.enum(['tcp', 'udp']), verified: z.boolean(),
    service: z.object({ protocol: z.string().nullable(), product: z.string().nullable(), version: z.string().nullable(), withoutPassword: z.boolean() }).nullable(),
  })),
}).meta({ id: 'AddressPorts' });

export const AddressRecord = z.object({
  address: z.string(), proof: Proof, seenAt: Moment.nullable().describe('Null before the first scan'),
  reverse: Reverse.nullable(), lists: z.array(Listing), origin: Origin.nullable(), rpki: Rpki.nullable(), owner: Owner.nullable(), ports: Ports.nullable(),
}).meta({ id: 'IpAddress' });
export type AddressRecord = z.output<typeof AddressRecord>;

export const TargetRecord = z.object({
  id: z.string(), target: z.string(), label: z.string().nullable(), profile: Profile, domainId: z.string().nullable(),
  state: z.enum(targetStates).describe('`pending`: never proven, and not scanned; `lost`: at least one address is no longer proven to be yours, and gets no packet'),
  status: z.enum(targetStatuses).describe('The judgement, what asks most of you first: `decide`: a change waits or is denied; `lost` and `pending` as `state`; `listed`: on a blocklist; `unscanned`; `unknown`: nothing wrong was found, but not everything could be learnt; `fine`'),
  counts: z.object({ addresses: Count, proven: Count, listed: Count, unknown: Count.describe('Addresses of which something could not be learnt'), openPorts: Count.nullable().describe('Null where no ports were tried yet'), openEvents: Count }),
  confirmation: z.object({ by: z.string(), at: Moment }).nullable().describe('The person who confirmed that its machines are yours alone. While it is null, scans try ports 80 and 443 alone, unless the contact of the network has agreed'),
  contact: z.object({
    network: z.string(), email: z.string(), state: z.enum(['waiting', 'delivered', 'failed']).describe('`delivered`: the mail server took the e-mail with the code; `failed`: nobody was written to, ask again'), cause: z.string().nullable().describe('Why it failed'),
    sentAt: Moment.nullable().describe('Null unless it was delivered'), agreedAt: Moment.nullable(),
  }).nullable().describe('The contact of the network that was asked to agree'),
  provenAt: Moment.nullable(), checkedAt: Moment.nullable(), scannedAt: Moment.nullable(), nextScanAt: Moment.nullable(), createdAt: Moment,
}).meta({ id: 'IpTarget' });
export type TargetRecord = z.output<typeof TargetRecord>;

export const StatusCounts = z.object(Object.fromEntries(targetStatuses.map(status => [status, Count])) as Record<TargetStatus, typeof Count>).meta({ id: 'IpTargetCounts' }).describe('How many targets of the account stand so, however many the page shows');

export const ListSource = z.object({
  zone: z.string(), name: z.string(), state: z.enum(['asked', 'termsNotAccepted']), terms: z.string().nullable().describe('What the operator must accept before the list is asked'),
}).meta({ id: 'BlocklistSource' });

export const TargetDetails = TargetRecord.extend({
  addresses: z.array(AddressRecord), lists: z.array(ListSource).describe('Which blocklists are asked'),
  underWay: z.object({ runId: z.string(), status: z.enum(['queued', 'running']) }).nullable(),
}).meta({ id: 'IpTargetDetails' });

const Lines = z.array(z.string());

export const IpEvent = z.object({
  id: z.string(), targetId: z.string(), address: z.string(), kind: z.enum(ipEventKindNames), subject: z.string(), severity: z.enum(severities), state: z.enum(eventStates), title: z.string(),
  explanation: z.string().describe('Why it matters, and what to do'), before: Lines.describe('The accepted value, line by line'), after: Lines.describe('What was seen'),
  diff: z.object({ added: Lines, removed: Lines }), createdAt: Moment, lastSeenAt: Moment,
  decision: z.object({ by: EventActor, at: Moment, reason: z.string().nullable() }).nullable(), nextAlarmAt: Moment.nullable(), closedAt: Moment.nullable(),
}).meta({ id: 'IpTargetEvent' });
export type IpEvent = z.output<typeof IpEvent>;
