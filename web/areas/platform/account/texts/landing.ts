import { defineTexts } from '../../../../language/index.ts';

/** The first page for somebody new. */
export const texts = defineTexts('platform/account/landing', () => ({
  tab: 'Is your domain safe?',
  title: 'Is your domain safe?',
  lead: 'Type a domain. In seconds you see whether others can send mail in its name, whether its DNS can be hijacked, and what to publish to mend it.',
  free: 'A check is free with an account, and so is watching three domains.',
  lookalikes: 'See who passes for your domain, without an account',
  points: [
    { title: 'Mail in its name', text: 'SPF, DKIM, DMARC, MTA-STS, BIMI: each record explained, with the exact text to publish.' },
    { title: 'The name itself', text: 'Every nameserver asked itself, DNSSEC validated from the root, dangling records found before others take them over.' },
    { title: 'Every change', text: 'Domains are looked at again and again. A change is confirmed, told by mail, webhook or chat, and waits for your decision.' },
    { title: 'What could not be told', text: 'What could not be looked up is never called missing. Every finding shows its evidence and the rule behind it.' },
  ],
  scripts: 'For scripts and programs:',
  api: 'the API',
  docs: 'the documentation',
}));
