import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { formatIp, parseIp } from '../../../core/ip.ts';
import { operationIn } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import { domain, isoOf } from '../../domains/inventory/index.ts';
import { requireOwnership } from '../../domains/ownership/index.ts';
import { byOf } from './by.ts';
import type { ExposureServices } from './services.ts';
import { DomainIdPath } from './shapes.ts';
import { addressesOf, confirmAddress, withdrawAddress, type AddressRow } from './store/addresses.ts';
import { MAX_HOSTS } from './targets/resolve.ts';

const EXAMPLE = { domainId: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', address: '192.0.2.10' };

const Address = z.string().max(45).refine(text => parseIp(text) !== null, 'Give an IPv4 or IPv6 address, such as 192.0.2.10.').transform(text => formatIp(parseIp(text)!));
const AddressPath = z.strictObject({ ...DomainIdPath.shape, address: Address.describe('An address that the domain or a name below it has now') });

const ConfirmedAddress = z.object({
  address: z.string(), confirmedBy: z.string(), confirmedAt: z.iso.datetime(),
}).meta({ id: 'ConfirmedAddress' });

const listAddresses = operationIn<ExposureServices>()({
  id: 'exposure.addresses',
  summary: 'List the confirmed addresses of a domain',
  description: 'Addresses that a person has confirmed. If a scan also finds proof there, it tests all ports of its profile.',
  method: 'GET',
  path: '/api/vuln-scan/addresses/{domainId}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: DomainIdPath,
  output: z.object({ success: z.literal(true), data: z.array(ConfirmedAddress) }),
  examples: [{ input: { domainId: EXAMPLE.domainId }, says: 'By the id of the domain' }],
  run: async (_call, { db }, { domainId }) => ({ success: true as const, data: (await addressesOf(db, domainId)).map(present) }),
});

const confirm = operationIn<ExposureServices>()({
  id: 'exposure.confirm_address',
  summary: 'Confirm an address of a domain',
  description: 'Confirms that the machine at the address is yours alone, so that scans test more than ports 80, 443 and 25 there. Only a person can do this, once for each address. Each scan also needs proof of the address: by the token of the domain, '
    + 'fetched over the address itself; by a publicly trusted certificate for a name of the domain; or by a PTR record below the domain that leads back. On shared machines, only the web ports are tested.',
  method: 'PUT',
  path: '/api/vuln-scan/addresses/{domainId}/{address}',
  access: 'session',
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: AddressPath,
  output: z.object({ success: z.literal(true), data: ConfirmedAddress }),
  examples: [{ input: EXAMPLE, says: 'One address' }],
  audit: ({ input: { domainId }, output: { data } }) => ({ action: 'domain.address_confirmed', resource: { type: 'domain', id: domainId }, details: { address: data.address } }),
  run: async ({ owned: { domainId: row }, caller, now }, { db }, { address }) => {
    const accountId = known(caller).account.id;
    await requireOwnership(db, accountId, row.id, now);
    if ((await addressesOf(db, row.id)).length >= MAX_HOSTS) throw new Problem('limit_reached', `A domain has at most ${MAX_HOSTS} confirmed addresses. Withdraw one that is no longer in use.`);
    const confirmed: AddressRow = { account_id: accountId, domain_id: row.id, address, confirmed_by: byOf(caller), confirmed_at: now };
    await confirmAddress(db, confirmed);
    return { success: true as const, data: present(confirmed) };
  },
});

const withdraw = operationIn<ExposureServices>()({
  id: 'exposure.withdraw_address',
  summary: 'Withdraw the confirmation of an address',
  description: 'From then on scans test only its ports 80, 443 and 25. Earlier findings stay.',
  method: 'DELETE',
  path: '/api/vuln-scan/addresses/{domainId}/{address}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: AddressPath,
  output: z.object({ success: z.literal(true) }),
  examples: [{ input: EXAMPLE, says: 'One address' }],
  audit: ({ input: { domainId, address } }) => ({ action: 'domain.address_withdrawn', resource: { type: 'domain', id: domainId }, details: { address } }),
  run: async ({ owned: { domainId: row } }, { db }, { address }) => {
    if (!await withdrawAddress(db, row.id, address)) throw new Problem('not_found', 'This address is not confirmed. List the confirmed ones to see which are.');
    return { success: true as const };
  },
});

function present({ address, confirmed_by, confirmed_at }: AddressRow): z.output<typeof ConfirmedAddress> {
  return { address, confirmedBy: confirmed_by, confirmedAt: isoOf(confirmed_at)! };
}

export const addressOperations = [listAddresses, confirm, withdraw] as const;
