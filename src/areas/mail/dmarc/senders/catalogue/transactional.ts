import type { Service } from './service.ts';

const BOTH = { spfAlign: true, dkimAlign: true } as const;

/** Services that programs send through. */
export const transactional: readonly Service[] = [
  {
    id: 'amazon-ses', name: 'Amazon SES', type: 'transactional', url: 'https://console.aws.amazon.com/ses/', can: BOTH, match: { mail: ['amazonses.com'], hosts: ['amazonses.com'] },
    menuPath: 'Configuration > Identities, and there "Custom MAIL FROM domain"',
    records: [['{token}._domainkey', 'CNAME', '{token}.dkim.amazonses.com'], ['{sub}', 'MX', '10 feedback-smtp.{region}.amazonses.com'], ['{sub}', 'TXT', 'v=spf1 include:amazonses.com ~all']],
  },
  {
    id: 'sendgrid', name: 'Twilio SendGrid', type: 'transactional', url: 'https://app.sendgrid.com/', can: BOTH, match: { mail: ['sendgrid.net', 'sendgrid.info', 'sendgrid.me'], hosts: ['sendgrid.net'], asns: [11377] },
    menuPath: 'Settings > Sender Authentication > Authenticate Your Domain', records: [['em{number}', 'CNAME', null], ['s1._domainkey', 'CNAME', null], ['s2._domainkey', 'CNAME', null]],
  },
  {
    id: 'mailgun', name: 'Mailgun', type: 'transactional', url: 'https://app.mailgun.com/', can: BOTH, match: { mail: ['mailgun.org', 'mailgun.net'], hosts: ['mailgun.net', 'mailgun.org', 'mailgun.co'] },
    menuPath: 'Send > Sending > Domains', records: [['{sub}', 'TXT', 'v=spf1 include:mailgun.org ~all'], ['{selector}._domainkey.{sub}', 'TXT', null]],
  },
  {
    id: 'postmark', name: 'Postmark', type: 'transactional', url: 'https://account.postmarkapp.com/', can: BOTH, match: { mail: ['mtasv.net', 'postmarkapp.com'], hosts: ['mtasv.net'] },
    menuPath: 'Sender Signatures > Domains > DNS Settings', records: [['{selector}._domainkey', 'TXT', null], ['pm-bounces', 'CNAME', 'pm.mtasv.net']],
  },
  {
    id: 'sparkpost', name: 'Bird (SparkPost)', type: 'transactional', url: 'https://app.sparkpost.com/', can: BOTH, match: { mail: ['sparkpostmail.com', 'sparkpostmail1.com', 'sparkpostmail2.com', 'messagebird.com'], hosts: ['sparkpostmail.com', 'sparkpostmail1.com'] },
    menuPath: 'Configuration > Domains', records: [['{selector}._domainkey', 'TXT', null], ['{bounce}', 'CNAME', 'sparkpostmail.com']],
  },
  {
    id: 'mandrill', name: 'Mailchimp Transactional (Mandrill)', type: 'transactional', url: 'https://mandrillapp.com/', can: BOTH, match: { mail: ['mandrillapp.com'], selectors: ['mte1', 'mte2', 'mandrill'], hosts: ['mandrillapp.com'] },
    menuPath: 'Settings > Domains > Sending Domains', records: [['mte1._domainkey', 'CNAME', 'dkim1.mandrillapp.com'], ['mte2._domainkey', 'CNAME', 'dkim2.mandrillapp.com']],
  },
  {
    id: 'resend', name: 'Resend', type: 'transactional', url: 'https://resend.com/domains', can: BOTH, match: { selectors: ['resend'] }, menuPath: 'Domains > Add Domain',
    records: [['resend._domainkey', 'TXT', null], ['send', 'MX', '10 feedback-smtp.{region}.amazonses.com'], ['send', 'TXT', 'v=spf1 include:amazonses.com ~all']],
  },
  {
    id: 'mailjet', name: 'Mailjet', type: 'transactional', url: 'https://app.mailjet.com/', can: BOTH, match: { mail: ['mailjet.com'], selectors: ['mailjet'], hosts: ['mailjet.com'] },
    menuPath: 'Account settings > Sender domains & addresses', include: 'spf.mailjet.com', records: [['mailjet._domainkey', 'TXT', null]],
  },
  { id: 'mailersend', name: 'MailerSend', type: 'transactional', url: 'https://app.mailersend.com/', can: BOTH, match: { mail: ['mailersend.net', 'mailersend.com'], selectors: ['mlsend', 'mlsend2'], hosts: ['mailersend.net', 'mailersend.com'] }, menuPath: 'Email > Domains' },
  { id: 'mailtrap', name: 'Mailtrap', type: 'transactional', url: 'https://mailtrap.io/', can: BOTH, match: { mail: ['mailtrap.live'], selectors: ['rwmt1', 'rwmt2'], hosts: ['mailtrap.live'] }, menuPath: 'Sending Domains',
    records: [['rwmt1._domainkey', 'CNAME', 'rwmt1.dkim.smtp.mailtrap.live'], ['rwmt2._domainkey', 'CNAME', 'rwmt2.dkim.smtp.mailtrap.live']] },
  { id: 'smtp2go', name: 'SMTP2GO', type: 'transactional', url: 'https://app.smtp2go.com/', can: BOTH, match: { mail: ['smtp2go.com', 'smtpcorp.com', 'smtpservice.net'], hosts: ['smtp2go.com', 'smtpcorp.com'] }, menuPath: 'Sending > Verified Senders > Sender domains' },
  { id: 'socketlabs', name: 'SocketLabs', type: 'transactional', url: 'https://cp.socketlabs.com/', can: BOTH, match: { mail: ['email-od.com', 'socketlabs.com'], hosts: ['email-od.com', 'socketlabs.com', 'socketlabs-od.com'] }, include: 'email-od.com' },
  { id: 'smtp-com', name: 'SMTP.com', type: 'transactional', url: 'https://my.smtp.com/', can: BOTH, match: { mail: ['smtp.com'], hosts: ['smtp.com'] }, include: '_spf.smtp.com' },
  { id: 'turbo-smtp', name: 'turboSMTP', type: 'transactional', url: 'https://www.serversmtp.com/', match: { mail: ['turbo-smtp.com', 'turbo-smtp.net'], selectors: ['turbo-smtp'], hosts: ['turbo-smtp.com', 'turbo-smtp.net'] } },
  { id: 'authsmtp', name: 'AuthSMTP', type: 'transactional', url: 'https://www.authsmtp.com/', match: { mail: ['authsmtp.com'], hosts: ['authsmtp.com'] } },
  { id: 'elastic-email', name: 'Elastic Email', type: 'transactional', url: 'https://app.elasticemail.com/', can: BOTH, match: { mail: ['elasticemail.com', 'elasticemail.net', 'elasticemail.info'], hosts: ['elasticemail.com', 'elasticemail.net', 'elasticemail.info'] },
    menuPath: 'Settings > Domains', include: '_spf.elasticemail.com', records: [['api._domainkey', 'TXT', null]] },
  { id: 'pepipost', name: 'Netcore Email API', type: 'transactional', url: 'https://netcorecloud.com/', match: { mail: ['pepipost.com', 'pepipost.net'], hosts: ['pepipost.com', 'pepipost.net'] } },
  { id: 'infobip', name: 'Infobip', type: 'transactional', url: 'https://portal.infobip.com/', match: { mail: ['infobip.com'], hosts: ['infobip.com'] } },
  { id: 'azure-communication', name: 'Azure Communication Services', type: 'transactional', url: 'https://portal.azure.com/', can: BOTH,
    match: { mail: ['azurecomm.net'], selectors: ['selector1-azurecomm-prod-net', 'selector2-azurecomm-prod-net'] }, menuPath: 'Email Communication Service > Provision domains', include: 'spf.protection.outlook.com',
    records: [['selector1-azurecomm-prod-net._domainkey', 'CNAME', 'selector1-azurecomm-prod-net._domainkey.azurecomm.net'],
      ['selector2-azurecomm-prod-net._domainkey', 'CNAME', 'selector2-azurecomm-prod-net._domainkey.azurecomm.net']] },
  { id: 'oracle-email-delivery', name: 'Oracle Cloud Email Delivery', type: 'transactional', url: 'https://cloud.oracle.com/', can: BOTH, match: { mail: ['oracleemaildelivery.com'], hosts: ['oracleemaildelivery.com'] }, menuPath: 'Developer Services > Email Delivery > Email Domains' },
  { id: 'alibaba-directmail', name: 'Alibaba Cloud Direct Mail', type: 'transactional', url: 'https://dm.console.aliyun.com/', match: { mail: ['dm.aliyun.com'], hosts: ['dm.aliyun.com'] } },
  { id: 'scaleway-tem', name: 'Scaleway Transactional Email', type: 'transactional', url: 'https://console.scaleway.com/', can: BOTH, match: { mail: ['scw-tem.cloud'], hosts: ['scw-tem.cloud'] } },
  { id: 'zeptomail', name: 'Zoho ZeptoMail', type: 'transactional', url: 'https://zeptomail.zoho.com/', can: BOTH, match: { mail: ['zeptomail.com', 'zeptomail.eu', 'zeptomail.in'], hosts: ['zeptomail.com', 'zeptomail.eu', 'zeptomail.in'] }, menuPath: 'Mail Agents > Domains' },
  { id: 'sendlayer', name: 'SendLayer', type: 'transactional', url: 'https://app.sendlayer.com/', can: BOTH, match: { mail: ['sendlayer.net'], hosts: ['sendlayer.net'] } },
  { id: 'sendcloud', name: 'SendCloud', type: 'transactional', url: 'https://www.sendcloud.net/', match: { mail: ['sendcloud.org', 'sendcloud.net'], hosts: ['sendcloud.org', 'sendcloud.net'] } },
  { id: 'emaillabs', name: 'EmailLabs', type: 'transactional', url: 'https://emaillabs.io/', match: { mail: ['emaillabs.net.pl', 'emaillabs.co'], hosts: ['emaillabs.net.pl', 'emaillabs.co'] } },
  { id: 'locaweb-smtp', name: 'Locaweb SMTP', type: 'transactional', url: 'https://www.locaweb.com.br/', match: { mail: ['smtplw.com.br'], hosts: ['smtplw.com.br'] } },
  { id: 'mailchannels', name: 'MailChannels', type: 'transactional', url: 'https://www.mailchannels.com/', can: BOTH, match: { mail: ['mailchannels.net'], hosts: ['mailchannels.net'] }, include: 'relay.mailchannels.net' },
  { id: 'mailpoet', name: 'MailPoet', type: 'transactional', url: 'https://account.mailpoet.com/', can: BOTH, match: { mail: ['sendingservice.net'], selectors: ['mailpoet1', 'mailpoet2'], hosts: ['sendingservice.net'] }, menuPath: 'Sender Domains',
    records: [['mailpoet1._domainkey', 'CNAME', 'dkim1.sendingservice.net'], ['mailpoet2._domainkey', 'CNAME', 'dkim2.sendingservice.net']] },
  { id: 'wordpress-com', name: 'WordPress.com', type: 'transactional', url: 'https://wordpress.com/', can: BOTH, match: { mail: ['wpcloud.com', 'wordpress.com'], selectors: ['wpcloud1', 'wpcloud2'], hosts: ['wordpress.com'] }, include: '_spf.wpcloud.com',
    records: [['wpcloud1._domainkey', 'CNAME', 'wpcloud1._domainkey.wpcloud.com'], ['wpcloud2._domainkey', 'CNAME', 'wpcloud2._domainkey.wpcloud.com']] },
];
