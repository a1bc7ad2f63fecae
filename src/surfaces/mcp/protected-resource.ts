import { scopes } from '../../core/access.ts';

export const RESOURCE_PATH = '/mcp';
export const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The metadata of the MCP server as a protected resource (RFC 9728 §2). It names no authorization server: a key of the account is the bearer token. */
export function protectedResourceOf(baseUrl: string) {
  return {
    resource: `${baseUrl}${RESOURCE_PATH}`,
    resource_name: 'Domain Security Service',
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_documentation: `${baseUrl}/docs/how-to/mcp`,
  };
}
