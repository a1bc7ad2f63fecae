/** A service that serves pages under the names of its customers, who point a CNAME record at it. */
export interface HostedService {
  name: string;
  /** Targets of such records: these names and all below them. A `*` stands for one label, or a part of one. */
  suffixes: readonly string[];
  /** What its page for a name that nobody claims has in it; any of them is enough. */
  pages?: readonly string[];
  /** Whether a target that nobody claims does not exist in the DNS. */
  nxdomain?: true;
  /** Addresses that domains without a CNAME record point at. */
  addresses?: readonly string[];
  /**
   * Whether a stranger can claim such a name: `yes`; `sometimes`, where the service asks some customers for a proof
   * or gives some names to nobody again; `no`, where it always asks for a proof.
   */
  claimable: 'yes' | 'sometimes' | 'no';
  /** The number of the discussion in the source, where there is one. */
  discussion?: number;
}

/**
 * Source: the table and the discussions of github.com/EdOverflow/can-i-take-over-xyz (CC BY 4.0), suffixes also from the documentation
 * of each service; in our own form, 2026-11-21. Behaviour of services changes: a match is judged together with what is seen.
 */
export const hostedServices: readonly HostedService[] = [
  { name: 'Acquia', suffixes: ['acquia-sites.com'], pages: ['Web Site Not Found'], claimable: 'no', discussion: 103 },
  { name: 'Agile CRM', suffixes: ['agilecrm.com'], pages: ['Sorry, this page is no longer available.'], claimable: 'yes', discussion: 145 },
  { name: 'Aha!', suffixes: ['ideas.aha.io'], pages: ['There is no portal here ... sending you back to Aha!'], claimable: 'sometimes' },
  { name: 'Airee', suffixes: ['airee.ru'], pages: ['Ошибка 402. Сервис Айри.рф не оплачен'], claimable: 'yes', discussion: 104 },
  { name: 'Anima', suffixes: ['animaapp.io'], pages: ['If this is your website and you\'ve just created it, try refreshing in a minute'], claimable: 'yes', discussion: 126 },
  { name: 'AWS CloudFront', suffixes: ['cloudfront.net'], pages: ['ERROR: The request could not be satisfied'], claimable: 'no', discussion: 29 },
  { name: 'AWS Elastic Beanstalk', suffixes: ['elasticbeanstalk.com'], nxdomain: true, claimable: 'yes', discussion: 194 },
  { name: 'AWS Elastic Load Balancing', suffixes: ['elb.amazonaws.com', '*.elb.amazonaws.com'], nxdomain: true, claimable: 'no', discussion: 137 },
  { name: 'AWS S3', suffixes: ['s3.amazonaws.com', 's3.*.amazonaws.com', 's3-website*.amazonaws.com', 's3-website.*.amazonaws.com'], pages: ['The specified bucket does not exist', 'NoSuchBucket'], claimable: 'yes', discussion: 36 },
  { name: 'Azure API Management', suffixes: ['azure-api.net'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Azure App Service', suffixes: ['azurewebsites.net'], nxdomain: true, pages: ['404 Web Site not found.'], claimable: 'sometimes', discussion: 35 },
  { name: 'Azure Blob Storage', suffixes: ['blob.core.windows.net', 'web.core.windows.net'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Azure CDN', suffixes: ['azureedge.net'], nxdomain: true, claimable: 'sometimes', discussion: 35 },
  { name: 'Azure Cloud Services', suffixes: ['cloudapp.net', 'cloudapp.azure.com'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Azure Container Instances', suffixes: ['azurecontainer.io'], nxdomain: true, claimable: 'sometimes', discussion: 35 },
  { name: 'Azure Front Door', suffixes: ['azurefd.net'], nxdomain: true, claimable: 'sometimes', discussion: 35 },
  { name: 'Azure HDInsight', suffixes: ['azurehdinsight.net'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Azure Search', suffixes: ['search.windows.net'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Azure Service Bus', suffixes: ['servicebus.windows.net'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Azure Traffic Manager', suffixes: ['trafficmanager.net'], nxdomain: true, claimable: 'yes', discussion: 35 },
  { name: 'Bitbucket Cloud', suffixes: ['bitbucket.io'], pages: ['Repository not found'], claimable: 'yes' },
  { name: 'Campaign Monitor', suffixes: ['createsend.com'], pages: ['Trying to access your account?'], claimable: 'yes', discussion: 275 },
  { name: 'Canny', suffixes: ['cname.canny.io'], pages: ['There is no such company. Did you enter the right URL?'], claimable: 'sometimes' },
  { name: 'Cargo', suffixes: ['cargocollective.com', 'subdomain.cargo.site'], pages: ['If you\'re moving your domain away from Cargo'], claimable: 'yes', discussion: 152 },
  { name: 'Discourse', suffixes: ['hosted-by-discourse.com', 'trydiscourse.com'], nxdomain: true, claimable: 'yes', discussion: 49 },
  { name: 'Fastly', suffixes: ['fastly.net'], pages: ['Fastly error: unknown domain'], claimable: 'no', discussion: 22 },
  { name: 'FeedPress', suffixes: ['redirect.feedpress.me'], pages: ['The feed has not been found.'], claimable: 'no', discussion: 80 },
  { name: 'Firebase Hosting', suffixes: ['firebaseapp.com', 'web.app'], pages: ['Site Not Found'], claimable: 'no', discussion: 128 },
  { name: 'Flywheel', suffixes: ['flywheelsites.com'], pages: ['We\'re sorry, you\'ve landed on a page that is hosted by Flywheel'], claimable: 'sometimes' },
  { name: 'Freshdesk', suffixes: ['freshdesk.com', 'freshservice.com'], pages: ['Maybe this is still fresh! You can claim it now'], claimable: 'no', discussion: 214 },
  { name: 'Frontify', suffixes: ['frontify.com'], pages: ['Oops… looks like you got lost'], claimable: 'sometimes', discussion: 170 },
  { name: 'Gemfury', suffixes: ['furyns.com'], pages: ['404: This page could not be found.'], claimable: 'yes', discussion: 154 },
  { name: 'GetResponse', suffixes: ['gr8.com'], pages: ['With GetResponse Landing Pages, lead generation has never been easier'], claimable: 'sometimes' },
  { name: 'Ghost', suffixes: ['ghost.io'], pages: ['The thing you were looking for is no longer here', 'Site unavailable'], claimable: 'yes', discussion: 89 },
  { name: 'GitBook', suffixes: ['gitbook.io', 'hosting.gitbook.com'], pages: ['If you need specifics, here\'s the error'], claimable: 'sometimes' },
  {
    name: 'GitHub Pages', suffixes: ['github.io'], addresses: ['185.199.108.153', '185.199.109.153', '185.199.110.153', '185.199.111.153'],
    pages: ['There isn\'t a GitHub Pages site here.'], claimable: 'sometimes', discussion: 37,
  },
  { name: 'GitLab Pages', suffixes: ['gitlab.io'], pages: ['The page you\'re looking for could not be found'], claimable: 'no' },
  { name: 'Google Cloud Storage', suffixes: ['c.storage.googleapis.com'], pages: ['The specified bucket does not exist', 'NoSuchBucket'], claimable: 'no' },
  { name: 'Google Sites', suffixes: ['ghs.googlehosted.com', 'ghs.google.com'], pages: ['The requested URL was not found on this server. That’s all we know.'], claimable: 'no', discussion: 277 },
  { name: 'Hatena Blog', suffixes: ['hatenablog.com'], pages: ['404 Blog is not found'], claimable: 'yes' },
  { name: 'Help Scout', suffixes: ['helpscoutdocs.com'], pages: ['No settings were found for this company:'], claimable: 'yes' },
  { name: 'Helpjuice', suffixes: ['helpjuice.com'], pages: ['We could not find what you\'re looking for.'], claimable: 'yes' },
  { name: 'Heroku', suffixes: ['herokuapp.com', 'herokudns.com', 'herokussl.com'], nxdomain: true, pages: ['No such app', '//www.herokucdn.com/error-pages/no-such-app.html'], claimable: 'sometimes', discussion: 38 },
  { name: 'HubSpot', suffixes: ['hs-sites.com', 'hubspot.net'], pages: ['This page isn\'t available'], claimable: 'no', discussion: 59 },
  { name: 'Instapage', suffixes: ['pageserve.co', 'secure.pageserve.co'], pages: ['Looks Like You\'re Lost'], claimable: 'no', discussion: 73 },
  { name: 'Intercom', suffixes: ['custom.intercom.help'], pages: ['Uh oh. That page doesn\'t exist.'], claimable: 'yes', discussion: 69 },
  { name: 'JetBrains YouTrack', suffixes: ['youtrack.cloud', 'myjetbrains.com'], pages: ['is not a registered InCloud YouTrack'], claimable: 'yes' },
  { name: 'KeyCDN', suffixes: ['kxcdn.com'], nxdomain: true, claimable: 'no', discussion: 112 },
  { name: 'Kinsta', suffixes: ['kinsta.cloud', 'kinstacdn.com'], pages: ['No Site For Domain'], claimable: 'yes', discussion: 48 },
  { name: 'Landingi', suffixes: ['landingi.com'], pages: ['It looks like you’re lost...'], claimable: 'sometimes', discussion: 117 },
  { name: 'LaunchRock', suffixes: ['launchrock.com'], pages: ['It looks like you may have taken a wrong turn somewhere. Don\'t worry...it happens to all of us.'], claimable: 'yes', discussion: 74 },
  { name: 'Mailchimp', suffixes: ['mailchimpsites.com'], pages: ['trying to reach a page that was built by Mailchimp but is no longer active'], claimable: 'no', discussion: 250 },
  { name: 'Mashery', suffixes: ['mashery.com'], pages: ['Unrecognized domain'], claimable: 'sometimes', discussion: 14 },
  { name: 'Netlify', suffixes: ['netlify.app', 'netlify.com', 'netlifyglobalcdn.com'], pages: ['Not Found - Request ID:'], claimable: 'sometimes', discussion: 40 },
  { name: 'ngrok', suffixes: ['ngrok.io', 'ngrok-cname.com'], pages: ['ngrok.io not found', 'ERR_NGROK_3200'], claimable: 'yes', discussion: 92 },
  { name: 'Pantheon', suffixes: ['pantheonsite.io'], pages: ['404 error unknown site!', 'The gods are wise, but do not know of the site which you seek'], claimable: 'yes', discussion: 24 },
  { name: 'Pingdom', suffixes: ['stats.pingdom.com'], pages: ['Sorry, couldn\'t find the status page'], claimable: 'yes', discussion: 144 },
  { name: 'Readme', suffixes: ['readme.io', 'readmessl.com', 'ssl.readmessl.com'], pages: ['Project doesnt exist... yet!', 'The creators of this project are still working on making everything perfect!'], claimable: 'yes', discussion: 41 },
  { name: 'Read the Docs', suffixes: ['readthedocs.io'], pages: ['The link you have followed or the URL that you entered does not exist.'], claimable: 'sometimes' },
  { name: 'SendGrid', suffixes: ['sendgrid.net'], nxdomain: true, claimable: 'no' },
  { name: 'Shopify', suffixes: ['myshopify.com'], pages: ['Sorry, this shop is currently unavailable.', 'Only one step left!'], claimable: 'sometimes', discussion: 32 },
  { name: 'Short.io', suffixes: ['cname.short.io'], pages: ['Link does not exist'], claimable: 'yes', discussion: 260 },
  { name: 'SmartJobBoard', suffixes: ['mysmartjobboard.com'], pages: ['This job board website is either expired or its domain name is invalid.'], claimable: 'yes', discussion: 139 },
  { name: 'Smartling', suffixes: ['smartling.com'], pages: ['Domain is not configured'], claimable: 'sometimes', discussion: 67 },
  { name: 'Smugmug', suffixes: ['domains.smugmug.com'], pages: ['{"text":"Page Not Found"'], claimable: 'sometimes' },
  { name: 'Squarespace', suffixes: ['ext-cust.squarespace.com', 'squarespace.com'], pages: ['You\'re Almost There...', 'No Such Account'], claimable: 'no' },
  { name: 'Statuspage', suffixes: ['statuspage.io', 'stspg-customer.com'], pages: ['Better Status Communication', 'You are being redirected to https://www.statuspage.io'], claimable: 'no', discussion: 105 },
  { name: 'Strikingly', suffixes: ['strikinglydns.com', 's.strikinglydns.com'], pages: ['But if you\'re looking to build your own website', 'PAGE NOT FOUND'], claimable: 'yes', discussion: 58 },
  { name: 'Surge', suffixes: ['surge.sh'], pages: ['project not found'], claimable: 'yes' },
  { name: 'SurveySparrow', suffixes: ['surveysparrow.com'], pages: ['Ouch! Account not found'], claimable: 'yes', discussion: 281 },
  { name: 'Tilda', suffixes: ['tilda.ws'], pages: ['Please renew your subscription'], claimable: 'sometimes', discussion: 155 },
  { name: 'Tumblr', suffixes: ['domains.tumblr.com'], pages: ['Whatever you were looking for doesn\'t currently exist at this address'], claimable: 'sometimes', discussion: 240 },
  { name: 'Uberflip', suffixes: ['read.uberflip.com'], pages: ['The URL you\'ve accessed does not provide a hub.'], claimable: 'yes', discussion: 150 },
  { name: 'Unbounce', suffixes: ['unbouncepages.com'], pages: ['The requested URL was not found on this server.'], claimable: 'no', discussion: 11 },
  { name: 'UptimeRobot', suffixes: ['stats.uptimerobot.com'], pages: ['page not found'], claimable: 'yes', discussion: 45 },
  { name: 'UserVoice', suffixes: ['uservoice.com'], pages: ['This UserVoice subdomain is currently available!'], claimable: 'no', discussion: 163 },
  { name: 'Vercel', suffixes: ['vercel-dns.com', 'vercel.app', 'now.sh'], pages: ['The deployment could not be found on Vercel.', 'DEPLOYMENT_NOT_FOUND'], claimable: 'no', discussion: 183 },
  { name: 'Webflow', suffixes: ['proxy.webflow.com', 'proxy-ssl.webflow.com', 'cdn.webflow.com'], pages: ['The page you are looking for doesn\'t exist or has been moved.'], claimable: 'sometimes', discussion: 44 },
  { name: 'Wix', suffixes: ['wixdns.net', 'wixsite.com'], pages: ['Looks Like This Domain Isn\'t Connected To A Website Yet!'], claimable: 'sometimes', discussion: 231 },
  { name: 'WordPress.com', suffixes: ['wordpress.com'], pages: ['Do you want to register'], claimable: 'yes', discussion: 176 },
  { name: 'Worksites', suffixes: ['worksites.net'], pages: ['Hello! Sorry, but the website you’re looking for doesn’t exist.'], claimable: 'yes', discussion: 142 },
  { name: 'WP Engine', suffixes: ['wpengine.com', 'wpenginepowered.com'], pages: ['The site you were looking for couldn\'t be found.'], claimable: 'no' },
  { name: 'Zendesk', suffixes: ['zendesk.com'], pages: ['Help Center Closed'], claimable: 'no', discussion: 23 },
];
