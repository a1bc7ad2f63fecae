import { defineTexts } from '../../../../language/index.ts';

/** The first page for somebody new. */
export const texts = defineTexts('platform/account/landing', () => ({
  tab: 'Is your domain safe?',
  title: 'Is your domain safe?',
  lead: 'Type a domain. In seconds you see whether others can send mail in its name, whether its DNS can be hijacked, and what to publish to fix it.',
  free: 'A check is free with an account, and so is monitoring three domains.',
  sample: 'See a sample report',
  lookalikes: 'See who imitates your domain, without an account',
  points: [
    { title: 'Mail in its name', text: 'SPF, DKIM, DMARC, MTA-STS, BIMI: each record explained, with the exact text to publish.' },
    { title: 'The domain name', text: 'Every nameserver queried directly, DNSSEC validated from the root, dangling records found before others take them over.' },
    { title: 'Every change', text: 'Domains are monitored continuously. A change is confirmed, reported by e-mail, webhook or chat, and waits for your review.' },
    { title: 'Unknown is not missing', text: 'What could not be looked up is never called missing. Every finding shows its evidence and the rule behind it.' },
  ],
  scripts: 'For scripts and programs:',
  api: 'the API',
  docs: 'the documentation',
}));
