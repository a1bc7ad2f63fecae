import type { Lexicon } from './lexicon.ts';

export const en: Lexicon = {
  common: 'the a an of in on at is are for to and or with by from my your our this that it be do does me us you how what which why when who',
  terms: {
    informational: {
      4: '^how to|^how do|^how does|^how did|^what is|^what are|^what does|^why|^who invented|^who is|^who was|meaning of|definition|explained|difference between|how it works',
      3: '^how|^what|^when|^where does|^where is|^who|^can you|^can i|^is it|^does|^do|^should|history of|symptoms|causes|benefits of|guide to|tutorial*|recipe*|examples of|tips|facts about|meaning|glossary|learn|documentation|docs|how|step by step|troubleshoot*|walkthrough|lyrics|translate|synonym*|ideas|diy|explain*|introduction to|overview of|what is|checklist|statistics|study|research|news|article|blog|faq|frequently asked questions|forgot password|reset your password',
      2: 'guide|beginner*|signs of|effects of|types of|list of|side effects|treatment|average|population|capital of|weather|temperature|calculate|formula|convert|example*|theory|biography|invented|timeline|process|principle*|basics|course|map of|instructions|manual|handbook|lesson*|opens|announces|released|improve|increase|reduce|prevent|understand*',
    },
    navigational: {
      4: 'login|log in|sign in|signin|logon|log on|official site|official website|home page|homepage|my account|your account|customer service number|web player|status page|contact us|about us|privacy policy|careers|jobs at|find a store|our stores|terms of service|terms and conditions|imprint',
      3: 'website|web site|account|portal|online banking|internet banking|dashboard|contact|customer service|customer support|support number|phone number|headquarters|head office|address|opening hours|opening times|official|webmail|web mail|tracking|track order|app|intranet|store locator|our team|our story|cookie policy|welcome back|press office|investor relations|work with us|about|locations|privacy',
      2: 'page|site|support|mail|hours|location|email|directions|members|student|jobs|com|co uk|org|branch|company|team|stores|www|terms',
    },
    commercial: {
      4: '^best|best|what is the best|what are the best|which is the best|review|reviews|vs|versus|alternatives|alternative to|comparison|compare|compared|buying guide|pros and cons|worth it|top 10|top 5|competitors|case study|pricing|plans and pricing|top rated|ranked|which is better|better than',
      3: 'top|rated|ratings|recommended|recommendation*|rankings|ranking|most reliable|cheapest|similar to|should i buy|good|which|compares|customer stories|success story|how much does|how much is|how much do|features|plans|roundup|shortlist|verdict|top picks|leading|affordable|comparisons|testimonial*|tested|lab test|right for you|versions',
      2: 'for students|for small business|worth|most popular|popular|difference|software|tools|or|better|brands|providers|companies|consumer reports|cost|options|integrations|budget|switched|which one|solutions|services|rating|quality|suitable|premium|models',
    },
    transactional: {
      4: '^buy|buy|order|purchase|coupon*|discount|promo code|voucher*|for sale|download|subscribe|sign up|book|hire|rent|apply for|apply|free trial|get a quote|quote|add to cart|add to basket|checkout|cart|delivery|schedule|renew|wholesale|reserve|shop online|basket|create your account|create an account|buy now|request a quote|request',
      3: 'price|prices|cheap|deal|deals|sale|tickets|booking|shop|store online|free shipping|next day|supplier*|emergency|template download|application|register|install|appointment|rental|lease|donate|enroll|enrol|pay|payment|near me|start your free|used|second hand|clearance|offer|offers|in stock|trial|stream|flights|gift card|book now',
      2: 'online|free|flight|hotel*|hotels|template|shipping|delivered|pickup|instant|repair|plumber*|electrician*|watch|get|cheap|same day|install*|sell|bulk|quotes|generator|converter|printable|stock|sizes|vacation|loan',
    },
  },
  paths: {
    informational: 'blog|news|article|articles|guide|guides|docs|doc|documentation|help|faq|faqs|kb|knowledge|knowledge base|glossary|wiki|learn|tutorial|tutorials|resources|academy|how to|recipes|recipe|tips|magazine|press|stories|insights|changelog|reference|manual|support articles|learning center|posts|post|events|education',
    navigational: 'login|signin|sign in|account|my account|contact|contact us|about|about us|team|careers|jobs|privacy|privacy policy|terms|legal|imprint|stores|locations|store locator|profile|dashboard|sitemap|support|status|press kit|company|cookies|home|portal|logout|settings|our story|terms of service',
    commercial: 'best|compare|comparison|vs|reviews|review|alternatives|pricing|plans|buying guide|buying guides|features|customers|case studies|case study|testimonials|solutions|why us|top|use cases|tour|demo|roundups|ratings|integrations|industries',
    transactional: 'product|products|shop|store|cart|basket|checkout|order|buy|book|booking|download|downloads|quote|signup|sign up|register|subscribe|collections|category|categories|sale|deals|offers|trial|free trial|donate|tickets|rent|hire|apply|p|item|appointment|payment|reserve|get started|schedule|enroll|coupons',
  },
  actions: {
    transactional: 'add to cart|add to basket|add to bag|buy|buy now|checkout|check out|pay|pay now|book|book now|order|order now|download|get my quote|get a quote|get quote|sign up|subscribe|reserve|create account|register|start free trial|place order|donate|apply now|schedule|get tickets|install|get started',
    commercial: 'request a demo|book a demo|get a demo|see plans|compare|compare plans|talk to sales|contact sales|see pricing|view pricing',
    navigational: 'log in|login|sign in|send message|send|contact us|find a store',
  },
  local: 'near me|nearby|near|closest|nearest|around here|in my area|open now|walking distance|opening hours|opening times',
};
