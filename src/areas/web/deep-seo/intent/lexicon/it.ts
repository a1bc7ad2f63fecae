import type { Lexicon } from './lexicon.ts';

export const it: Lexicon = {
  common: 'il lo la i gli le un una uno di del della dei delle e o in è sono per con a al alla da dal mio mia tuo il nostro nostra nostri i questo che chi cosa come perché quando quale si non più',
  terms: {
    informational: {
      4: '^come funziona|^come fare|^come si|^cos è|^che cos è|^cosa significa|^cosa sono|^perché|^chi ha|^chi è|significato|definizione|differenza tra|spiegato|spiegata|passo dopo passo|tutorial',
      3: '^come|^cosa|^che cosa|^quando|^dove si trova|^quante|^quanti|^si può|^è sicuro|^chi|storia di|storia dell|storia del|storia della|sintomi|cause|benefici|guida al|guida alla|guida ai|ricetta|ricette|esempi*|consigli|trucchi|imparare|glossario|documentazione|da zero|notizie|idee|traduzione|sinonim*|capire|corso di|introduzione|blog|articolo|domande frequenti|password dimenticata|reimpostare la password|rimedi|a cosa serve',
      2: 'lista|principianti|tipi di|effetti|trattamento|cura|capitale|popolazione|meteo|calcolare|calcolo|formula|teoria|biografia|inventato|origine|metodo|manuale|esercizi|guida|migliorare|ridurre|evitare|studio|statistiche|ingredienti|preparazione|più alto|più lungo|più grande|apre|assistenza',
    },
    navigational: {
      4: 'accedi|accesso|login|area clienti|area riservata|area personale|sito ufficiale|pagina principale|note legali|assistenza clienti|servizio clienti|cerca spedizioni|contatti|chi siamo|mio account|lavora con noi|contattaci|privacy policy|informativa privacy|trova il negozio|i nostri negozi|termini e condizioni|posizioni aperte',
      3: 'sito web|sito internet|portale|online banking|home banking|numero|telefono|indirizzo|sede centrale|sede legale|orari|orario|ufficiale|app|webmail|conto|spid|nostra storia|nostro team|bentornato|benvenuto|filiali|filiale|entra|posta',
      2: 'sito|pagina|com|it|account|negozi|comune|università|supporto|azienda|banca|clienti|servizio',
    },
    commercial: {
      4: '^miglior*|qual è il migliore|qual è la migliore|quali sono i migliori|quali sono le migliori|migliore|migliori|miglior|recensione|recensioni|confronto|confrontare|comparazione|comparare|alternative|alternativa a|vs|versus|top 10|opinioni|guida all acquisto|pro e contro|conviene|vale la pena|classifica|caso di successo|piani e prezzi|più votati|casi di successo|test',
      3: 'top|consigliato|consigliata|consigliati|consigliate|raccomandat*|^quale|^quali|qual è|quanto costa|quanto costano|funzionalità|più economico|più economici|meglio di|meglio|verdetto|scegliere|testimonianze|simili a|valutazioni|votati|altroconsumo|qualità prezzo|buon|buona|buone|concorrenti|affidabil*|popolari|prezzi|piani|a confronto',
      2: 'o|software|programmi|strumenti|marche|fornitori|qualità|svantaggi|vantaggi|soluzioni|modelli|tariffe|aziende|costo|pareri',
    },
    transactional: {
      4: 'comprare|acquistare|acquista|acquisto|ordinare|prenotare|prenota|scaricare|scarica|codice sconto|coupon|sconto|abbonarsi|abbonamento|noleggiare|noleggio|affitto|in vendita|preventivo|prova gratuita|prova gratis|aggiungi al carrello|carrello|richiedere|richiedi|richiesta|registrati|pagamento|pagare|biglietti|ingrosso|a domicilio|assumere|iscriviti|iscrizione|appuntamento|crea un account|buono sconto',
      3: 'prezzo|economico|economici|economica|offerta|offerte|saldi|negozio online|usato|usata|usate|usati|seconda mano|spedizione|spedizione gratuita|urgente|pronto intervento|gratis|voli|volo|donare|dona|disponibile|vendita|promozione|prenotazione|cassa|download|prestito|finanziamento|vendo',
      2: 'online|hotel|alberghi|idraulico|elettricista|riparazione|vicino a me|installare|streaming|vacanze|veloce|shop|modello',
    },
  },
  paths: {
    informational: 'blog|guida|guide|glossario|documentazione|docs|assistenza|aiuto|faq|notizie|news|ricette|ricetta|consigli|consiglio|rivista|magazine|articoli|articolo|risorse|tutorial|domande frequenti|dizionario|stampa|approfondimenti|come fare|supporto',
    navigational: 'accedi|login|contatti|contatto|chi siamo|note legali|area clienti|account|negozi|punti vendita|lavora con noi|team|privacy|cookie|termini|area riservata|azienda|orari|sedi|profilo|home|condizioni|carriere|dove siamo|assistenza clienti|contattaci|il mio account',
    commercial: 'confronto|confronti|recensioni|recensione|migliori|migliore|miglior|alternative|prezzi|piani|tariffe|guida acquisto|guida all acquisto|guide all acquisto|casi di successo|funzionalita|classifica|classifiche|opinioni|test|clienti|testimonianze|soluzioni|comparazione|caratteristiche',
    transactional: 'prodotto|prodotti|negozio|shop|carrello|cassa|pagamento|acquista|ordine|ordini|prenota|prenotazione|prenotazioni|appuntamento|scarica|download|preventivo|registrati|registrazione|categoria|offerte|offerta|abbonamento|biglietti|noleggio|prova gratuita|iscriviti|checkout',
  },
  actions: {
    transactional: 'aggiungi al carrello|acquista|acquista ora|compra|procedi all ordine|paga ora|paga|prenota ora|prenota|scarica|richiedi preventivo|registrati|abbonati|iscriviti|ordina|ordina ora|crea un account|dona|prova gratis',
    commercial: 'richiedi una demo|richiedi demo|confronta|vedi i piani|vedi i prezzi|contatta le vendite',
    navigational: 'accedi|entra|invia|invia messaggio|trova il negozio',
  },
  local: 'vicino a me|nelle vicinanze|vicino|più vicino|in zona|nei dintorni|aperto ora|orari|orario',
};
