import type { Lexicon } from './lexicon.ts';

export const de: Lexicon = {
  common: 'der die das den dem des ein eine einen und oder in im ist sind für von mit zu zum zur auf bei nach ihr ihre unser unsere mein wie was welche warum wann wer so nicht auch als',
  terms: {
    informational: {
      4: '^wie funktioniert|^wie macht|^was ist|^was sind|^was bedeutet|^warum|^wieso|^weshalb|^wer hat|^wer war|^wer ist|bedeutung|definition|unterschied zwischen|unterschied|erklärt|einfach erklärt|so funktioniert|schritt für schritt|anleitung*',
      3: '^wie|^was|^wann|^woher|^wer|^kann man|^darf man|^ist es|^wo liegt|geschichte|symptom*|ursache*|vorteile von|tipps|tipp|rezept*|beispiel*|lernen|ratgeber|lexikon|glossar|dokumentation|doku|wissen|erklärung|übersetzung|synonym*|ideen|leitfaden|einführung|hausmittel|nachrichten|aktuelles|fakten|grundlagen|artikel|blog|häufige fragen|wie viele|wie viel|passwort zurücksetzen|passwort vergessen|checkliste|was tun',
      2: 'liste|für anfänger|anfänger|arten von|wirkung|nebenwirkungen|behandlung|folgen|höchster|höchste|größte|längste|durchschnitt|hauptstadt|einwohner|wetter|berechnen|formel|theorie|biografie|erfunden|verstehen|handbuch|kurs|übung*|eröffnet|statistik|vermeiden|verbessern|selber machen|anlegen|pflanzen|zubereitung|zutaten|hilfe',
    },
    navigational: {
      4: 'anmelden|anmeldung|einloggen|login|log in|mein konto|kundenkonto|offizielle seite|offizielle website|startseite|impressum|sendungsverfolgung|datenschutz|datenschutzerklärung|kontakt|über uns|kundenservice|agb|karriere',
      3: 'webseite|website|homepage|portal|online banking|onlinebanking|telefonnummer|hotline|adresse|hauptsitz|zentrale|öffnungszeiten|offizielle|offiziell|app|webmail|filialen|filiale|kundencenter|unser team|unsere geschichte|standorte|willkommen zurück|konto|stellenangebote bei|anfahrt|kundenlogin|mitgliederbereich|zugang',
      2: 'seite|de|com|support|service|nummer|e mail|online|moodle|uni|mediathek|team|firma|jobs|standort|unternehmen',
    },
    commercial: {
      4: '^beste|was ist der beste|was ist die beste|was ist das beste|was sind die besten|beste|bester|bestes|besten|test|tests|testsieger|testbericht*|vergleich*|alternative|alternativen|vs|erfahrungen|erfahrungsbericht*|bewertung|bewertungen|lohnt sich|kaufberatung|vor und nachteile|top 10|preise und tarife|stiftung warentest|referenz|referenzen|im vergleich|rangliste|bestenliste|welche ist besser',
      3: 'top|empfehlung|empfehlungen|empfehlenswert|empfohlen|günstigste*|^welche|^welcher|^welches|gute|guter|gutes|was kostet|was kosten|wie teuer|tarife|preisvergleich|ranking|funktionen|besser als|fazit|kundenstimmen|erfolgsgeschichte*|rezension*|ähnlich wie|beliebteste|kosten|übersicht|preis leistung|passt zu mir|auswahl',
      2: 'oder|anbieter|software|tools|hersteller|marken|qualität|preise|besser|modelle|nachteile|vorteile|lohnt|systeme|lösungen|sinnvoll|geeignet',
    },
    transactional: {
      4: 'kaufen|bestellen|buchen|herunterladen|download|gutschein*|rabatt*|abonnieren|mieten|beantragen|beauftragen|zu verkaufen|angebot anfordern|kostenlos testen|registrieren|warenkorb|kasse|termin vereinbaren|termin buchen|in den warenkorb|notdienst|reservieren|großhandel|jetzt kaufen|anfordern|gutscheincode|termin|mietwagen',
      3: 'preis|billig|billige|billiger|günstig kaufen|tickets|karten|shop|online shop|onlineshop|sale|angebot|angebote|versand|versandkostenfrei|gebraucht*|lieferung|lieferservice|lieferdienst|abschließen|kostenlos|vereinbaren|unverbindlich|testversion|probeabo|verleih|leihen|leasing|bezahlen|zahlung|aktion|spenden|auf rechnung|lieferbar|sofort|kündigen|vorlage download|probefahrt',
      2: 'online|flüge|flug|hotel*|vorlage|gratis|download kostenlos|klempner|handwerker|reparatur|ersatzteile|in der nähe|verkauf|installieren|streamen|urlaub|kredit|günstige|günstig',
    },
  },
  paths: {
    informational: 'blog|ratgeber|magazin|lexikon|glossar|wissen|doku|dokumentation|hilfe|faq|aktuelles|news|nachrichten|rezepte|rezept|tipps|anleitung|anleitungen|leitfaden|artikel|presse|handbuch|wiki|themen|journal|beitrag|beitraege|neuigkeiten|ratgeber artikel',
    navigational: 'anmelden|login|kontakt|ueber uns|impressum|datenschutz|agb|mein konto|konto|filialen|standorte|karriere|jobs|team|unternehmen|kundenkonto|oeffnungszeiten|kundenservice|service|profil|einloggen|anfahrt|startseite|stellenangebote|portal|wir ueber uns',
    commercial: 'vergleich|test|tests|beste|bester|alternativen|preise|tarife|kaufberatung|funktionen|referenzen|kundenstimmen|testberichte|bewertungen|bestenliste|loesungen|erfahrungen|preisvergleich|anwendungsfaelle|kunden|empfehlungen',
    transactional: 'produkt|produkte|shop|warenkorb|kasse|bestellen|buchen|termin|angebot|angebote|registrieren|download|downloads|kaufen|mieten|kategorie|sortiment|sale|abo|tickets|reservieren|reservierung|buchung|zahlung|bestellung|onlineshop|artikel nr|registrierung|testen|gutscheine',
  },
  actions: {
    transactional: 'in den warenkorb|kaufen|jetzt kaufen|zur kasse|jetzt bezahlen|bezahlen|jetzt buchen|buchen|bestellen|jetzt bestellen|herunterladen|angebot anfordern|registrieren|abonnieren|reservieren|kostenpflichtig bestellen|kostenlos testen|termin buchen|konto erstellen|jetzt spenden',
    commercial: 'demo anfordern|demo vereinbaren|tarife vergleichen|vergleichen|beratung anfordern|vertrieb kontaktieren|preise ansehen',
    navigational: 'anmelden|einloggen|login|nachricht senden|absenden|senden|filiale finden',
  },
  local: 'in der nähe|in meiner nähe|nähe|umgebung|in der umgebung|um die ecke|jetzt geöffnet|öffnungszeiten|vor ort',
};
