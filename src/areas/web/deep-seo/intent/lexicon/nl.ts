import type { Lexicon } from './lexicon.ts';

export const nl: Lexicon = {
  common: 'de het een en of in is zijn voor van met te op bij naar je jouw jou mijn ons onze dit dat die er wat hoe waarom wanneer wie welke welk niet ook als aan om',
  terms: {
    informational: {
      4: '^hoe werkt|^hoe maak|^wat is|^wat zijn|^wat betekent|^waarom|^wie heeft|^wie is|^wie was|betekenis|definitie|verschil tussen|uitgelegd|uitleg|stappenplan|stap voor stap',
      3: '^hoe|^wat|^wanneer|^waar ligt|^hoeveel|^kun je|^kan je|^mag je|^is het|^wie|geschiedenis|symptomen|oorzaken|oorzaak|voordelen van|gids voor|recept|recepten|voorbeeld*|tips|leren|begrippen|documentatie|nieuws|ideeën|vertaling|synoniem*|begrijpen|cursus|inleiding|blog|artikel|veelgestelde vragen|wachtwoord vergeten|wachtwoord opnieuw|handleiding|zelf maken|feiten|advies',
      2: 'lijst|voor beginners|beginners|soorten|gevolgen|bijwerkingen|behandeling|hoofdstad|inwoners|weer|berekenen|formule|theorie|biografie|uitgevonden|oorsprong|methode|oefeningen|gids|verbeteren|verminderen|voorkomen|onderzoek|statistiek*|ingrediënten|bereiding|hoogste|langste|grootste|geopend|hulp|help',
    },
    navigational: {
      4: 'inloggen|login|mijn account|officiële site|officiële website|hoofdpagina|privacyverklaring|klantenservice|track en trace|contact|over ons|algemene voorwaarden|openingstijden|vacatures|internetbankieren|vind een winkel|onze winkels|werken bij|privacybeleid|aanmelden bij',
      3: 'website|homepage|portaal|portal|telefoonnummer|adres|hoofdkantoor|officiële|app|webmail|mijn omgeving|ons team|ons verhaal|welkom terug|vestigingen|filialen|account|colofon|bereikbaarheid|neem contact op|disclaimer|mijn',
      2: 'site|pagina|nl|com|gemeente|universiteit|helpdesk|bedrijf|winkels|bank|team|nummer|support',
    },
    commercial: {
      4: '^beste|wat is de beste|wat is het beste|wat zijn de beste|beste|best|review|reviews|ervaringen|ervaring|vergelijken|vergelijking|vergelijk|vergeleken|alternatief|alternatieven|vs|versus|top 10|koopgids|voor en nadelen|de moeite waard|ranglijst|klantverhaal|klantverhalen|prijzen en abonnementen|test|tests|best beoordeelde|beoordelingen|best getest',
      3: 'top|aanbevolen|aanbeveling*|aanrader|^welk|^welke|goede|wat kost|wat kosten|hoe duur|functies|goedkoopste|beter dan|conclusie|kiezen|referenties|vergelijkbaar|beoordeeld|beoordeelde|consumentenbond|prijs kwaliteit|concurrenten|betrouwbare|betrouwbaar|populairste|prijzen|casestudy|past bij|abonnementen',
      2: 'of|software|programma s|tools|merken|aanbieders|leveranciers|leverancier|kwaliteit|nadelen|voordelen|oplossingen|modellen|tarieven|kosten|opties',
    },
    transactional: {
      4: 'kopen|koop|bestellen|boeken|boek|downloaden|download|kortingscode|korting|kortingsbon|abonneren|huren|huur|te koop|offerte|gratis proberen|winkelwagen|aanvragen|afspraak maken|afspraak|inhuren|registreren|reserveren|groothandel|afrekenen|betalen|afsluiten|in winkelwagen|kaartjes|inschrijven|solliciteren|proefabonnement',
      3: 'prijs|goedkoop|goedkope|aanbieding*|uitverkoop|webshop|webwinkel|tweedehands|gebruikte|verzending|gratis verzending|bezorgen|bezorging|spoed|gratis|tickets|vluchten|doneren|op voorraad|verhuur|account maken|maak een account|proefversie|actie|sjabloon|leasen|lening|verkoop|24 uur',
      2: 'online|hotel|hotels|loodgieter|elektricien|reparatie|in de buurt|installeren|streamen|vakantie|snel|shop|winkel|bestelling',
    },
  },
  paths: {
    informational: 'blog|gids|gidsen|begrippen|begrippenlijst|woordenlijst|documentatie|docs|help|hulp|faq|nieuws|recepten|recept|tips|magazine|artikelen|artikel|kennisbank|handleiding|handleidingen|veelgestelde vragen|advies|inspiratie|pers|actueel|uitleg',
    navigational: 'inloggen|login|contact|over ons|algemene voorwaarden|mijn account|account|winkels|vestigingen|vacatures|werken bij|team|privacy|privacyverklaring|cookies|voorwaarden|openingstijden|profiel|klantenservice|home|mijn|bedrijf|disclaimer|colofon|filialen|service',
    commercial: 'vergelijken|vergelijking|vergelijk|reviews|review|beste|alternatieven|prijzen|tarieven|abonnementen|koopgids|koopgidsen|klantverhalen|functies|test|tests|ervaringen|referenties|oplossingen|klanten|cases|beoordelingen|kenmerken',
    transactional: 'product|producten|shop|winkel|winkelwagen|winkelmand|afrekenen|bestellen|bestelling|boeken|reserveren|afspraak|downloaden|download|downloads|offerte|registreren|aanmelden|kopen|categorie|aanbiedingen|sale|huren|verhuur|tickets|abonneren|betalen|inschrijven|proefperiode',
  },
  actions: {
    transactional: 'in winkelwagen|in winkelmand|kopen|koop nu|naar bestellen|bestellen|betalen|afrekenen|boek nu|boeken|downloaden|offerte aanvragen|registreren|abonneren|reserveren|afspraak maken|account aanmaken|doneer|gratis proberen',
    commercial: 'demo aanvragen|vraag een demo aan|vergelijken|bekijk prijzen|bekijk abonnementen|neem contact op met sales',
    navigational: 'inloggen|login|verstuur|verstuur bericht|verzenden|vind een winkel',
  },
  local: 'in de buurt|bij mij in de buurt|dichtbij|dichtstbijzijnde|omgeving|in de omgeving|nu open|openingstijden',
};
