import { z } from 'zod';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { searchDataProviders } from '../../../../core/outside/search-data.ts';
import { Access } from './access.ts';
import { faultKinds } from './answers.ts';

const Moment = z.iso.datetime();
const Count = z.number().int();
const domainId = DomainReference.describe('Name or id of the domain');
export const Provider = z.enum(searchDataProviders);

/** What search engines report of a page, on all connected ones together. */
export const SearchFigures = z.object({
  clicks: Count, impressions: Count, ctr: z.number().describe('Clicks for an impression, 0 to 1'), position: z.number().describe('Mean position, from 1'), providers: z.array(Provider).describe('Who reports it'),
}).meta({ id: 'SearchFigures' });

/** Core Web Vitals in the field. */
export const FieldFigures = z.object({
  lcpMs: z.number().nullable(), inpMs: z.number().nullable(), cls: z.number().nullable(), slow: z.number().describe('Share of visits in which one of them is not good, 0 to 1'),
}).meta({ id: 'FieldFigures' });

const Spent = z.object({ requests: Count, usd: z.number() });

const Connection = z.object({
  provider: Provider, name: z.string(), gives: z.string(),
  state: z.enum(['notConfigured', 'new', 'ok', 'failing']).describe('`new`: connected, and not asked yet'),
  message: z.string().nullable().describe('What to do where it is not connected or fails'),
  property: z.string().nullable().describe('Property or website that is asked for; what is secret is never shown'),
  fault: z.enum(faultKinds).nullable(), failingSince: Moment.nullable(), triedAt: Moment.nullable(), importedAt: Moment.nullable().describe('When the figures were fetched'), nextAt: Moment.nullable(), connectedAt: Moment.nullable(),
  last: z.object({
    from: z.string().nullable(), to: z.string().nullable(), pages: Count, queries: Count.nullable(), clicks: Count.nullable(), impressions: Count.nullable(), cut: z.boolean().describe('There was more than is kept'), submitted: Count.nullable().describe('Pages that were submitted'),
  }).nullable().describe('What the last import came to; days as YYYY-MM-DD'),
  estimate: Spent.describe('What one import asks for at most, and costs'),
  spent: z.object({ today: Spent, days30: Spent }).describe('By the account, over all of its domains'),
  documentation: z.string(),
}).meta({ id: 'SearchDataConnection' });

export const DomainPath = z.strictObject({ domainId });
export const ProviderPath = z.strictObject({ domainId, provider: Provider });
export const ConnectInput = z.strictObject({ domainId, access: Access.describe('Credentials of your own') });
export const ConnectionReply = z.object({ success: z.literal(true), data: Connection });
export const SearchDataReply = z.object({
  success: z.literal(true),
  data: z.object({
    connections: z.array(Connection).describe('One for each provider, whether it is connected or not'),
    origin: FieldFigures.nullable().describe('Speed of the whole website in the field; null where it is not known'),
    requestsADay: z.object({ limit: Count, used: Count }).describe('Of the account, by its plan; the day begins at 00:00 UTC'),
  }).meta({ id: 'SearchData' }),
});
export const RefreshReply = z.object({ success: z.literal(true), data: z.object({ id: z.string().describe('Id of the domain'), asked: Count.describe('Imports that were started; see their state in a minute') }) });
