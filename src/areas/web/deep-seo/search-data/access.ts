import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { isWithin } from '../../../../core/domain-name.ts';
import { oneLine } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import type { SearchDataProvider, SearchDataSecret } from '../../../../core/outside/search-data.ts';

const Secret = z.string().min(1).max(4000);

/** Credentials by provider; those that prove who asks are kept encrypted and never shown. */
export const Access = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('searchConsole'),
    property: oneLine(500).optional().describe('As Search Console writes it, such as `sc-domain:example.org` or `https://www.example.org/`; left out, the domain property'),
    serviceAccount: z.string().min(1).max(10_000).optional().describe('The JSON file of the key of a service account; kept encrypted'),
    clientId: oneLine(300).optional().describe('Of an OAuth client, in place of a service account'),
    clientSecret: Secret.optional().describe('Kept encrypted'),
    refreshToken: Secret.optional().describe('Of a grant with the scope webmasters.readonly; kept encrypted'),
  }),
  z.strictObject({ provider: z.literal('bingWebmaster'), site: z.url({ protocol: /^https?$/ }).max(500).optional().describe('Address of the website as Bing Webmaster Tools has it; left out, https:// and the domain'), apiKey: Secret.describe('Kept encrypted') }),
  z.strictObject({ provider: z.literal('crux'), apiKey: Secret.describe('Kept encrypted') }),
  z.strictObject({ provider: z.literal('indexNow'), apiKey: z.string().regex(/^[a-zA-Z0-9-]{8,128}$/, 'Give 8 to 128 characters of a-z, A-Z, 0-9 and -.').describe('The key that the website serves; kept encrypted') }),
]);

/** What may be shown of an access: which property or website it reaches; null where there is no choice. */
export interface ConnectionSettings {
  property: string | null;
}

/** An access as it is kept. */
export interface Split {
  provider: SearchDataProvider;
  settings: ConnectionSettings;
  secret: SearchDataSecret;
}

/** What may be shown and what must be sealed; throws `Problem` for credentials that cannot be complete, and for a property of another domain. */
export function splitAccess(access: z.output<typeof Access>, domain: string): Split {
  switch (access.provider) {
    case 'searchConsole': {
      const property = access.property ?? `sc-domain:${domain}`;
      if (!isPropertyOf(property, domain)) throw wrong('property', `Give a property of ${domain}, such as sc-domain:${domain} or https://www.${domain}/.`);
      return { provider: access.provider, settings: { property }, secret: googleSecret(access) };
    }
    case 'bingWebmaster': {
      const property = access.site ?? `https://${domain}/`;
      if (!isPropertyOf(property, domain)) throw wrong('site', `Give an address of ${domain}, such as https://www.${domain}/.`);
      return { provider: access.provider, settings: { property }, secret: { apiKey: access.apiKey } };
    }
    default: return { provider: access.provider, settings: { property: null }, secret: { apiKey: access.apiKey } };
  }
}

/** A domain property reaches all hosts below, so one of a domain above has the pages too; rows of other hosts are left out. */
function isPropertyOf(property: string, domain: string): boolean {
  if (property.startsWith('sc-domain:')) return isWithin(domain, property.slice('sc-domain:'.length));
  const url = URL.parse(property);
  return url !== null && /^https?:$/.test(url.protocol) && isWithin(url.hostname, domain);
}

type Google = Extract<z.output<typeof Access>, { provider: 'searchConsole' }>;

function googleSecret({ serviceAccount, clientId, clientSecret, refreshToken }: Google): SearchDataSecret {
  if (serviceAccount !== undefined && clientId === undefined && clientSecret === undefined && refreshToken === undefined) return serviceAccountOf(serviceAccount);
  if (serviceAccount === undefined && clientId !== undefined && clientSecret !== undefined && refreshToken !== undefined) return { clientId, clientSecret, refreshToken };
  throw wrong('serviceAccount', 'Give either the JSON file of a service account, or clientId, clientSecret and refreshToken.');
}

const ServiceAccount = z.object({ client_email: z.email(), private_key: z.string().max(8000) });

/** Where its tokens are asked for is not taken from the file. */
function serviceAccountOf(text: string): SearchDataSecret {
  try {
    const { client_email: clientEmail, private_key: privateKey } = ServiceAccount.parse(JSON.parse(text));
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return { clientEmail, privateKey };
  } catch {
    // What is wrong with it must not be repeated: it is a secret.
  }
  throw wrong('serviceAccount', 'This is not the JSON file of a service account\'s key, with client_email and private_key.');
}

function wrong(field: string, message: string) {
  return invalid([{ path: ['access', field], message }]);
}
