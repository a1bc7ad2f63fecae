/** Sites and services that many people reach by their names, with one word or several; a query that is little more than such a name leads there. */
export const names = 'facebook|instagram|youtube|google|gmail|outlook|hotmail|yahoo|bing|twitter|tiktok|whatsapp|telegram|linkedin|pinterest|reddit|discord|twitch|snapchat|netflix|spotify|disney|hbo|prime video|amazon|ebay|etsy|aliexpress|temu|shein|alibaba|walmart|target|costco|'
  + 'paypal|stripe|revolut|wise|klarna|github|gitlab|stackoverflow|wikipedia|wikimedia|dropbox|icloud|onedrive|office 365|microsoft|apple|samsung|sony|hp|lenovo|canva|figma|notion|slack|zoom|teams|trello|asana|salesforce|hubspot|mailchimp|wordpress|wix|shopify|airbnb|booking|expedia|tripadvisor|ryanair|easyjet|lufthansa|uber|'
  + 'bbc|cnn|guardian|new york times|nytimes|imdb|chatgpt|openai|steam|xbox|playstation|nintendo|roblox|ikea|zara|hm|nike|adidas|decathlon|lidl|aldi|h m|dhl|ups|fedex|vodafone|orange|telekom|o2|att|verizon|'
  + 'bank of america|chase|wells fargo|hsbc|barclays|santander|nhs|irs|gov uk|harvard university|'
  + 'zalando|otto|gmx|web de|sparkasse|commerzbank|deutsche bank|deutsche bahn|elster|spiegel|tagesschau|mobile de|kleinanzeigen|check24|'
  + 'leboncoin|doctolib|ameli|caf|impots gouv|laposte|sncf|free|sfr|bouygues|le monde|crédit agricole|bnp paribas|pronote|cdiscount|fnac|'
  + 'milanuncios|renfe|correos|movistar|bbva|caixabank|el país|agencia tributaria|seguridad social|uned|mercado libre|wallapop|infojobs|'
  + 'subito|trenitalia|poste italiane|inps|unicredit|intesa sanpaolo|tim|corriere della sera|fineco|agenzia delle entrate|libero|'
  + 'marktplaats|bol|digid|mijnoverheid|rabobank|ing|abn amro|postnl|ns|kpn|ziggo|belastingdienst|nos|coolblue|magister|'
  + 'olx|mercado livre|nubank|caixa|ctt|cp comboios|vivo|portal das finanças|segurança social|globo|magazine luiza|galp|itaú|bradesco';

/** Large cities of the countries where the languages are spoken. */
export const cities = 'london|manchester|birmingham|leeds|liverpool|glasgow|edinburgh|bristol|dublin|new york|brooklyn|chicago|los angeles|houston|boston|seattle|san francisco|miami|dallas|austin|toronto|sydney|melbourne|'
  + 'berlin|hamburg|münchen|munich|köln|cologne|frankfurt|stuttgart|düsseldorf|leipzig|dortmund|bremen|dresden|hannover|nürnberg|kassel|wien|vienna|graz|salzburg|zürich|zurich|basel|bern|'
  + 'paris|marseille|lyon|toulouse|nice|nantes|strasbourg|montpellier|bordeaux|lille|rennes|bruxelles|genève|lausanne|'
  + 'madrid|barcelona|valencia|sevilla|zaragoza|málaga|bilbao|murcia|granada|alicante|palma|'
  + 'roma|milano|napoli|torino|palermo|genova|bologna|firenze|venezia|verona|bari|catania|'
  + 'amsterdam|rotterdam|den haag|utrecht|eindhoven|groningen|tilburg|maastricht|delft|antwerpen|gent|brussel|'
  + 'lisboa|porto|braga|coimbra|faro|aveiro|matosinhos|são paulo|rio de janeiro|brasília|salvador|curitiba|belo horizonte|recife';
