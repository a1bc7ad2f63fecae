import type { Lexicon } from './lexicon.ts';

export const fr: Lexicon = {
  common: 'le la les l un une des du de d et ou en est sont pour par avec sur dans au aux mon ma mes votre vos nos notre ce cette qui que quel quelle comment pourquoi quand à s son se',
  terms: {
    informational: {
      4: '^comment fonctionne|^comment faire|^qu est ce que|^qu est ce qu|^c est quoi|^pourquoi|^qui a|^qui est|signification|définition|différence entre|expliqué|expliquée|étape par étape|tutoriel|tuto|que signifie',
      3: '^comment|^quand|^que|^qui|^où|^peut on|^combien de|^est il|histoire de|symptôme*|causes|bienfaits|guide du|guide de|recette*|exemple*|conseils|astuces|apprendre|glossaire|documentation|fiche|actualité*|idées|traduction|synonyme*|comprendre|leçon|cours de|introduction|blog|article|questions fréquentes|mot de passe oublié|réinitialiser|principes|remède*|pourquoi|comment',
      2: 'liste|débutant*|types de|effets|traitement|capitale|population|météo|calculer|calcul|formule|théorie|biographie|invention|origine|méthode|mode d emploi|manuel|exercice*|guide|étape|améliorer|réduire|éviter|étude|statistique*|ingrédients|préparation|ouvre|plus haut|plus grand|plus long|aide',
    },
    navigational: {
      4: 'connexion|se connecter|mon compte|espace client|espace particulier|site officiel|accueil|mentions légales|service client|identifiant*|suivi colis|contactez nous|à propos|mon espace|contact|politique de confidentialité|conditions générales|nos magasins|recrutement',
      3: 'site web|site internet|portail|en ligne banque|numéro|téléphone|adresse|siège social|siège|horaires|horaire|officiel|application|messagerie|webmail|espace|ent|login|notre équipe|notre histoire|trouver un magasin|qui sommes nous|joindre|plan d accès|bienvenue|rejoignez nous|suivi',
      2: 'site|page|com|fr|service|magasins|compte|agence|mairie|équipe|support|gouv|université|société|banque',
    },
    commercial: {
      4: '^meilleur*|quel est le meilleur|quelle est la meilleure|quels sont les meilleurs|quelles sont les meilleures|meilleur|meilleure|meilleurs|meilleures|avis|comparatif|comparateur|comparaison|comparer|alternative*|vs|versus|top 10|test|banc d essai|guide d achat|avantages et inconvénients|vaut le coup|vaut il|classement|témoignage*|tarifs|mieux notés|quel choisir|choisir',
      3: 'top|recommandé*|recommandation*|^quel|^quelle|^quels|^quelles|bon|bonne|combien coûte|combien coûtent|quel prix|fonctionnalités|étude de cas|moins cher|les moins chers|mieux que|verdict|sélection|notre test|retour d expérience|fiable*|équivalent*|concurrent*|populaires|60 millions|que choisir|formules|notés|rapport qualité prix',
      2: 'ou|logiciel*|outils|marques|fournisseurs|qualité|prix et|mieux|inconvénients|avantages|solutions|modèles|tarif|coût',
    },
    transactional: {
      4: 'acheter|achat|commander|commande|réserver|réservation|télécharger|téléchargement|code promo|promo|réduction|bon de réduction|s abonner|abonnement|louer|location|à vendre|devis|essai gratuit|ajouter au panier|panier|prendre rendez vous|souscrire|inscription|engager|s inscrire|rendez vous|payer|paiement|demande de|grossiste|livraison',
      3: 'prix|pas cher|pas chère|billet*|boutique|soldes|offre|offres|vente|vente en ligne|occasion|d occasion|urgence|dépannage|gratuit|embaucher|recruter un|faire un don|simulation|en stock|vol|vols|créer un compte|demander|commander en ligne|remise|déstockage|à télécharger|modèle de|formulaire|crédit',
      2: 'en ligne|hôtel*|modèle|plombier|électricien|réparation|près de chez moi|installer|streaming|vacances|rapide|express|gratuitement|prêt',
    },
  },
  paths: {
    informational: 'blog|guide|guides|glossaire|documentation|docs|aide|faq|actualites|actualite|actus|news|recettes|recette|conseils|conseil|astuces|magazine|articles|article|ressources|tutoriels|tutoriel|dossiers|lexique|presse|fiches|questions|apprendre',
    navigational: 'connexion|login|contact|contactez nous|a propos|mentions legales|mon compte|compte|magasins|recrutement|carrieres|equipe|confidentialite|cgv|cgu|espace client|nos magasins|qui sommes nous|horaires|agences|profil|accueil|politique de confidentialite|plan du site|emploi|service client|nous contacter',
    commercial: 'comparatif|comparatifs|comparaison|avis|test|tests|meilleur|meilleure|meilleurs|meilleures|alternatives|tarifs|tarif|prix|guide achat|guides achat|guide d achat|temoignages|fonctionnalites|cas clients|classement|references|solutions|etudes de cas',
    transactional: 'produit|produits|boutique|panier|commande|commander|paiement|reserver|reservation|rendez vous|telecharger|telechargement|devis|inscription|acheter|achat|categorie|collections|collection|promotions|soldes|offres|abonnement|billetterie|location|essai gratuit|simulateur|souscription',
  },
  actions: {
    transactional: 'ajouter au panier|acheter|passer commande|commander|payer|réserver|télécharger|obtenir un devis|demander un devis|s inscrire|s abonner|valider la commande|prendre rendez vous|créer un compte|faire un don|essayer gratuitement|essai gratuit',
    commercial: 'demander une démo|demander une démonstration|comparer|voir les tarifs|voir les offres|contacter un conseiller',
    navigational: 'se connecter|connexion|envoyer|envoyer le message|trouver un magasin',
  },
  local: 'près de chez moi|près de moi|à proximité|proche|autour de moi|aux alentours|ouvert maintenant|horaires|horaire|dans mon quartier',
};
