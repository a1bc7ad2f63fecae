import type { SignUpPolicy } from '../areas/platform/account/index.ts';
import { parseIp } from '../core/ip.ts';
import { ConfigError, type Config } from './config.ts';

type Reach = Pick<Config, 'DSS_HOST' | 'DSS_BASE_URL' | 'DSS_TRUST_PROXY'>;

/** Whether only people on this machine reach the service: it listens on loopback, is called by a loopback name, and no proxy leads to it. */
export function isLocalOnly({ DSS_HOST: host, DSS_BASE_URL: baseUrl, DSS_TRUST_PROXY: proxies }: Reach): boolean {
  return isLoopback(host) && (baseUrl === null || isLoopback(new URL(baseUrl).hostname)) && (proxies ?? []).length === 0;
}

/** Who may sign up by `config`. Throws `ConfigError` where a list of mail domains would be believed without a confirmation. */
export function signUpOf(config: Reach & Pick<Config, 'DSS_SIGN_UP' | 'DSS_SIGN_UP_DOMAINS' | 'DSS_SMTP_URL'>): SignUpPolicy {
  const mode = config.DSS_SIGN_UP ?? (isLocalOnly(config) ? 'open' : 'invited');
  const domains = config.DSS_SIGN_UP_DOMAINS;
  if (mode === 'open' && domains !== null && config.DSS_SMTP_URL === null) {
    throw new ConfigError('DSS_SIGN_UP_DOMAINS: must be set together with DSS_SMTP_URL where sign-up is open: only an e-mail shows that an address belongs to the person.');
  }
  return { mode, domains };
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (name.startsWith('127.') && parseIp(name) !== null);
}
