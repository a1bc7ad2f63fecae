/** Hosts under which anybody gets a name without paying, and dynamic DNS. Own selection from the private part of the public suffix list, 2026-11. */
export const freeHosts: readonly string[] = `github.io gitlab.io pages.dev workers.dev web.app firebaseapp.com netlify.app vercel.app onrender.com
  herokuapp.com azurewebsites.net blob.core.windows.net web.core.windows.net cloudfront.net s3.amazonaws.com blogspot.com wixsite.com weebly.com
  weeblysite.com square.site webflow.io framer.app carrd.co glitch.me surge.sh fly.dev repl.co r2.dev myshopify.com wordpress.com godaddysites.com
  duckdns.org ddns.net hopto.org zapto.org sytes.net no-ip.org dynu.net dyndns.org ngrok.io ngrok-free.app trycloudflare.com 000webhostapp.com`.split(/\s+/);
